"""Players who can say what they think: their interim results, and the moves that they choose from."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from typing import TYPE_CHECKING, cast

from .parameters import Refusal

if TYPE_CHECKING:
    from ..game import Game
    from ..players import Analysis, Analyst, Player
    from ..players.scope import Scope


def interim(
    looks: Iterator[Analysis], told: Callable[[Analysis], str], every: int, cancelled: Callable[[], bool]
) -> Generator[str, None, Analysis | None]:
    """Yield what ``told`` makes of one look in ``every`` and of the last, where it is new; return the last look."""
    found, line, last = None, "", ""
    for number, found in enumerate(looks, 1):
        if cancelled():
            return found
        line = told(found)
        if number % every == 0 and line != last:
            yield line
            last = line
    if line != last:
        yield line
    return found


def analyst_of(player: Player) -> Analyst | None:
    """Return a player as one who can say what it thinks, None where it cannot."""
    return cast("Analyst", player) if hasattr(player, "analyse") else None


def first_allowed(game: Game, player: Player, scope: Scope | None) -> str:
    """Return the first legal move that a scope does not bar, "" where it bars none; Refusal where it bars all."""
    barred = None if scope is None else scope.barred
    if barred is None:
        return ""
    if analyst_of(player) is None:
        raise Refusal("this player cannot restrict its moves")
    from ..players.actions import action_of
    from ..records import COLOURS

    own, points = barred[COLOURS.index(game.to_play)], len(game.board)
    first = next((move for move in game.legal_moves() if not own[action_of(move, points)]), None)
    if first is None:
        raise Refusal("no allowed move is legal")
    return game.write_move(first)


def best_of(game: Game, player: Player) -> str:
    """Return the move that a player who has just resigned liked best; "resign" where there is none."""
    from ..players import Budget

    analyst = analyst_of(player)
    if analyst is None:
        return "resign"
    *_, found = analyst.analyse(game, Budget(simulations=1))
    return found.candidates[0].move if found.candidates else "resign"
