"""What becomes of every point at the end, as far as is known now: GNU Go's words for it, and bounds of the score."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from ..records.position import COLOURS
from .parameters import Refusal

if TYPE_CHECKING:
    from .engine import Engine

Status = Literal["alive", "seki", "dead", "black_territory", "white_territory", "dame"]

OF_STONES: Final[tuple[Status, ...]] = ("alive", "seki", "dead")
OF_OTHERS: Final[tuple[Status, ...]] = ("black_territory", "white_territory", "dame")


class Estimate(NamedTuple):
    """Black's lead with komi: the mean, the most and the least over who moves first."""

    lead: float
    most: float
    least: float


def statuses(engine: Engine) -> Mapping[str, Status]:
    """Return the status of every point by its label; a Tao stone's point is dame, for it is nobody's."""
    game, dead = engine.game, set(engine.dead())
    score = game.score(engine.counted, dead=dead)
    seki = {label for holding in score.seki for label in holding.stones}
    stones, owner = game.stones, score.owner
    found: dict[str, Status] = {}
    for label in game.board.labels:
        if stones.get(label) in COLOURS:
            found[label] = "dead" if label in dead else "seki" if label in seki else "alive"
        else:
            side = owner[label]
            found[label] = "dame" if side is None else "black_territory" if side == "black" else "white_territory"
    return found


def estimate(engine: Engine) -> Estimate:
    """Return what the score is expected to be; Refusal where there is none, since the last move wins."""
    if not engine.game.rules.ends_by_passes:
        raise Refusal("there is no score: whoever cannot move loses")
    if engine.game.outcome is not None:
        margin = engine.margin()
        return Estimate(margin, margin, margin)
    ending = engine.ending()
    first, second = ending.first.lead, ending.second.lead
    return Estimate((first + second) / 2, max(first, second), min(first, second))
