# Opening sense, and the best first moves of the smallest boards, whose values are known.

# On a line of three points the middle takes all. (tromp.github.io/go.html) Komi 2.5.
#   A B C
# 1 . . .
loadsgf sgf/opening-line-of-three.sgf
10 reg_genmove black
#? [B1]

# On 3x3 the middle takes all nine points, the side three. Komi 8.5.
#   A B C
# 3 . . .
# 2 . . .
# 1 . . .
loadsgf sgf/opening-three-by-three.sgf
20 reg_genmove black
#? [B2]

# On 4 columns and 3 rows Black is 4 ahead, with a stone in the middle. Komi 3.5.
#   A B C D
# 3 . . . .
# 2 . . . .
# 1 . . . .
loadsgf sgf/opening-four-by-three.sgf
30 reg_genmove black
#? [B2|C2]

# On 5x5 the centre takes the whole board. Komi 24.5.
#   A B C D E
# 5 . . . . .
# 4 . . . . .
# 3 . . . . .
# 2 . . . . .
# 1 . . . . .
loadsgf sgf/opening-five-by-five.sgf
40 reg_genmove black
#? [C3]

# On 6x6 the centre. Komi 3.5.
#   A B C D E F
# 6 . . . . . .
# 5 . . . . . .
# 4 . . . . . .
# 3 . . . . . .
# 2 . . . . . .
# 1 . . . . . .
loadsgf sgf/opening-six-by-six.sgf
50 reg_genmove black
#? [[CD][34]]

# On 7x7 the centre or beside it. Komi 8.5.
#   A B C D E F G
# 7 . . . . . . .
# 6 . . . . . . .
# 5 . . . . . . .
# 4 . . . . . . .
# 3 . . . . . . .
# 2 . . . . . . .
# 1 . . . . . . .
loadsgf sgf/opening-seven-by-seven.sgf
60 reg_genmove black
#? [[C-E][3-5]]

# On 9x9 a move in the middle. Komi 7.
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
loadsgf sgf/opening-nine-by-nine.sgf
70 reg_genmove black
#? [[C-G][3-7]]
play black E5
# Known failure with 5000 playouts, passed with 20000: fewer now and then prefer the second line.
80 reg_genmove white
#? [[C-G][3-7]]*

# On 13x13 a corner, or the centre. Komi 7.5.
#    A B C D E F G H J K L M N
# 13 . . . . . . . . . . . . .
# 12 . . . . . . . . . . . . .
# 11 . . . . . . . . . . . . .
# 10 . . . . . . . . . . . . .
#  9 . . . . . . . . . . . . .
#  8 . . . . . . . . . . . . .
#  7 . . . . . . . . . . . . .
#  6 . . . . . . . . . . . . .
#  5 . . . . . . . . . . . . .
#  4 . . . . . . . . . . . . .
#  3 . . . . . . . . . . . . .
#  2 . . . . . . . . . . . . .
#  1 . . . . . . . . . . . . .
loadsgf sgf/opening-thirteen.sgf
# Known failures, here and on 19x19: a few thousand playouts do not tell corners from sides, and there is
# no opening knowledge yet.
90 reg_genmove black
#? [[C-EJ-L]([3-5]|9|10|11)|G7]*
play black D4
play white K10
play black D10
100 reg_genmove white
#? [[J-L][3-5]]*

# On 19x19 a corner.
boardsize 19
clear_board
komi 7.5
110 reg_genmove black
#? [[C-EP-R]([3-5]|1[5-7])]*
play black Q16
play white D4
play black Q4
# One corner is left.
120 reg_genmove white
#? [[C-E]1[5-7]]*
play white D16
# All corners are taken: not the first or second line.
130 reg_genmove black
#? [[C-HJ-R]([3-9]|1[0-7])]

# The points of fixed handicaps are those of the GTP specification.
clear_board
140 fixed_handicap 2
#? [D4 Q16]
clear_board
150 fixed_handicap 5
#? [D4 Q16 D16 Q4 K10]
boardsize 9
clear_board
160 fixed_handicap 4
#? [C3 G7 C7 G3]
