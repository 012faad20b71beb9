"""What the engine advises: hints with their reasons, the mistakes of a game, and how it is likely to end."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from .parameters import Refusal

if TYPE_CHECKING:
    from ..engines import Engine as Adviser
    from ..engines import Estimate, Hint, Mistake
    from ..players import Analyst
    from ..records import Colour
    from .engine import Engine


def hint(engine: Engine, colour: Colour) -> Hint:
    """Return what the player would do for a side, and why."""
    from ..engines import hint

    if engine.game.outcome is not None:
        raise Refusal("the game is over")
    game = engine.course.turned(colour)
    with engine.charged():
        found = hint(game, _opinion(engine), engine.thinking.budget())
    engine.opinion_by = found.engine
    return found


def mistakes(engine: Engine, visits: int | None = None) -> list[Mistake]:
    """Return the largest mistakes of the game so far, with ``visits`` visits of each position."""
    from ..engines.reports.mistakes import mistakes_of, report
    from ..players import Budget

    if not engine.course.moves():
        raise Refusal("no move has been made")
    budget = engine.thinking.budget() if visits is None else Budget(visits)
    with engine.charged():
        found = report(engine.course.record(), _opinion(engine), budget)
    engine.opinion_by = " and ".join(found.engines)
    return mistakes_of(found)


def estimate(engine: Engine) -> Estimate:
    """Return how the game is likely to end."""
    from ..engines.estimates import estimate_of

    return estimate_of(engine.ending())


def _opinion(engine: Engine) -> Adviser:
    """Return the engine that the player follows, or the player as one."""
    from ..engines import Own

    player = engine.player()
    if not hasattr(player, "analyse"):
        raise Refusal("this player has no opinion")
    return engine.adviser or Own(lambda: cast("Analyst", player))
