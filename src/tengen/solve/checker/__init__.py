"""A checker of written proofs that shares nothing with the searches that find them: plain Python, rules of its own.

    python -m tengen.solve.checker proof.jsonl.gz

A proof says that a side gets at least the points of its claim, which are its own area less the other side's, whatever
the other side does, under plain ko with area scoring. It is a text of lines in JSON, gzipped or not. The first line
holds the board, the rules and the position. Each claim is a line, followed by those of its proof:

- `["move", position, ko, passed, move]`: the side that is to get the points, the *prover*, is to move, and moves so;
- `["safe", position, passed, marks]`: the other side, the *adversary*, is to move; the chains marked `#` live, and the
  regions marked `+` are the prover's.

Positions have a sign a point: `X` black, `O` white, `.` vacant. The adversary's answers are not written down. The
checker makes all of them, by the rules (clauses of docs/spec.md), and looks for a line about each position that they
lead to, as it is or turned by a symmetry of the board. It follows the proof from its start to all its ends and refuses
a proof in which play could come back to a position; so what it accepts ends, and ends well, whatever was played before.

Proofs of Tile Go, Cushion Go, Tao Go and Gengo have lines of their own (`variants`). A claim says that a side wins, or
gets at least its points, its own score less the other's, and in how many turns at most:

- `["move", position, tiles, barred, incursion, passed, prisoners, turns, move]`: the prover is to move, and moves so;
  the game then ends after at most `turns` turns, both sides' counted.

`T` is a Tao stone, tiles are heights of stacks, and barred is what the ko keeps. Each answer must lead to a line with
fewer turns, and the turns of a line must be exactly those of the longest answer and two more. So play ends, and every
line of the file is checked, also one that nothing leads to.
"""
