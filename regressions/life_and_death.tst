# Life and death: one group whose fate decides the game. Everything else is settled, so that the
# winning moves could be found, and all others refuted, by exhaustive search.

# Three in a row: both want the middle. Komi 7.
#   A B C D E F G H J
# 9 O . . . O X . X .
# 8 O O O O O X . X .
# 7 X X X X X X . X .
# 6 . X . X X X X X X
# 5 X X X X X X X X X
# 4 O O O O O O O O O
# 3 . . O . . . O . .
# 2 . O O . . . O O .
# 1 O O O . . . O O O
loadsgf sgf/life_and_death-three-in-a-row.sgf
10 reg_genmove black
#? [C9]
20 reg_genmove white
#? [C9]
21 owl_attack A8
#? [1 C9]
22 owl_defend A8
#? [1 C9]

# Bent three, the other small shape that is settled by its middle point. Komi 7.
#   A B C D E F G H J
# 9 . X . X X O . . O
# 8 . X . X X O O . O
# 7 . X . X X X O O O
# 6 X X X X . X X X X
# 5 X X X X X X X X X
# 4 O O O O O O O O O
# 3 . . O . . . O . .
# 2 . O O . . . O O .
# 1 O O O . . . O O O
loadsgf sgf/life_and_death-bent-three.sgf
30 reg_genmove black
#? [H9]
40 reg_genmove white
#? [H9]
41 owl_attack E7
#? [0]
42 owl_attack G8
#? [1 H9]
43 owl_defend G8
#? [1 H9]

# Pyramid four. Komi 7.
#   A B C D E F G H J
# 9 O . . O X X . . .
# 8 O O . O X X X X X
# 7 O O O O X X . . .
# 6 . . . O X X X X X
# 5 . . . O X X X O O
# 4 . . . O X X O O .
# 3 O O O O X X O . .
# 2 O O . O X X O O .
# 1 O . . O X X O O O
loadsgf sgf/life_and_death-pyramid-four.sgf
50 reg_genmove black
#? [J3]
60 reg_genmove white
#? [J3]
61 owl_attack H1
#? [1 J3]
62 owl_defend G1
#? [1 J3]

# Bulky five: the point with three neighbours kills. White lives there, or at either of the points
# that leave two separate spaces. Komi 7.
#   A B C D E F G H J
# 9 O O O . . . O O O
# 8 . O O . . . O O .
# 7 . . O . . . O . .
# 6 O O O O O O O O O
# 5 X X X X X X X X X
# 4 X X X X X X X X X
# 3 . X . X O O O O O
# 2 . X . X O . . . O
# 1 . X . X O O . . O
loadsgf sgf/life_and_death-bulky-five.sgf
70 reg_genmove black
#? [G2]
80 reg_genmove white
#? [G2|H2|G1]
81 owl_attack E3
#? [1 G2]
82 owl_defend E3
#? [1 (G2|H2|G1)]

# Crossed five: five points, one centre. Komi 7.
#   A B C D E F G H J
# 9 O O . O O X . X .
# 8 O . . . O X . X .
# 7 O O . O O X . X .
# 6 O O O O O X X X X
# 5 X X X X X X X X X
# 4 O O O O O O O O O
# 3 . . O . . . O . .
# 2 . O O . . . O O .
# 1 O O O . . . O O O
loadsgf sgf/life_and_death-crossed-five.sgf
90 reg_genmove black
#? [C8]
100 reg_genmove white
#? [C8]
101 owl_attack A6
#? [1 C8]
102 owl_defend A6
#? [1 C8]

# Rabbity six: the largest space that one stone kills. Komi 7.
#   A B C D E F G H J
# 9 O O O . . . O O O
# 8 . O O . . . O O .
# 7 . . O . . . O . .
# 6 O O O O O O O O O
# 5 X X X X X X X X X
# 4 O O O O O X X X X
# 3 O O . O O X . X .
# 2 O . . . O X . X .
# 1 O . . O O X . X .
loadsgf sgf/life_and_death-rabbity-six.sgf
110 reg_genmove black
#? [C2]
120 reg_genmove white
#? [C2|B2|C1]
121 owl_attack A4
#? [1 C2]
122 owl_defend A4
#? [1 (C2|B2|C1)]

# The rectangular six in the corner, with no liberty outside: two points kill, and the same two
# live. Komi 7.
#   A B C D E F G H J
# 9 . . . O X X . X .
# 8 . . . O X X . X .
# 7 O O O O X X . X .
# 6 X X X X X X X X X
# 5 X X X X X X X X X
# 4 O O O O O O O O O
# 3 . . O . . . O . .
# 2 . O O . . . O O .
# 1 O O O . . . O O O
loadsgf sgf/life_and_death-corner-six.sgf
130 reg_genmove black
#? [B8|B9]
140 reg_genmove white
#? [B8|B9]
141 owl_attack A7
#? [1 (B8|B9)]
142 owl_defend A7
#? [1 (B8|B9)]

# Bent four in the corner. White cannot approach; Black gives up four stones at A8, plays back at
# B9 and wins the ko, because White has no threat and no pass helps him. Komi 7.
#   A B C D E F G H J
# 9 X X X . O X . X .
# 8 . O O O O X . X .
# 7 O O X X X X . X .
# 6 X X X . X X X X X
# 5 X X X X X X X X X
# 4 O O O O O O O O O
# 3 . . O . . . O . .
# 2 . O O . . . O O .
# 1 O O O . . . O O O
loadsgf sgf/life_and_death-bent-four.sgf
150 reg_genmove black
#? [A8]
151 owl_attack E9
#? [[123] A8]
152 final_status E9
#? [dead]
153 final_status A9
#? [alive]

# Five stones on the second line in the corner are neither dead nor alive: "four die, six live".
# Komi 7.
#   A B C D E F G H J
# 9 . . X . . . . . .
# 8 . X X X O O O O O
# 7 X X . X X X X X X
# 6 X . X X X . X . X
# 5 X X X X X X X X X
# 4 O O O O O O O O O
# 3 . . O . . . O . .
# 2 . O O . . . O O .
# 1 O O O . . . O O O
loadsgf sgf/life_and_death-second-line-five.sgf
160 reg_genmove black
#? [E9|H9]
170 reg_genmove white
#? [E9|H9]
171 owl_attack E8
#? [1 (E9|H9)]
172 owl_defend E8
#? [1 (E9|H9)]

# The L group in the corner can live with one move alone: the 1-1 point. Komi 7.
#   A B C D E F G H J
# 9 . . . . X X . X .
# 8 . O O O X X . X .
# 7 O O X X X X . X .
# 6 X X X X . X X X X
# 5 X X X X X X X X X
# 4 O O O O O O O O O
# 3 . . O . . . O . .
# 2 . O O . . . O O .
# 1 O O O . . . O O O
loadsgf sgf/life_and_death-l-group.sgf
180 reg_genmove white
#? [A9]
190 reg_genmove black
#? [D9|A9|B9]
191 owl_defend A7
#? [1 A9]
192 owl_attack A7
#? [1 (D9|A9|B9)]

# The 2-1 point of the corner. Komi 7.
#   A B C D E F G H J
# 9 O . . O X X . . .
# 8 O O . O X X X X X
# 7 O O O O X X . . .
# 6 . . . O X X X . X
# 5 . . . O X X X X X
# 4 . . . O X X . X .
# 3 O O O O X X X O O
# 2 O O . O X X O . .
# 1 O . . O X X O O .
loadsgf sgf/life_and_death-two-one-point.sgf
200 reg_genmove black
#? [J2]
210 reg_genmove white
#? [J2]
211 owl_attack H1
#? [1 J2]
212 owl_defend G1
#? [1 J2]

# A larger corner with the same vital point. Komi 7.
#   A B C D E F G H J
# 9 O O O . . . O O O
# 8 . O O . . . O O .
# 7 . . O . . . O . .
# 6 O O O O O O O O O
# 5 X X X X X X X X X
# 4 X X X X X X X X X
# 3 O O O X . X . X .
# 2 . . O O X X . X .
# 1 . O O X X X . X .
loadsgf sgf/life_and_death-one-two-point.sgf
220 reg_genmove black
#? [A2]
230 reg_genmove white
#? [A2]
231 owl_attack A3
#? [1 A2]
232 owl_defend A3
#? [1 A2]

# The vital point is the 1-1 point. Komi 7.
#   A B C D E F G H J
# 9 O . . O X X O . .
# 8 O O . O X . O O .
# 7 O O O O X . X O O
# 6 . . . O X X X X X
# 5 . . . O X X X X X
# 4 . . . O X X X X X
# 3 O O O O X X . . .
# 2 O O . O X X X X X
# 1 O . . O X X . . .
loadsgf sgf/life_and_death-one-one-point.sgf
240 reg_genmove black
#? [J9]
250 reg_genmove white
#? [J9]
251 owl_attack H8
#? [1 J9]
252 owl_defend H8
#? [1 J9]

# Here the small hook at A6 has to be cut off or connected. Komi 7.
#   A B C D E F G H J
# 9 . O . O X X . X .
# 8 X O . O X X . X .
# 7 X O O . O X . X .
# 6 . O X X X X X X X
# 5 X X X X X X X X X
# 4 O O O O O O O O O
# 3 . . O . . . O . .
# 2 . O O . . . O O .
# 1 O O O . . . O O O
loadsgf sgf/life_and_death-hook.sgf
260 reg_genmove black
#? [A6]
270 reg_genmove white
#? [A6]
271 owl_attack B7
#? [1 A6]
272 owl_defend B7
#? [1 A6]

# A throw-in makes the second eye false. Komi 7.
#   A B C D E F G H J
# 9 X . X O O O . O .
# 8 X . X X O O . O .
# 7 . X . X O O . O .
# 6 O X . X O O O O O
# 5 O O O O O O O O O
# 4 X X X X X X X X X
# 3 . . X . . . X . .
# 2 . X X . . . X X .
# 1 X X X . . . X X X
loadsgf sgf/life_and_death-throw-in.sgf
280 reg_genmove white
#? [C6]
290 reg_genmove black
#? [C6]
291 owl_attack D7
#? [1 C6]
292 owl_defend D7
#? [1 C6]

# White takes the eye on the edge; Black makes it. Komi 7.
#   A B C D E F G H J
# 9 X X X . . . X X X
# 8 . X X . . . X X .
# 7 . . X . . . X . .
# 6 X X X X X X X X X
# 5 O O O O O O O O O
# 4 O O O O O O O O O
# 3 O X X . . O . O .
# 2 X X . X . O . O .
# 1 X . . X O O . O .
loadsgf sgf/life_and_death-edge-eye.sgf
300 reg_genmove white
#? [C1]
310 reg_genmove black
#? [C1]
311 owl_attack B3
#? [1 C1]
312 owl_defend B3
#? [1 C1]

# A space on the side with a stone already in it. Komi 7.
#   A B C D E F G H J
# 9 X . O . O X . X .
# 8 X X O . O X . X .
# 7 X X O . O X . X .
# 6 X X O O . X X X X
# 5 X X X X X X X X X
# 4 O O O O O O O O O
# 3 . . O . . . O . .
# 2 . O O . . . O O .
# 1 O O O . . . O O O
loadsgf sgf/life_and_death-side-four.sgf
320 reg_genmove black
#? [D8]
330 reg_genmove white
#? [D8]
331 owl_attack C9
#? [1 D8]
332 owl_defend C9
#? [1 D8]

# Two vital points side by side: one alone works for both. Komi 7.
#   A B C D E F G H J
# 9 O . . O X X . . .
# 8 O O . O X X X X X
# 7 O O O O X X . . .
# 6 . . . O X X X X X
# 5 . . . O X . X . X
# 4 . . . O X X X O O
# 3 O O O O X X O O .
# 2 O O . O X X X O .
# 1 O . . O X X X O .
loadsgf sgf/life_and_death-long-corner.sgf
340 reg_genmove black
#? [J2]
350 reg_genmove white
#? [J2]
351 owl_attack H1
#? [1 J2]
352 owl_defend H1
#? [1 J2]

# The group needs both its corner and its tail. Komi 7.
#   A B C D E F G H J
# 9 . X . X X . O . .
# 8 . X . X . X O . O
# 7 . X . X . X . O O
# 6 X X X X X X X X X
# 5 X X X X X X X X X
# 4 O O O O O O O O O
# 3 . . O . . . O . .
# 2 . O O . . . O O .
# 1 O O O . . . O O O
loadsgf sgf/life_and_death-descent.sgf
360 reg_genmove black
#? [H9]
370 reg_genmove white
#? [H9]
371 owl_attack G8
#? [1 H9]
372 owl_defend G8
#? [1 H9]

# A larger group with a single weakness. Komi 7.
#   A B C D E F G H J
# 9 O O O . . . O O O
# 8 . O O . . . O O .
# 7 . . O . . . O . .
# 6 O O O O O O O O O
# 5 X X X X X X X X X
# 4 X X X X . X X O .
# 3 . X . X X . . O .
# 2 . X . X . X O . .
# 1 . X . X X X O O .
loadsgf sgf/life_and_death-nine-point-group.sgf
380 reg_genmove black
#? [J2]
390 reg_genmove white
#? [J2]
391 owl_attack H1
#? [1 J2]
392 owl_defend H1
#? [1 J2]

# Four in a row is alive as it stands. Komi 7.
#   A B C D E F G H J
# 9 O . . . . O X . X
# 8 O O O O O O X X X
# 7 X X X X X X X . X
# 6 . X X . X X X X X
# 5 X X X X X X X X X
# 4 O O O O O O O O O
# 3 . . O . . . O . .
# 2 . O O . . . O O .
# 1 O O O . . . O O O
loadsgf sgf/life_and_death-straight-four.sgf
400 final_status A9
#? [alive]
410 final_status_list dead
#? []
411 owl_attack A8
#? [0]

# Four in a square is dead as it stands, whoever moves. Komi 7.
#   A B C D E F G H J
# 9 O . . O X X X . X
# 8 O . . O X X X X X
# 7 O O O O X X X . X
# 6 X X X X X X X X X
# 5 X X X X X X X X X
# 4 O O O O O O O O O
# 3 . . O . . . O . .
# 2 . O O . . . O O .
# 1 O O O . . . O O O
loadsgf sgf/life_and_death-square-four.sgf
420 final_status A9
#? [dead]
430 final_status A1
#? [alive]
431 owl_defend A8
#? [0]

# Bent four in the corner is dead by Japanese rules without being played out. Komi 7.
#   A B C D E F G H J
# 9 X X X . O X . X .
# 8 . O O O O X . X .
# 7 O O X X X X . X .
# 6 X X X . X X X X X
# 5 X X X X X X X X X
# 4 O O O O O O O O O
# 3 . . O . . . O . .
# 2 . O O . . . O O .
# 1 O O O . . . O O O
loadsgf sgf/life_and_death-bent-four-status.sgf
kata-set-rules japanese
# Nobody has to play it: Black may start the ko when no threats are left.
440 final_status C8
#? [dead]
kata-set-rules tromp-taylor
