# Ladders, and the stones far away that break them. On each board White's D3 and D4 cut nine black
# stones off that have one eye and two liberties: whoever wins the ladder wins the corner. (Some boards
# are mirrored or have their colours swapped.)

# Black captures the cutting stones: D5 drives them into the empty side. Komi 0.5.
#   A B C D E F G H J
# 9 . O . . . . . . .
# 8 O O O O . . O . .
# 7 O X X O . . . . .
# 6 O X . . . . . X .
# 5 O X X . . . . . .
# 4 O X X O . . . . .
# 3 O X X O X . . X .
# 2 O O O X X . . . .
# 1 . . O X . . . . .
loadsgf sgf/ladders-works.sgf
10 reg_genmove black
#? [D5]
11 attack D4
#? [1 D5]
12 defend D4
#? [1 (D5|E4)]
13 does_attack D5 D4
#? [1]
14 does_attack E4 D4
#? [0]

# The ladder has begun and it works: each stone that White adds is lost as well. Komi 0.5.
#   A B C D E F G H J
# 9 . . . . . . . O .
# 8 . . O . . O O O O
# 7 . . . . . O X X O
# 6 . X . . . . . X O
# 5 . . . . . X X X O
# 4 . . . . . O X X O
# 3 . X . . X O X X O
# 2 . . . . X X O O O
# 1 . . . . . X O . .
loadsgf sgf/ladders-do-not-run.sgf
20 reg_genmove white
#? [!E4]
21 attack F4
#? [1 E4]
22 defend F4
#? [0]

# The ladder across a 13x13 board ends at the black stone in the far corner. Komi 7.5.
#    A B C D E F G H J K L M N
# 13 . . O X . . . . . . . . .
# 12 O O O X X . . . . . . . .
# 11 O X X O X . . . . X . . .
# 10 O X X O . . . . . . X . .
#  9 O X X . . . . . . . . . .
#  8 O X . . . . . . . . . . .
#  7 O X X O . . . . . . . . .
#  6 O O O O . . . . . . . . .
#  5 . O . . . . . . . . . . .
#  4 . . . . . . . . . X . . .
#  3 . . . O . . . . . . . . .
#  2 . . . . . O . . . . . . .
#  1 . . . . . . . . . . . . .
loadsgf sgf/ladders-works-13.sgf
30 reg_genmove black
#? [D9]
31 attack D10
#? [1 D9]
32 defend D10
#? [1 .*]

# The same ladder has begun: White must not run. Komi 7.5.
#    A B C D E F G H J K L M N
# 13 . . . . . . . . . . . . .
# 12 . . . . . . . . . . . . .
# 11 . . . . . . . . . X . . .
# 10 . . . X . . . . . . X . .
#  9 . . . . . . . . . . . . .
#  8 . . . . . . . . . . . . .
#  7 . . . . . . . . . . . . .
#  6 . O . . . . . . . . . . .
#  5 . . . . . . . . . . X X .
#  4 . . O . . O O . X O O X X
#  3 . . . . . O X . X X X O O
#  2 . . . . O O X X X X X O .
#  1 . . . . . O O O O O O O .
loadsgf sgf/ladders-do-not-run-13.sgf
40 reg_genmove white
#? [!K5]
41 defend K4
#? [0]

# The stone in the middle of the side stands in the ladder: White runs. Komi 7.5.
#    A B C D E F G H J K L M N
# 13 . . . . . . . . . . . . .
# 12 . . . . . . . . . . . . .
# 11 . . . X . . . . . . . . .
# 10 . . . . . . . . . . . . .
#  9 . . . . . . . . . . . . .
#  8 . . . . . . . . O . X . .
#  7 . . . . . . . . . . . . .
#  6 . . . . . . . . . . . . .
#  5 . X X . . . . . . . . . .
#  4 X X O O X . O O . . O . .
#  3 O O X X X . X O . . . . .
#  2 . O X X X X X O O . . . .
#  1 . O O O O O O O . . . . .
loadsgf sgf/ladders-run-13.sgf
# Known failure: ladders are read for the priors alone, and the playouts between see too little.
50 reg_genmove white
#? [D5]*
51 defend D4
#? [1 D5]

# The ladder across a 19x19 board. Komi 7.5.
#    A B C D E F G H J K L M N O P Q R S T
# 19 . . . . . . . . . . . . . . . X O . .
# 18 . . . . . . . . . . . . . . X X O O O
# 17 . . . . . . . . . . . . . . X O X X O
# 16 . . . . X . . . . . . . . . . O X X O
# 15 . . . . . . . . . . . . . . . . X X O
# 14 . . X . . . . . . . . . . . . . . X O
# 13 . . . . . . . . . . . . . . . O X X O
# 12 . . . . . . . . . . . . . . . O O O O
# 11 . . . . . . . . . . . . . . . . O O .
# 10 . . . . . . . . . . . . . . . . . . .
#  9 . . . . . . . . . . . . . . . . . . .
#  8 . . . . . . . . . . . . . . . . . . .
#  7 . . . . . . . . . . . . . . . . . . .
#  6 . . . X . . . . . . . . . . . . . . .
#  5 . . . . . . . . . . . . . . . . . . .
#  4 . . . . . . . . . . . . . O . O . . .
#  3 . . . . . O . . . . . . . . . . . . .
#  2 . . . . . . . . . . . . . . . . . . .
#  1 . . . . . . . . . . . . . . . . . . .
loadsgf sgf/ladders-works-19.sgf
60 reg_genmove black
#? [Q15]
61 attack Q16
#? [1 Q15]

# The same ladder has begun, and Black must not run. Komi 7.5.
#    A B C D E F G H J K L M N O P Q R S T
# 19 . . . . . . . . . . . . . . . . . . .
# 18 . . . . . . . . . . . . . . . . . . .
# 17 . . . . . . . . . . . . . X . . . . .
# 16 . . . X . X . . . . . . . . . . . . .
# 15 . . . . . . . . . . . . . . . . . . .
# 14 . . . . . . . . . . . . . . . O . . .
# 13 . . . . . . . . . . . . . . . . . . .
# 12 . . . . . . . . . . . . . . . . . . .
# 11 . . . . . . . . . . . . . . . . . . .
# 10 . . . . . . . . . . . . . . . . . . .
#  9 . X X . . . . . . . . . . . . . . . .
#  8 X X X X . . . . . . . . . . . . . . .
#  7 X O O X . . . . . . . . . . . . . . .
#  6 X O . . . . . . . . . . . . . . O . .
#  5 X O O O . . . . . . . . . . . . . . .
#  4 X O O X . . . . . . . . . . O . . . .
#  3 X O O X O . . . . . . . . . . . . . .
#  2 X X X O O . . . . . . . . . . . . . .
#  1 . . X O . . . . . . . . . . . . . . .
loadsgf sgf/ladders-do-not-run-19.sgf
70 reg_genmove black
#? [!E4]
71 defend D4
#? [0]
72 does_defend E4 D4
#? [0]

# A white stone in the far corner breaks the ladder: White runs. Komi 7.5.
#    A B C D E F G H J K L M N O P Q R S T
# 19 . . . . . . . . . . . . . . . . . . .
# 18 . . . . . . . . . . . . . . . . . . .
# 17 . . . . . . . . . . . . . . . . . . .
# 16 . . . O . . . . X . . . . . . O . . .
# 15 . . . . . . . . . . . . . . . . . . .
# 14 . . . . . . . . . . . . . . . . . . .
# 13 . . . . . . . . . . . . . . . . . . .
# 12 . . . . . . . . . . . . . . . . . . .
# 11 . . . . . . . . . . . . . . . . . . .
# 10 . . . . . . . . . . . . . . . . . . .
#  9 . . . . . . . . . . . . . . . . O O .
#  8 . . . . . . . . . . . . . . . O O O O
#  7 . . . . . . . . . . . . . . . O X X O
#  6 . . . . . . . . . . . . . . . . . X O
#  5 . . . . . . . . . . . . . . . X X X O
#  4 . . . . X . . . . . . . . . . O X X O
#  3 . . . . . . . . . . . . . . X O X X O
#  2 . . . . . . . . . . . . . . X X O O O
#  1 . . . . . . . . . . . . . . . X O . .
loadsgf sgf/ladders-run-19.sgf
# Known failure with 2000 playouts, passed with 5000: fewer visits do not reach the stone that breaks it.
80 reg_genmove white
#? [P4]*
81 defend Q4
#? [1 P4]
82 does_defend P4 Q4
#? [1]
