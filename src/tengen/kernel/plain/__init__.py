"""What a game asks of compiled code, in plain Python: slower by a hundred times, and there at once.

These functions take and give what the compiled ones of the same names do, on the same memory: `moves.judge_points`,
`moves.turn`, `build.rebuild` and `taxes.score`. So a game can begin with these and go on with those. They share no code
with the kernel: they look for whole chains and regions, as the clauses of the specification say.
"""

from .building import rebuild
from .counting import score
from .turning import judge_points, turn

__all__ = ["judge_points", "rebuild", "score", "turn"]
