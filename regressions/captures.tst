# Captures. On the boards with settled sides every other move was searched to its end and loses.

# One stone takes four. For White the point would be suicide. Komi 0.5.
#   A B C D E
# 5 . . X . .
# 4 . X O X .
# 3 X O . O X
# 2 . X O X .
# 1 . . X . .
loadsgf sgf/captures-four-at-once.sgf
10 countlib C4
#? [1]
20 is_legal white C3
#? [0]
30 is_legal black C3
#? [1]
play black C3
40 captures black
#? [4]
50 list_stones white
#? []
60 countlib C3
#? [4]

# The white stones C3 and C4 cut off three black ones. Black to move takes them at D3. Komi 0.5.
#   A B C D E F G
# 7 . X . O . O .
# 6 X X X O O O O
# 5 . X X O X O .
# 4 X X O X X O O
# 3 . X O . . O .
# 2 X X X O O O O
# 1 . X . . O O .
loadsgf sgf/captures-cutting-stones.sgf
70 reg_genmove black
#? [D3]
71 attack C3
#? [1 D3]
72 defend C3
#? [1 D3]

# Two captures, at C4 and on the other side of it: the larger one decides, for both. Komi 5.5.
#   A B C D E F G
# 7 . O O X . X .
# 6 O O X X X X X
# 5 . O X O O O X
# 4 O O . O . O X
# 3 . O O X . X X
# 2 O O X X X X .
# 1 . O O . . X X
loadsgf sgf/captures-larger-of-two.sgf
80 reg_genmove white
#? [C4]
90 reg_genmove black
#? [C4]
91 attack D5
#? [1 C4]
92 defend D5
#? [1 C4]

# D5 takes for White and saves for Black; all else is too small. Komi 6.5.
#   A B C D E F G
# 7 . O . O . O .
# 6 O O O O O O O
# 5 . X X . X . .
# 4 . X O O X O .
# 3 . O O X X . X
# 2 X X X X X X X
# 1 . X . X . X .
loadsgf sgf/captures-connect-or-take.sgf
100 reg_genmove black
#? [D5]
110 reg_genmove white
#? [D5]
111 connect C5 E4
#? [1 D5]
112 disconnect C5 E4
#? [1 D5]

# White connects in the middle, where Black's stone would give atari on two sides. Komi 5.
#   A B C D E F G
# 7 . O . . X X .
# 6 O O X O X X X
# 5 . O X O X X .
# 4 O O . . X X X
# 3 . O X O X X .
# 2 O O X O X X X
# 1 . O . . X X .
loadsgf sgf/captures-two-ataris.sgf
120 reg_genmove white
#? [D4]
121 connect D5 D3
#? [1 D4]
122 disconnect D5 D3
#? [1 D4]
123 attack_either D5 D3
#? [1]
124 defend_both D5 D3
#? [1]

# Both sides have stones to lose at D4. Komi 2.5.
#   A B C D E F G
# 7 . . X X O . O
# 6 . X X O O O O
# 5 X X O O X X O
# 4 X X O . X X O
# 3 X X X O X . O
# 2 . X X X O O O
# 1 X X . X O . .
loadsgf sgf/captures-both-in-danger.sgf
130 reg_genmove black
#? [D4]

# A move behind the white stones takes away their liberties. Best play: D6 D8 D2 E8 F5 F4. Komi
# 6.5.
#   A B C D E F G H
# 8 X X O . X X O O
# 7 . X O O X O O .
# 6 X X X . O O O O
# 5 . X . O X . O .
# 4 X X O O X . O O
# 3 . X X O X X O .
# 2 X X O . X X O O
# 1 . X X O X X O .
loadsgf sgf/captures-shortage-of-liberties.sgf
140 reg_genmove black
#? [D6]

# The point between three chains. Best play: C6 E1 E7 F1. Komi 10.5.
#   A B C D E F G H
# 8 . O X . O X X .
# 7 O O X X . O X X
# 6 . O . O . O X .
# 5 O O X X X O X X
# 4 . O X O O O X .
# 3 O O O X X X X X
# 2 . O O X O O X .
# 1 O O O O . O X X
loadsgf sgf/captures-between-three-chains.sgf
150 reg_genmove white
#? [C6]

# White connects two chains and takes liberties of a third. Best play: B5 F4 A4 F5. Komi 11.5.
#   A B C D E F G H
# 8 O . O . O . O .
# 7 O O O O O O O O
# 6 X O X O X X X X
# 5 X . X X X . O .
# 4 . O O O O . X X
# 3 X O O X X O X .
# 2 X X X X X X X X
# 1 X . X . X . X .
loadsgf sgf/captures-connect-and-take.sgf
160 reg_genmove white
#? [B5]
