# Seki: neither side can capture, and who tries is captured.

# White is behind in the race, but not so far that seki is out of reach: D2, then E3 leaves two
# common liberties. Komi 9.
#   A B C D E F G H
# 8 . X O X X X O .
# 7 X X O X X X O O
# 6 . X O X X O O .
# 5 X X O . X X O O
# 4 . X O O . X O .
# 3 X X O O . X O O
# 2 . X X . X X O .
# 1 X X X O O X O O
loadsgf sgf/seki-make-seki.sgf
10 reg_genmove white
#? [D2]

# Black saves the stones by seki. Best play: E4 D4 F5 C5 F1 E5 D6. Komi 3.5.
#   A B C D E F G H
# 8 . O X X . X X .
# 7 O O X O X X X X
# 6 . O X O O X X .
# 5 O O . X O . X X
# 4 . O X . . X X .
# 3 O O O X O X X X
# 2 . O X O O O X .
# 1 O O . O O . X X
loadsgf sgf/seki-by-sacrifice.sgf
20 reg_genmove black
#? [E4]

# F2 and nothing else makes seki. Best play: F2 D3, and both sides pass. Komi 3.
#   A B C D E F G H
# 8 . O X . O O X .
# 7 O O X O O X X X
# 6 . O X O O O X .
# 5 O O X . O X X X
# 4 . O X X O X X .
# 3 O O X . O O X X
# 2 . O X O O . X .
# 1 O O X X X O X X
loadsgf sgf/seki-second-line.sgf
30 reg_genmove white
#? [F2]

# The way to seki starts from above: F4 B5 H4. Komi 1.
#   A B C D E F G H
# 8 X . X . X . X .
# 7 X X X X X X X X
# 6 O O O O O X O O
# 5 X . . X O O O .
# 4 X X X X X . X .
# 3 X O X X X O X X
# 2 O O O O O O O O
# 1 O . O . O . O .
loadsgf sgf/seki-from-above.sgf
40 reg_genmove black
#? [F4]

# F3 E3, and neither side can go on. Komi 5.5.
#   A B C D E F G H
# 8 . O O X X O X .
# 7 O O X X . O X X
# 6 . O X X X O X .
# 5 O O O X . O X X
# 4 . O X X X O X .
# 3 O O O X . . X X
# 2 . O O X O O X .
# 1 O O O X O X X X
loadsgf sgf/seki-close-in.sgf
50 reg_genmove white
#? [F3]

# Black's twelve stones and White's seven in the middle share the liberties D3 and D5: who fills
# one of them is captured. Black is ahead and passes; White must not try either. Komi 0.5.
#   A B C D E F G
# 7 . X O X X O .
# 6 X X O X X O O
# 5 . X O . X O .
# 4 X X O X X O O
# 3 . X O . X O .
# 2 X X O X X O O
# 1 . X O X X O .
loadsgf sgf/seki-keep.sgf
60 reg_genmove black
#? [pass|PASS]
70 reg_genmove white
#? [!D3|D5]
80 final_status C4
#? [seki]
90 final_status E4
#? [seki]
100 final_status B4
#? [alive]
110 final_score
#? [B\+4.5]
kata-set-rules japanese
120 final_status_list dead
#? []
130 final_score
#? [W\+0.5]
kata-set-rules cgos

# Nobody knows yet whose these stones will be, and all of them can run: that is no seki. Komi 7.
#   A B C D E F G H J
# 9 . . . . . . . . .
# 8 . . . . . . . . .
# 7 . . . . . . . . .
# 6 . . . . . . . . .
# 5 . . . X . . . . .
# 4 . . O X . . . . .
# 3 . . . . . . . . .
# 2 X . . . . . . . .
# 1 . O . . . . . . .
loadsgf sgf/seki-open-ground.sgf
140 final_status_list seki
#? []
kata-set-rules japanese
150 final_status_list seki
#? []
kata-set-rules cgos

# A fight in which several chains have few liberties, and which is not over: no seki either. Komi 7.
#   A B C D E F G H J
# 9 . . . . . . . . .
# 8 . . O O O . . . .
# 7 . . . X O X . . .
# 6 . . . X X O O X .
# 5 . X . . X . X O .
# 4 . . X O . . X O .
# 3 . X O . O X O . .
# 2 . . . O . X . . .
# 1 . . . . . . . . .
loadsgf sgf/seki-unfinished-fight.sgf
kata-set-rules japanese
160 final_status_list seki
#? []
play white pass
play black pass
170 final_status_list seki
#? []
kata-set-rules cgos

# The groups above have an eye each and share D7: who plays there is captured. Komi 0.5.
#   A B C D E F G
# 7 . X X . O O .
# 6 X X X X O O O
# 5 O O O O X X X
# 4 O . O O X . X
# 3 O O O O X X X
# 2 O . O X X . X
# 1 O O O X X X X
loadsgf sgf/seki-eyes.sgf
180 final_status B7
#? [seki]
190 final_status F7
#? [seki]
200 final_status A5
#? [alive]
kata-set-rules japanese
210 final_status_list dead
#? []
220 final_status B7
#? [seki]
230 final_score
#? [W\+0.5]
kata-set-rules cgos
