# Snapbacks: a stone is put where it can be taken at once, and what takes it is taken. The sides of
# the board are settled, so the snapback decides the game; all moves were searched to the end.

# Black throws in at D7. Whoever takes at C7 leaves six stones without a liberty but D7. Komi 0.5.
#   A B C D E F G
# 7 . X . . O O .
# 6 X X O O X O O
# 5 . X O O X O .
# 4 X X O X X O O
# 3 . X X X O O .
# 2 X X X O O O O
# 1 . X X . . O .
loadsgf sgf/snapback-six-stones.sgf
10 reg_genmove black
#? [D7]
20 reg_genmove white
#? [D7]
21 attack C6
#? [1 D7]
22 defend C6
#? [1 D7]

# A snapback away from the edge. Komi 0.5.
#   A B C D E F G
# 7 . O . O . O .
# 6 O O O O O O O
# 5 . O . X O O O
# 4 O O X . . O X
# 3 O X O O O X X
# 2 X X X X X X X
# 1 . X . X . X .
loadsgf sgf/snapback-in-the-open.sgf
30 reg_genmove black
#? [E4]
40 reg_genmove white
#? [E4|C5]
41 attack C3
#? [1 E4]
42 defend C3
#? [1 (E4|C5)]

# Seven stones fall to the throw-in at D4. White to move connects there, or takes away the cutting
# stones' liberty at C1. Komi 0.5.
#   A B C D E F G
# 7 . O O O . X .
# 6 O O X X X X X
# 5 . O X O O X .
# 4 O O O . O X X
# 3 . O X . O X .
# 2 O O X O O X X
# 1 . O . X X X .
loadsgf sgf/snapback-seven-stones.sgf
50 reg_genmove black
#? [D4]
60 reg_genmove white
#? [D4|C1]
61 attack D5
#? [1 D4]
62 defend D5
#? [1 (D4|C1)]

# White is to save the stones: connecting is enough, so is taking the cutting stone. Komi 0.5.
#   A B C D E F G
# 7 . X O O O O .
# 6 X X X . O O O
# 5 . X X X X O .
# 4 X X O X . O O
# 3 . X O . X O .
# 2 X X O . O O O
# 1 . X X O O O .
loadsgf sgf/snapback-under-the-roof.sgf
70 reg_genmove white
#? [D2|E4]
80 reg_genmove black
#? [D2]
81 attack C4
#? [1 D2]
82 defend C4
#? [1 (D2|E4)]

# The throw-in on the first line. Komi 0.5.
#   A B C D E F G
# 7 . X . O O O .
# 6 X X X X X O O
# 5 . X . X O O .
# 4 X X O O O O O
# 3 . X O X X O .
# 2 X X O X X O O
# 1 . X X . . O .
loadsgf sgf/snapback-first-line.sgf
90 reg_genmove white
#? [D1]
100 reg_genmove black
#? [D1]
101 attack D3
#? [1 D1]
102 defend D3
#? [1 D1]

# The throw-in comes first; the other points can wait. Komi 0.5.
#   A B C D E F G
# 7 . X . X . X .
# 6 X X X X X X X
# 5 X X X O O O X
# 4 X X X O X X .
# 3 . O O O O X .
# 2 O O O O O O O
# 1 . O . O . O .
loadsgf sgf/snapback-three-steps.sgf
110 reg_genmove white
#? [G4]
120 reg_genmove black
#? [G4]
121 attack E4
#? [1 G4]
122 defend E4
#? [1 G4]

# A block of eight black stones: one point is everything. Komi 0.5.
#   A B C D E F G
# 7 . X . X . X .
# 6 X X X X X X X
# 5 . X X O O O O
# 4 X X . X X X O
# 3 O O . X X X O
# 2 O O O O O O O
# 1 . O . O . O .
loadsgf sgf/snapback-seven-in-a-block.sgf
130 reg_genmove white
#? [C4]
140 reg_genmove black
#? [C4]
141 attack D4
#? [1 C4]
142 defend D4
#? [1 C4]

# Taking one stone and having two or more taken back is no ko. Komi 0.5.
#   A B C D E F G
# 7 . X . . O O .
# 6 X X O O X O O
# 5 . X O O X O .
# 4 X X O X X O O
# 3 . X X X O O .
# 2 X X X O O O O
# 1 . X X . . O .
loadsgf sgf/snapback-corner-legality.sgf
play black D7
play white C7
150 is_legal black D7
#? [1]
play black D7
160 captures black
#? [6]
