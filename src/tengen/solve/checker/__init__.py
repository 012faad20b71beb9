"""A checker of written proofs that shares nothing with the searches that find them: plain Python, rules of its own.

    python -m tengen.solve.checker proof.jsonl.gz

A proof says that a side, the *prover*, wins or gets at least the points of its claim (its own score less the other
side's) in at most a number of turns, both sides' counted, whatever the other side, the *adversary*, does. It covers
Go under plain ko, Tile Go, Cushion Go, Tao Go and Gengo. It is a text of lines in JSON, gzipped or not. The first line
holds the board, the rules and the position. Each claim is a line, followed by those of its proof:

- `["move", position, tiles, barred, incursion, passed, prisoners, turns, move]`: the prover is to move, and moves so;
  play then ends, or is safe, after at most `turns` turns;
- `["safe", position, passed, marks]`, in ordinary Go alone: the adversary is to move; the chains marked `#` live, and
  the regions marked `+` are the prover's.

Positions have a sign a point: `X` black, `O` white, `T` a Tao stone, `.` vacant. Tiles are heights of stacks, and
barred is what the ko keeps. The adversary's answers are not written down. The checker makes all of them, by the rules
(clauses of docs/reference/spec.md), and looks for a line about each position that they lead to, as it is or turned by
a symmetry of the board. Each answer must lead to a line with fewer turns, and the turns of a line must be exactly
those of the longest answer and two more. So play ends, whatever was played before, and every line of the file is
checked, also one that nothing leads to.
"""
