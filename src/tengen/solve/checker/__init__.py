"""A checker of written proofs, independent of the searches that find them: plain Python with its own rules.

    python -m tengen.solve.checker proof.jsonl.gz

A proof states that a side, the *prover*, wins or gets at least the points of its claim (its own score less the other
side's) in at most a given number of turns of both sides, against any play of the other side, the *adversary*. It covers
Go under plain ko, Tile Go, Cushion Go, Tao Go and Gengo. It is a text of JSON lines, gzipped or not. The first line
holds the board, the rules and the position. Each claim is a line, followed by those of its proof:

- `["move", position, tiles, barred, incursion, passed, prisoners, turns, move]`: the prover is to move and plays
  `move`; play then ends, or is safe, after at most `turns` turns;
- `["safe", position, passed, marks]`, in ordinary Go only: the adversary is to move; the chains marked `#` live, and
  the regions marked `+` are the prover's.

Positions have a sign for each point: `X` black, `O` white, `T` a Tao stone, `.` vacant. Tiles are stack heights, and
barred is the point that ko forbids. The adversary's answers are not in the file: the checker generates all of them from
the rules (clauses of docs/reference/spec.md), and looks up a line for each resulting position, in any symmetric form.
Each answer must lead to a line with fewer turns, and a line's turns must be exactly two more than those of its longest
answer. So play ends, regardless of earlier moves. Every line of the file is checked, even if no other line leads to it.
"""
