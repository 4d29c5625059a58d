# Scoring: what is dead, and what the result is, by area and by territory.

# A5 and F3 are dead, D5 is neutral. Area: Black 11 stones and 11 points, White 12 and 14.
# Territory: 11 points and one prisoner against 14 and one. Komi 0.5.
#   A B C D E F G
# 7 . . X O . . .
# 6 . X X O O . .
# 5 O . X . O O .
# 4 . X X O O . O
# 3 . . X O . X .
# 2 . X X O O . .
# 1 . . X X O . .
loadsgf sgf/scoring-two-dead-stones.sgf
kata-set-rules cgos
10 final_status A5
#? [dead]
20 final_status F3
#? [dead]
30 final_status C3
#? [alive]
40 final_status_list dead
#? [A5.F3|F3.A5]
50 final_score
#? [W\+4.5]
komi 7.5
60 final_score
#? [W\+11.5]
komi -4
70 final_score
#? [0]
komi 0.5
kata-set-rules japanese
80 final_status_list dead
#? [A5.F3|F3.A5]
90 final_score
#? [W\+3.5]
kata-set-rules cgos

# White's stone at A4 is dead. Taking it costs nothing where area counts; by territory Black's two
# moves cost two points, for White passes. Komi 0.5.
#   A B C D E
# 5 . X X O .
# 4 O . X O O
# 3 X X X O .
# 2 . X O O O
# 1 . X O . .
loadsgf sgf/scoring-filling-costs.sgf
kata-set-rules cgos
100 final_score
#? [B\+0.5]
kata-set-rules japanese
110 final_score
#? [B\+1.5]
play black A5
play white pass
play black B4
play white pass
120 captures black
#? [1]
130 final_score
#? [W\+0.5]
kata-set-rules chinese
140 final_score
#? [B\+0.5]
kata-set-rules cgos

# A board with stones of one colour is all theirs. Chinese rules give White a point for each
# handicap stone, AGA rules one less.
boardsize 9
clear_board
komi 0.5
kata-set-rules cgos
150 fixed_handicap 3
#? [[CG][37]( [CG][37]){2}]
160 final_score
#? [B\+80.5]
kata-set-rules chinese
170 final_score
#? [B\+77.5]
kata-set-rules aga
180 final_score
#? [B\+78.5]
kata-set-rules cgos

# White's stones in the corner have one eye space of four in a square: all are dead, and the score
# counts them so. Komi 7.
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
loadsgf sgf/scoring-big-dead-group.sgf
190 final_status D9
#? [dead]
200 final_status A1
#? [alive]
210 final_score
#? [B\+2]

# Seki: the stones count where area counts, their two common liberties for nobody. Komi 0.5.
#   A B C D E F G
# 7 . X O X X O .
# 6 X X O X X O O
# 5 . X O . X O .
# 4 X X O X X O O
# 3 . X O . X O .
# 2 X X O X X O O
# 1 . X O X X O .
loadsgf sgf/scoring-seki-counts.sgf
kata-set-rules cgos
220 final_status_list dead
#? []
230 final_score
#? [B\+4.5]
kata-set-rules japanese
240 final_score
#? [W\+0.5]
kata-set-rules cgos

# By territory nobody gains the points between the walls: nothing is open. Komi 0.5.
#   A B C D E
# 5 . X . O .
# 4 X X . O O
# 3 . X . O .
# 2 X X . O O
# 1 . X . O .
loadsgf sgf/scoring-dame.sgf
kata-set-rules japanese
play black pass
play white pass
250 estimate_score
#? [W\+0\.5 \(upper bound: 0\.5, lower: 0\.5\)]
kata-set-rules cgos
