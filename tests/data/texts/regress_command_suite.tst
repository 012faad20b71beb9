level 8
10 say D4
#? [D4]
20 say D4
#? [E5|E6]
30 say E5
#? [E5]*
40 owl_attack D4
#? [1 .*]*
50 die
