"""What a guided search is tuned by."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from ...records import TengenError

Method = Literal["puct", "gumbel"]


@dataclass(frozen=True)
class ForestOptions:
    """What a forest's searches are tuned by.

    ``method`` is "puct" or "gumbel". A margin counts ``score_weight`` beside the result, half of it at
    ``score_scale`` times the root of the points. ``considered`` is how many actions a Gumbel search tries at first, and
    ``gumbel`` scales its Gumbel numbers: 0 makes it deterministic. ``noise`` is the share of Dirichlet noise in the
    priors of a PUCT search's root, ``concentration`` the sum of its parameters. ``limit`` is after how many turns a
    game is cut and counted as it stands: None is three times the number of points, 0 never. ``settled`` says that dead
    stones are taken off when a game has ended by passes: such an end is then evaluated, as if the game went on, and not
    counted. None does so where territory counts.
    """

    method: Method = "puct"
    score_weight: float = 0.1
    score_scale: float = 2.0
    cpuct: float = 1.0
    cpuct_log: float = 0.45
    cpuct_base: float = 500.0
    fpu: float = 0.2
    root_fpu: float = 0.1
    loss: float = 1.0
    visit_offset: float = 50.0
    value_scale: float = 1.0
    considered: int = 16
    gumbel: float = 1.0
    noise: float = 0.0
    concentration: float = 10.83
    limit: int | None = None
    settled: bool | None = None

    def __post_init__(self) -> None:
        if self.method not in get_args(Method):
            raise TengenError(f"method must be {' or '.join(get_args(Method))}, not {self.method!r}")
        if self.considered < 1:
            raise TengenError(f"considered must be at least 1, not {self.considered!r}")
