"""The route "states": values by listing all states of a game, for small variants and boards."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from math import inf
from typing import Final

from ...game import Game
from ...records import TengenError
from ...rules.serving import Served, unserved
from .. import ordinary
from ..budget import KNOWN, BoardTooLarge, Budget, OutOfBudget, PositionNotServed
from ..checkpoints import KeptStates
from ..route import Bracket, Value, unit_of
from . import prisoner_thresholds
from .prisoner_thresholds import BareStates, ThresholdValues
from .state_values import ListedValues, StateValues, most_spent

MOST_VACANT: Final = 24
MOST_WIDE: Final = 49
"""The maximum number of points to play on, and the one for stones that block several points."""
_SERVED: Final[Served] = {
    **KNOWN,
    "repetition": lambda row: row.compares is None,
    "tax": ("none",),
    "tao_payment": ("prisoner",),
}
_PRISONERS: Final = (1, 2, 3, 4, 6, 8, 12, 16, 24, 32)
"""The limits on prisoners that are distinguished, tried in order until the bounds meet."""
_LONGEST_LINE: Final = 200


def refusal(game: Game) -> TengenError | None:
    """Return why the states of a game cannot be listed: an unsupported rule, a quicker route, or too many points."""
    who = "a list of states"
    found: TengenError | None = unserved(who, game.rules, _SERVED)
    if found is not None:
        return found
    if _scores_prisoners(game) and 8 * game.rules.prisoner_value % 1:
        return PositionNotServed(f"{who} needs prisoners worth a number of eighths, not {game.rules.prisoner_value:g}")
    row = game.state().table[0]
    if game.outcome is not None or row["irregular"] or row["placing"]:
        return PositionNotServed(f"{who} needs a game in progress, with any handicap placed")
    vacant = len(game.board) - len(game.stones)
    if ordinary.has_quicker(game, vacant):
        return PositionNotServed(f"{who} is for games that are not ordinary Go, or under other rules of repetition")
    most = MOST_VACANT if game.board.is_plain else MOST_WIDE
    if vacant <= most:
        return None
    return BoardTooLarge(f"{who} takes up to {most} points to play on, not {vacant}")


def solve(game: Game, budget: Budget) -> Value | None:
    """Return the value of a game, or the bounds when half of the budget was spent; None if there are none."""
    best: Bracket[float] = Bracket(-inf, inf)
    settled: ListedValues | None = None
    kept = KeptStates(budget.keeper)
    try:
        for found in listed(game, budget.half(), kept):
            new = found.bracket(game)
            best = Bracket(max(best.low, new.low), min(best.high, new.high))
            if new.is_settled or found.is_exact:
                settled = found
                kept.decide()
            if found.is_exact or not found.is_whole:
                break
    except OutOfBudget:
        pass
    except KeyboardInterrupt:
        if not _says_something(best):
            raise
    if settled is not None:
        return _complete(game, settled, budget)
    if not _says_something(best):
        kept.release()
        return None
    return Value(*_black(game, best), unit_of(game), False, (), (), _words(game), "states", budget.looked_at)


def listed(game: Game, budget: Budget, kept: KeptStates) -> Iterator[ListedValues]:
    """Yield the values of all states of a game, each time with a higher limit on prisoners."""
    if prisoner_thresholds.is_served(game):
        states, held = BareStates(game, budget, kept), max(game.prisoners.values())
        for limit in kept.limits(prisoner_thresholds.LIMITS):
            yield ThresholdValues(states, limit + held)
    else:
        least, limits = most_spent(game.rules), (None,) if not counts_prisoners(game) else _PRISONERS
        for most in kept.limits(tuple(dict.fromkeys(most and max(most, least) for most in limits))):
            yield StateValues(game, most, budget, kept)


def _says_something(bracket: Bracket[float]) -> bool:
    return (bracket.low, bracket.high) not in ((-inf, inf), (-1, 1))


def counts_prisoners(game: Game) -> bool:
    """Return whether the future depends on the prisoners that a side holds."""
    rules = game.rules
    return bool(_scores_prisoners(game) or rules.may_return or rules.tao == "on")


def _scores_prisoners(game: Game) -> bool:
    """Return whether prisoners count at the end with a positive value, so that more of them are an advantage."""
    rules = game.rules
    return bool(rules.scoring == "territory" and rules.end == "passes" and rules.prisoner_value)


def _complete(game: Game, found: ListedValues, budget: Budget) -> Value:
    """Return a value that no limit cut short, with the moves that keep it."""
    unit, words, bracket = unit_of(game), _words(game), found.bracket(game)
    side = 1 if game.to_play == "black" else -1
    cycle = side * game.rules.compensation if unit == "points" else 0.0  # infinite play is worth 0 after komi
    moves: tuple[str, ...] = ()
    line: tuple[str, ...] = ()
    with suppress(KeyboardInterrupt):
        moves = tuple(map(game.write_move, found.keeping(game, cycle)))
        line = tuple(found.line(game, cycle, _LONGEST_LINE))
    plies = found.plies(game) if bracket.is_settled and unit == "winner" else None
    if not bracket.is_settled:
        words += "; between the bounds it depends on what infinite play is worth"
    return Value(*_black(game, bracket), unit, True, moves, line, words, "states", budget.looked_at, plies)


def _black(game: Game, bracket: Bracket[float]) -> tuple[float, float]:
    black = bracket if game.to_play == "black" else bracket.turned()
    komi = game.rules.compensation if unit_of(game) == "points" else 0.0
    return black.low - komi + 0.0, black.high - komi + 0.0  # no -0.0


def _words(game: Game) -> str:
    words = f"the rules of this game (repetition = {game.rules.repetition})"
    words += ", as the game stands" if game.moves else ""
    return words + ("" if game.rules.end == "no-moves" else "; stones left on the board count as alive")
