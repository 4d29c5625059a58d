# Ko and superko under every ko rule: what may be played, and what the player does about it.
# is_legal answers 1 or 0.

# The basic ko: Black takes at C3. White may not take back at once, whatever the ko rule; Black
# may fill; after an exchange elsewhere White may take. Komi 0.5.
#   A B C D E
# 5 . . . . .
# 4 . X O . .
# 3 X O . O .
# 2 . X O . .
# 1 . . . . .
loadsgf sgf/ko_and_superko-basic-ko.sgf
kata-set-rules {"ko":"SIMPLE"}
play black C3
10 captures black
#? [1]
20 is_legal white B3
#? [0]
30 is_legal black B3
#? [1]
kata-set-rules {"ko":"POSITIONAL"}
40 is_legal white B3
#? [0]
kata-set-rules {"ko":"SITUATIONAL"}
50 is_legal white B3
#? [0]
play white E5
play black E1
60 is_legal white B3
#? [1]
kata-set-rules {"ko":"POSITIONAL"}
70 is_legal white B3
#? [1]
kata-set-rules {"ko":"SIMPLE"}
80 is_legal white B3
#? [1]
kata-set-rules cgos

# Sending two, returning one: Black adds a stone at A1, White takes two at C1, and if Black takes
# back at B1 the first position is on the board again, but with White to move. Komi 0.5.
#   A B C D E
# 5 . . . . .
# 4 . . . . .
# 3 . . . . .
# 2 O O X . .
# 1 . X . X .
loadsgf sgf/ko_and_superko-two-for-one.sgf
kata-set-rules {"ko":"POSITIONAL"}
play black A1
play white C1
90 captures white
#? [2]
100 is_legal black B1
#? [0]
kata-set-rules {"ko":"SITUATIONAL"}
110 is_legal black B1
#? [1]
kata-set-rules {"ko":"SIMPLE"}
120 is_legal black B1
#? [1]
# Once more: the same stones with the same player to move.
play black B1
play white pass
130 is_legal black A1
#? [1]
kata-set-rules {"ko":"SITUATIONAL"}
140 is_legal black A1
#? [0]
kata-set-rules {"ko":"POSITIONAL"}
150 is_legal black A1
#? [0]
kata-set-rules cgos

# The cycle of the eternal life: each player in turn adds a stone, loses two and puts one back.
# Four moves later the position is the same, with the same player to move. Komi 0.5.
#   A B C D E
# 5 . . . . .
# 4 . . . . .
# 3 . . . . .
# 2 O O X X .
# 1 . X . O X
loadsgf sgf/ko_and_superko-eternal-life.sgf
kata-set-rules {"ko":"SIMPLE"}
play black A1
play white C1
play black B1
160 captures black
#? [2]
170 captures white
#? [2]
180 is_legal white D1
#? [1]
kata-set-rules {"ko":"POSITIONAL"}
190 is_legal white D1
#? [0]
kata-set-rules {"ko":"SITUATIONAL"}
200 is_legal white D1
#? [0]
kata-set-rules cgos

# Three kos. Taking in turn, the players are back where they began after six moves. Komi 6.5.
#   A B C D E F G H J
# 9 . X O . . . . . .
# 8 X O . O . . . . .
# 7 . X O . . . . . .
# 6 . X O . . . . . .
# 5 X . X O . . . . .
# 4 . X O . . . . . .
# 3 . X O . . . . . .
# 2 X O . O . . . . .
# 1 . X O . . . . . .
loadsgf sgf/ko_and_superko-triple-ko.sgf
kata-set-rules {"ko":"SIMPLE"}
play black C8
play white B5
play black C2
play white B8
play black C5
210 captures black
#? [3]
220 captures white
#? [2]
230 is_legal white B2
#? [1]
kata-set-rules {"ko":"POSITIONAL"}
240 is_legal white B2
#? [0]
250 reg_genmove white
#? [!B2]
kata-set-rules {"ko":"SITUATIONAL"}
260 is_legal white B2
#? [0]
kata-set-rules japanese
270 is_legal white B2
#? [1]
kata-set-rules chinese
280 is_legal white B2
#? [1]
kata-set-rules aga
290 is_legal white B2
#? [0]
kata-set-rules new-zealand
300 is_legal white B2
#? [0]
kata-set-rules tromp-taylor
310 is_legal white B2
#? [0]
kata-set-rules cgos

# A stone elsewhere makes another position: then the third ko may be taken back. Komi 6.5.
#   A B C D E F G H J
# 9 . X O . . . . . .
# 8 X O . O . . . . .
# 7 . X O . . . . . .
# 6 . X O . . . . . .
# 5 X . X O . . . . .
# 4 . X O . . . . . .
# 3 . X O . . . . . .
# 2 X O . O . . . . .
# 1 . X O . . . . . .
loadsgf sgf/ko_and_superko-long-cycle-with-stone.sgf
play black C8
play white B5
play black C2
play white B8
play black H5
play white pass
play black C5
320 is_legal white B2
#? [1]

# Two stones in the corner: suicide of the chain is allowed by Tromp-Taylor and New Zealand rules,
# by others not. A single stone never may: nothing would have changed. Komi 0.5.
#   A B C D E
# 5 . X O . O
# 4 . O O O O
# 3 . . . O .
# 2 . . . X .
# 1 . . . . .
loadsgf sgf/ko_and_superko-suicide.sgf
kata-set-rules tromp-taylor
330 is_legal black A5
#? [1]
340 is_legal black D5
#? [0]
play white A4
350 is_legal black A5
#? [1]
kata-set-rules new-zealand
360 is_legal black A5
#? [1]
kata-set-rules cgos
370 is_legal black A5
#? [0]
kata-set-rules japanese
380 is_legal black A5
#? [0]
kata-set-rules tromp-taylor
play black A5
390 list_stones black
#? [D2]
400 captures white
#? [2]
kata-set-rules cgos

# Black takes the ko at D4 and wins it, for White has no threat. Komi 0.5.
#   A B C D E F G
# 7 . X X O O O .
# 6 X X . X X O O
# 5 . X X O X O .
# 4 X X O . O O O
# 3 . X . O X O .
# 2 X X O O X O O
# 1 . X X . X O .
loadsgf sgf/ko_and_superko-take-the-ko.sgf
410 reg_genmove black
#? [D4]

# White has just taken the ko at D7. Black may not take back at once, and wins only with a threat
# at D1 or D4; White has to answer at D4, and then Black takes back. Komi 0.5.
#   A B C D E F G
# 7 . X X . X O .
# 6 X X X X O O O
# 5 . X . O . O .
# 4 X X O . O O O
# 3 . X X X X O .
# 2 X X . O O O O
# 1 . X X . . O .
loadsgf sgf/ko_and_superko-ko-threat.sgf
play white D7
420 is_legal black E7
#? [0]
430 reg_genmove black
#? [D1|D4]
play black D1
play white D4
440 is_legal black E7
#? [1]
450 reg_genmove black
#? [E7]

# The same on the first line: White has taken at E1, and Black threatens something first. Komi
# 0.5.
#   A B C D E F G
# 7 . O X O . X .
# 6 O O X . . X X
# 5 . O . O X X .
# 4 O O O X . X X
# 3 . O X . . X .
# 2 O O X O X X X
# 1 . O O X . X .
loadsgf sgf/ko_and_superko-ko-threat-first.sgf
play white E1
460 reg_genmove black
#? [D3|D6]

# After A1 and C1 the stone at C1 could be taken at B1, but for positional superko. Komi 0.5.
#   A B C D E
# 5 . . . . .
# 4 . . . . .
# 3 . . . . .
# 2 O O X . .
# 1 . X . X .
loadsgf sgf/ko_and_superko-no-illegal-recapture.sgf
kata-set-rules {"ko":"POSITIONAL"}
play black A1
play white C1
470 reg_genmove black
#? [!B1]
kata-set-rules cgos
