# Ladders, and the stones far away that break them. On each board White's D3 and D4 cut off four
# black stones that have two liberties: the ladder decides between thirty points or so.

# Black captures the cutting stones: D5 drives them into the empty corner, and H2 is too far away
# to help in the other direction. Komi 7.
#   A B C D E F G H J
# 9 . . . . . . . . .
# 8 . . . . . . . . .
# 7 . . . . . . . . .
# 6 . . . . . . . . .
# 5 . O X . . . . . .
# 4 O X X O . . . . .
# 3 O O X O X . . . .
# 2 . O O X X . . O .
# 1 . . O X . . . . .
loadsgf sgf/ladders-works.sgf
10 reg_genmove black
#? [D5]

# With a black stone at B6 both directions work; E4 is still the only atari, since after D5, E4 it
# is Black who is in atari. Komi 7.
#   A B C D E F G H J
# 9 . . . . . . . . .
# 8 . . . . . . . . .
# 7 . X . . . . . . .
# 6 . . . . . . . . .
# 5 . X X . . . . . .
# 4 X X O O . . . . .
# 3 O O X X X . . . .
# 2 . O O X O . . . .
# 1 . . O O . . . . .
loadsgf sgf/ladders-own-stone.sgf
20 reg_genmove black
#? [E4]

# The ladder works: each stone that White adds is lost as well. Komi 7.
#   A B C D E F G H J
# 9 . . . . . . . . .
# 8 . . . . . . . . .
# 7 . . . . . . . . .
# 6 . . . . . . . . .
# 5 . . . . . X X O .
# 4 . . . . . O X X O
# 3 . . . . X O X O O
# 2 . O . . X X O O .
# 1 . . . . . X O . .
loadsgf sgf/ladders-do-not-run.sgf
30 reg_genmove white
#? [!E4]

# The stone at G3 breaks the ladder. White must run at once; Black to move takes. Komi 7.
#   A B C D E F G H J
# 9 . . O X . . . . .
# 8 . O O X X . . O .
# 7 O O X O X . . . .
# 6 O X X O . . . . .
# 5 . O X X . . . . .
# 4 . . . . . . . . .
# 3 . . . . . . O . .
# 2 . . . . . . . . .
# 1 . . . . . . . . .
loadsgf sgf/ladders-run.sgf
40 reg_genmove white
#? [E6]
50 reg_genmove black
#? [E6]

# A ladder across a 13x13 board; the black stone stands in its way, the white one does not. Komi
# 7.5.
#    A B C D E F G H J K L M N
# 13 . . . . . . . . . . . . .
# 12 . . . . . . . . . . . . .
# 11 . . . X . . . . . X . . .
# 10 . . . . . . . . . . . . .
#  9 . . . . . . . . . . . . .
#  8 . . . . . . . . . . . . .
#  7 . . . . . . . . . . . . .
#  6 . . . . . . . . . . . . .
#  5 . O X . . . . . . . . . .
#  4 O X X O . . . . . . . . .
#  3 O O X O X . . . . O . . .
#  2 . O O X X . . O . . . . .
#  1 . . O X . . . . . . . . .
loadsgf sgf/ladders-works-13.sgf
60 reg_genmove black
#? [D5]

# The white stone in the corner in front stands in the ladder: White runs. Komi 7.5.
#    A B C D E F G H J K L M N
# 13 . . . . . . . . . . . . .
# 12 . . . . . . . . . . . . .
# 11 . . . . . . . . . . . . .
# 10 . . O . . . . . . . O . .
#  9 . . . . . . . . . . . . .
#  8 . . . . . . . . . . . O .
#  7 . . . . . . . . . . . . .
#  6 . . . . . . . . . . . . .
#  5 . . . . . . . . . . X X .
#  4 . . O . . . . . X O O X X
#  3 . . . . . . . . X X X O O
#  2 . . . . . . . . O X O O .
#  1 . . . . . . . . . O O . .
loadsgf sgf/ladders-run-13.sgf
70 reg_genmove white
#? [K5]

# Here a black stone stands in the ladder: running only loses more. Komi 7.5.
#    A B C D E F G H J K L M N
# 13 . . O X . . . . . . . . .
# 12 . O O X X . . O . . . . .
# 11 O O X O X . . . . O . . .
# 10 O X X O . . . . . . . . .
#  9 . O X X . . . . . . . . .
#  8 . . . . . . . . . . . . .
#  7 . . . . . . . . . . . . .
#  6 . . . . . . . . . . . . .
#  5 . . . . . . . . . . . . .
#  4 . . . . . . . . . . . . .
#  3 . . . X . . . . . X . . .
#  2 . . . . . . . . . . . . .
#  1 . . . . . . . . . . . . .
loadsgf sgf/ladders-do-not-run-13.sgf
80 reg_genmove white
#? [!E10]

# A ladder across a 19x19 board. Komi 7.5.
#    A B C D E F G H J K L M N O P Q R S T
# 19 . . . . . . . . . . . . . . . X O . .
# 18 . . . . . . . . . . . O . . X X O O .
# 17 . . . . . . . . . . . . . . X O X O O
# 16 . . . X . . . . . . . . . . . O X X O
# 15 . . . . . . . . . . . . . . . . X O .
# 14 . . . . . . . . . . . . . . . . . . .
# 13 . . . . . . . . . . . . . . . . . . .
# 12 . . . . . . . . . . . . . . . . X . .
# 11 . . . . . . . . . . . . . . . . . . .
# 10 . . . . . . . . . . . . . . . . . . .
#  9 . . . . . . . . . . . . . . . . . . .
#  8 . . . . . . . . . . . . . . . . . . .
#  7 . . . . . . . . . . . . . . . . . . .
#  6 . . . . . . . . . . . . . . . . . . .
#  5 . . X . . . . . . . . . . . . . . . .
#  4 . . . . . . . . . . . . . . . O . . .
#  3 . . . . O . . . . . . . . . . . . . .
#  2 . . . . . . . . . . . . . . . . . . .
#  1 . . . . . . . . . . . . . . . . . . .
loadsgf sgf/ladders-works-19.sgf
90 reg_genmove black
#? [Q15]

# The same ladder has begun, and it works: Black must not run. Komi 7.5.
#    A B C D E F G H J K L M N O P Q R S T
# 19 . . . . . . . . . . . . . . . . . . .
# 18 . . . . . . . . . . . . . . . . . . .
# 17 . . . . . . . . . . . . . . X . . . .
# 16 . . . X . . . . . . . . . . . . . . .
# 15 . . . . . . . . . . . . . . . . O . .
# 14 . . . . . . . . . . . . . . . . . . .
# 13 . . . . . . . . . . . . . . . . . . .
# 12 . . . . . . . . . . . . . . . . . . .
# 11 . . . . . . . . . . . . . . . . . . .
# 10 . . . . . . . . . . . . . . . . . . .
#  9 . . . . . . . . . . . . . . . . . . .
#  8 . . O . . . . . . . . . . . . . . . .
#  7 . . . . . . . . . . . . . . . . . . .
#  6 . . . . . . . . . . . . . . . . . . .
#  5 . X O O . . . . . . . . . . . . . . .
#  4 X O O X . . . . . . . . . . . O . . .
#  3 X X O X O . . . . . . . . . . . . . .
#  2 . X X O O . . X . . . . . . . . . . .
#  1 . . X O . . . . . . . . . . . . . . .
loadsgf sgf/ladders-do-not-run-19.sgf
100 reg_genmove black
#? [!E4]
