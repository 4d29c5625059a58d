#? [A1]
10
99999999999 name
30 name #? [x]
#? A1
40 play b A1
#? [(]
#? [a]
