"""Which games may be rated: those that both players begin as rated, each of them with an account or the computer."""

from __future__ import annotations

from ...game import Game
from ...records import Text
from ..errors import RequestError
from ..store import Visitor
from .kinds import OWN, kind_of


def refuse_nobody(visitor: Visitor | None) -> None:
    """Refuse who has no account: nobody's rating would change.

    Raises:
        RequestError: they have none.
    """
    if visitor is None or visitor.account is None:
        raise RequestError(
            403, "no-account", Text("Only players with accounts play rated games; the computer needs none.")
        )


def refuse_unrated(visitor: Visitor | None, game: Game, between_two: bool, ends: bool) -> None:
    """Refuse a rated game that cannot be one.

    It is of a kind of its own, or not ``between_two`` from the first move, or has no clock, by which it surely
    ``ends``: who is losing could go away else, and nothing would be counted.

    Raises:
        RequestError: it cannot be rated, or the visitor who begins it has no account.
    """
    refuse_nobody(visitor)
    if not between_two or kind_of(game) == OWN:
        raise RequestError(
            422,
            "not-rated",
            Text(
                "Rated games have the usual rules of a named game on a named board, from the first move, against a "
                "friend or the computer."
            ),
        )
    if not ends:
        raise RequestError(422, "not-rated", Text("Rated games have a clock, so that each of them ends."))
