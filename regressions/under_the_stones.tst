# Under the stones: a chain is given up on purpose, and the blow falls on the points where it stood.
# Every other first move was searched to its end and loses.

# Black adds E7 to three stones that are lost anyway. White takes the four at C8, and Black plays
# E7 again. Komi 0.5.
#   A B C D E F G H
# 8 . X . X X O O .
# 7 X X O O . X O O
# 6 . X X X O O O .
# 5 X X O X O O O O
# 4 . X O O O X O .
# 3 X X X X X . O O
# 2 . X . X . O O .
# 1 X X O X X O O O
loadsgf sgf/under_the_stones-four-then-back.sgf
10 reg_genmove black
#? [E7]
play black E7
play white C8
20 captures white
#? [4]
30 reg_genmove black
#? [E7]

# The same trick against a chain of eight. Komi 0.5.
#   A B C D E F G H
# 8 O O O O X . X X
# 7 . O X O O O X .
# 6 O O X O X X X X
# 5 . O X X X O X .
# 4 O O O X X O X X
# 3 . O O O X O X .
# 2 O O X . O O X X
# 1 . O X X . O X .
loadsgf sgf/under_the_stones-eyeless.sgf
40 reg_genmove black
#? [D2]
play black D2
play white E1
50 reg_genmove black
#? [D2]

# Black gives up a T of four stones. Komi 0.5.
#   A B C D E F G H
# 8 O . O . O . O .
# 7 O O O O O O O O
# 6 X X O O . O X O
# 5 X X O O . O X X
# 4 . X . O X X O .
# 3 X X O X X O O .
# 2 X X X X X X X X
# 1 X . X . X . X .
loadsgf sgf/under_the_stones-t-shape.sgf
60 reg_genmove black
#? [H4]
play black H4
play white H3
70 reg_genmove black
#? [G5]

# E2 fills the own liberty; Black takes four stones at D1, and E2 again. Komi 0.5.
#   A B C D E F G H
# 8 . O O O O X X .
# 7 O O . . O . X X
# 6 . O X X X X X .
# 5 O O O O O X X X
# 4 . O . O O X X .
# 3 O O O O X X X X
# 2 . O X X . O X .
# 1 O O X . O O X X
loadsgf sgf/under_the_stones-on-the-first-line.sgf
80 reg_genmove white
#? [E2]
play white E2
play black D1
90 reg_genmove white
#? [E2]

# Black fills his own liberty at B1. White takes four stones at A1; then C2 kills. Komi 7.
#   A B C D E F G H J
# 9 O O O . . . O O O
# 8 . O O . . . O O .
# 7 . . O . . . O . .
# 6 O O O O O O O O O
# 5 X X X X X X X X X
# 4 . X O . . X X X X
# 3 X X O O O X . X .
# 2 O O X X O X . X .
# 1 . . X O O X . X .
loadsgf sgf/under_the_stones-in-the-corner.sgf
100 reg_genmove black
#? [B1]
play black B1
play white A1
110 reg_genmove black
#? [C2]

# Five stones are given up at G5. Komi 0.5.
#   A B C D E F G H
# 8 . O . O . O . O
# 7 O O O O O O O O
# 6 O X O X X O X X
# 5 O . O . X O . X
# 4 O O X X X X O X
# 3 O O X . X O O .
# 2 X X X X X X X X
# 1 . X . X . X . X
loadsgf sgf/under_the_stones-five-then-back.sgf
120 reg_genmove black
#? [G5]
play black G5
play white H3
130 reg_genmove black
#? [G5]
