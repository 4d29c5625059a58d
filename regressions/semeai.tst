# Semeai: races to capture between groups that cannot both live. Both sides of the board are settled;
# every other move was searched to its end and loses.

# Black cuts at D7 before anything else. Best play: D7 D2 E3 F4. Komi 12.5.
#   A B C D E F G H
# 8 . X O X O O O .
# 7 X X O . X X O O
# 6 . X O O . X O .
# 5 X X X O X X O O
# 4 . X . . X . O .
# 3 X X X X . O O O
# 2 . X X . X X O .
# 1 X X X O O O O O
loadsgf sgf/semeai-inside-first.sgf
10 reg_genmove black
#? [D7]

# A race on two sides at once, ten plies deep. Best play: C6 D1 F4 F3 E6. Komi 6.5.
#   A B C D E F G H
# 8 . O X X X . X .
# 7 O O X O O O X X
# 6 . O . X . O X .
# 5 O O X O X O X X
# 4 . O X O X . X .
# 3 O O X O O . X X
# 2 . O X X O O X .
# 1 O O O . O O X X
loadsgf sgf/semeai-ten-plies.sgf
20 reg_genmove black
#? [C6]

# White reduces liberties from behind, on the first line. Best play: A5 D6 A6 E3 E6 F5 F6 G6 H6.
# Komi 9.5.
#   A B C D E F G H
# 8 O . O . O . O .
# 7 O O O O O O O O
# 6 X O X . . . . .
# 5 . X X X X . X X
# 4 O O O O O X X O
# 3 X X O O . X X .
# 2 X X X X X X X X
# 1 X . X . X . X .
loadsgf sgf/semeai-from-behind.sgf
30 reg_genmove white
#? [A5]

# Two groups on each side are in danger. Best play: D7 F6 E3 C6 F7 D2 C5. Komi 13.5.
#   A B C D E F G H
# 8 X X X O O O O O
# 7 . X X . X . O .
# 6 X X . O X . O O
# 5 . X . O O X O .
# 4 X X X X O X O O
# 3 . X X X . X O .
# 2 X X O . X X O O
# 1 . X O O O X O .
loadsgf sgf/semeai-two-captives.sgf
40 reg_genmove white
#? [D7]

# By one liberty, and by three and a half points. Best play: D3 D7 E1 E7 E3 F1 F4. Komi 0.5.
#   A B C D E F G H
# 8 . O O X X X X .
# 7 O O X . . O X X
# 6 . O X O O X X .
# 5 O O X X O O X X
# 4 . O O X O . X .
# 3 O O O . X O X X
# 2 . O . X O X X .
# 1 O O . X . . X X
loadsgf sgf/semeai-narrow-escape.sgf
50 reg_genmove white
#? [D3]

# The cut at F3 wins the race above it. Best play: F3 D6 G5 A5 H6 A6 G6 C6. Komi 3.5.
#   A B C D E F G H
# 8 . O . O . O . O
# 7 O O O O O O O O
# 6 X O . . O O . .
# 5 . X X O X X . X
# 4 X X X O X X O O
# 3 X O O O O . O .
# 2 X X X X X X X X
# 1 . X . X . X . X
loadsgf sgf/semeai-cut-first.sgf
60 reg_genmove black
#? [F3]

# One move for life, not two. Best play: E5 E1 E8 F6 F7 D7 D8. Komi 5.5.
#   A B C D E F G H
# 8 . O O . . X X .
# 7 O O O . O . X X
# 6 . O X O O . X .
# 5 O O X X . X X X
# 4 . O X X O X X .
# 3 O O O X O X X X
# 2 . O X X O O X .
# 1 O O X X . X X X
loadsgf sgf/semeai-shortage.sgf
70 reg_genmove white
#? [E5]

# Best play: B4 A6 E4 A5 F5 F6 B3. Komi 8.5.
#   A B C D E F G H
# 8 X . X . X . X .
# 7 X X X X X X X X
# 6 . O O O X . O X
# 5 . O X X O . X X
# 4 X . O X . O O X
# 3 O X X X X X O O
# 2 O O O O O O O O
# 1 O . O . O . O .
loadsgf sgf/semeai-liberties-count.sgf
80 reg_genmove white
#? [B4]
