# Passing: when the game is settled and it does no harm, and not before.

# Nothing is left, White has passed, Black is ahead. Komi 0.5.
#   A B C D E
# 5 . O O X .
# 4 O O X X X
# 3 . O O X .
# 2 O O X X X
# 1 . O X X .
loadsgf sgf/passing-settled-and-ahead.sgf
kata-set-rules cgos
play white pass
10 reg_genmove black
#? [pass|PASS]

# Nothing is left, and Black is behind: no move helps, and no move may be thrown away. Filling
# eyes would be one. Komi 6.5.
#   A B C D E
# 5 . X X O .
# 4 X X O O O
# 3 . X X O .
# 2 X X O O O
# 1 . X O O .
loadsgf sgf/passing-settled-and-behind.sgf
kata-set-rules cgos
play white pass
20 reg_genmove black
#? [pass|PASS]

# The last neutral point decides where area counts. A5 and F3 hold dead stones. Komi 3.5.
#   A B C D E F G
# 7 . . O X . . .
# 6 . O O X X . .
# 5 X . O . X X .
# 4 . O O X X . X
# 3 . . O X . O .
# 2 . O O X X . .
# 1 . . O O X . .
loadsgf sgf/passing-last-neutral-point.sgf
kata-set-rules cgos
30 reg_genmove white
#? [D5]
play black pass
40 reg_genmove white
#? [D5]

# By territory the neutral point is worth nothing, and a move at home costs a point. Komi 0.5.
#   A B C D E F G
# 7 . . X O . . .
# 6 . X X O O . .
# 5 . . X . O O .
# 4 . X X O O . O
# 3 . . X O O O .
# 2 . X X O O . .
# 1 . . X X O . .
loadsgf sgf/passing-neutral-points-are-worth-nothing.sgf
kata-set-rules japanese
50 reg_genmove white
#? [pass|PASS|D5]
kata-set-rules cgos

# By Tromp-Taylor rules what stands on the board is alive: Black has to take A4 before the game
# ends. White has passed. Komi 0.5.
#   A B C D E
# 5 . X X O .
# 4 O . X O O
# 3 X X X O .
# 2 . X O O O
# 1 . X O . .
loadsgf sgf/passing-capture-before-passing.sgf
kata-set-rules tromp-taylor
play white pass
60 reg_genmove black
#? [A5|B4]
kata-set-rules cgos

# By Chinese rules the players agree that A4 is dead. Komi 0.5.
#   A B C D E
# 5 . X X O .
# 4 O . X O O
# 3 X X X O .
# 2 . X O O O
# 1 . X O . .
loadsgf sgf/passing-no-need-to-capture.sgf
kata-set-rules chinese
play white pass
70 reg_genmove black
#? [pass|PASS]
kata-set-rules cgos

# White passes on the empty board: a pass now would lose by komi. Komi 7.5.
#   A B C D E F G H J
# 9 . . . . . . . . .
# 8 . . . . . . . . .
# 7 . . . . . . . . .
# 6 . . . . . . . . .
# 5 . . . . . . . . .
# 4 . . . . . . . . .
# 3 . . . . . . . . .
# 2 . . . . . . . . .
# 1 . . . . . . . . .
loadsgf sgf/passing-not-on-an-empty-board.sgf
play white pass
80 reg_genmove black
#? [!pass|PASS]

# White has passed too early: the corner can still be killed. Komi 7.
#   A B C D E F G H J
# 9 . X . X O . . . O
# 8 . X . X O O O O O
# 7 . X . X X X X X X
# 6 X X X X X X . X .
# 5 X X X X X X X X X
# 4 O O O O O O O O O
# 3 . . O . . . O . .
# 2 . O O . . . O O .
# 1 O O O . . . O O O
loadsgf sgf/passing-unfinished-life.sgf
play white pass
90 reg_genmove black
#? [G9]

# By territory White is half a point ahead, and a move at home would cost it. Black has passed. Komi 3.5.
#   A B C D E F G H J
# 9 . . . . O . O O X
# 8 . . . . . O O X X
# 7 . . . O O X X . X
# 6 . O O X X . . X .
# 5 . O X . X X . . .
# 4 . O X X . . . . .
# 3 . . O O X . . . .
# 2 . . O X X . . . .
# 1 . . O O X . . . .
loadsgf sgf/passing-win-by-territory.sgf
kata-set-rules japanese
play black pass
100 reg_genmove white
#? [pass|PASS]
kata-set-rules cgos
