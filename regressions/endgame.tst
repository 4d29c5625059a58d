# Endgame: the stones of both sides are alive and only their borders are open. One move wins the game,
# all others lose it by two points, as exhaustive search shows.

# Black pushes where the border is still open. Komi 0.5.
#   A B C D E F G
# 7 . X X O O O .
# 6 X X X X . O O
# 5 . X X X . O .
# 4 X X . X O O O
# 3 . X O O O O .
# 2 X X . . . O O
# 1 . X X . O O .
loadsgf sgf/endgame-small-gap.sgf
10 reg_genmove black
#? [D2]

# White comes first on the first line. Komi 5.5.
#   A B C D E F G
# 7 . X . . . O .
# 6 X X X X X O O
# 5 . X X . . O .
# 4 X X X X X O O
# 3 . X . . O O .
# 2 X X X O O O O
# 1 . X . . . O .
loadsgf sgf/endgame-two-lanes.sgf
20 reg_genmove white
#? [E7]

# The middle point counts on both sides. Komi 3.5.
#   A B C D E F G
# 7 . O . O . O .
# 6 O O O O O O O
# 5 O . O . O . .
# 4 O X X . X X X
# 3 O . X . . . X
# 2 X X X X X X X
# 1 . X . X . X .
loadsgf sgf/endgame-middle.sgf
30 reg_genmove white
#? [D4]

# The largest move is not on the edge. Komi 1.5.
#   A B C D E F G
# 7 . O O O O X .
# 6 O O . O . X X
# 5 . O . X . X .
# 4 O O X X X X X
# 3 . O . . . X .
# 2 O O O X X X X
# 1 . O . . . X .
loadsgf sgf/endgame-push-or-block.sgf
40 reg_genmove white
#? [C3]

# A jump into the open side. Komi 12.5.
#   A B C D E F G
# 7 . X . X . X .
# 6 X X X X X X X
# 5 X . . X . . .
# 4 X . X X . . .
# 3 X X O X . . .
# 2 O O O O O O O
# 1 . O . O . O .
loadsgf sgf/endgame-open-top.sgf
50 reg_genmove black
#? [F4]

# The same board: here White is to move, and komi is smaller. Komi 9.5.
#   A B C D E F G
# 7 . X . . . O .
# 6 X X . . . O O
# 5 . X . . . O .
# 4 X X X X X O O
# 3 . X . X O O .
# 2 X X . . X O O
# 1 . X X X X O .
loadsgf sgf/endgame-open-top-defended.sgf
60 reg_genmove white
#? [D6]

# White enters the corridor. Komi 5.5.
#   A B C D E F G
# 7 . O . O . O .
# 6 O O O O O O O
# 5 . . O . O O .
# 4 . . X X X X X
# 3 . . . . . X X
# 2 X X X X X X X
# 1 . X . X . X .
loadsgf sgf/endgame-corridor.sgf
70 reg_genmove white
#? [B4]

# The second line, not the first. Komi 6.5.
#   A B C D E F G
# 7 . X . . O O .
# 6 X X X X O O O
# 5 . X X X O O .
# 4 X X X . . O O
# 3 . X X X X O .
# 2 X X . . O O O
# 1 . X . . . O .
loadsgf sgf/endgame-first-line-or-second.sgf
80 reg_genmove black
#? [D2]

# Two open corners, and only one of them is urgent. Komi 2.5.
#   A B C D E F G
# 7 . O X X X X .
# 6 O O . . X X X
# 5 . O O O O X .
# 4 O O O X X X X
# 3 . O O . . X .
# 2 O O . . X X X
# 1 . O O . . X .
loadsgf sgf/endgame-two-corners.sgf
90 reg_genmove black
#? [D2]

# The border in the middle of a long side. Komi 7.5.
#   A B C D E F G
# 7 . O O . X X .
# 6 O O . X X X X
# 5 . O X X X X .
# 4 O O X . X X X
# 3 . O . . . X .
# 2 O O . . X X X
# 1 . O O . X X .
loadsgf sgf/endgame-long-border.sgf
100 reg_genmove white
#? [D3]

# The first line is worth more than it looks. Komi 2.5.
#   A B C D E F G
# 7 . O . X X X .
# 6 O O O O . X X
# 5 . O O O X X .
# 4 O O . . X X X
# 3 . O X X X X .
# 2 O O O O . X X
# 1 . O . . X X .
loadsgf sgf/endgame-from-below.sgf
110 reg_genmove black
#? [D1]
