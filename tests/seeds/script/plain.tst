# A comment.
boardsize 5
10 reg_genmove black
#? [C3|D4]*
20 name # why
#? [!Tengen]&
name
#? []
