# Small tests of our own, which any program that speaks GTP should pass.

# Nothing else is as good on 5x5 as to begin in the middle.
boardsize 5
clear_board
komi 0
10 reg_genmove b
#? [C3]

# Before its twelfth move: White takes a stone, and lives with it.
loadsgf games/capture.sgf 12
20 reg_genmove w
#? [E4]
30 reg_genmove w	# a stone less is too little
#? [!D1|C1]

# At the end of the game: Black has just made the cut.
loadsgf games/cut.sgf
40 known_command no_such_command
#? [true]*

loadsgf games/cut.sgf 13
50 reg_genmove b
#? [D4|d5]
60 protocol_version
