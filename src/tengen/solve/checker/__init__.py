"""A checker of written proofs that shares nothing with the searches that find them: plain Python, rules of its own.

    python -m tengen.solve.checker proof.jsonl.gz

A proof says that a side gets at least so many points, whatever the other side does, under plain ko with area scoring.
It is a text of lines in JSON, gzipped or not. The first line holds the board, the rules and the position. Each claim is
a line, followed by those of its proof:

- `["move", position, ko, passed, move]`: the side that is to get the points, the *prover*, is to move, and moves so;
- `["safe", position, passed, marks]`: the other side, the *adversary*, is to move; the chains marked `#` live, and the
  regions marked `+` are the prover's.

Positions have a sign a point: `X` black, `O` white, `.` vacant. The adversary's answers are not written down. The
checker makes all of them, by the rules (clauses of docs/spec.md), and looks for a line about each position that they
lead to, as it is or turned by a symmetry of the board. It follows the proof from its start to all its ends and refuses
a proof in which play could come back to a position; so what it accepts ends, and ends well, whatever was played before.
"""
