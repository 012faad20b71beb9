"""Kinds of games, by which results and ratings are counted, and the conditions for rated games."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from ...boards import parse
from ...boards.titles import titled
from ...game import Game
from ...records import TengenError, Text
from ...rules.preset_files import preset
from ..errors import RequestError
from ..store import Visitor
from ..texts import say, tell

OWN: Final = "own"
"""The kind of all games with custom rules or boards."""

_MOST_BOARD: Final = 80
"""The longest text of a board that has its own kinds."""

_OWN_BOARDS: Final = ("edges:", "{")
"""Prefixes of board texts that describe a board instead of naming one."""


def kind_of(game: Game) -> str:
    """Return the kind of a game: preset and board text; custom rules or boards are all one kind.

    >>> kind_of(Game("tile", board="9x9")), kind_of(Game("tile", board="9", komi=30))
    ('tile/9', 'own')
    """
    text = game.board.without_overlap().text
    named = len(text) <= _MOST_BOARD and not text.startswith(_OWN_BOARDS)
    try:
        plain = preset(game.variant.name).rules == game.rules
    except TengenError:
        plain = False
    return f"{game.variant.name}/{text}" if named and plain else OWN


@lru_cache(maxsize=512)
def _named(kind: str) -> tuple[str, str]:
    name, _, text = kind.partition("/")
    found = preset(name)
    return found.title, titled(parse(text, footprint=found.footprint, files=False), found.footprint)


def titles(kind: str) -> tuple[str, str]:
    """Return the names of a kind's game and board in the reader's language."""
    if kind == OWN:
        return say("Own rules or board"), ""
    game, board = _named(kind)
    return tell(game), tell(board)


def refuse_nobody(visitor: Visitor | None) -> None:
    """Raise RequestError if the visitor has no account."""
    if visitor is None or visitor.account is None:
        why = Text("Only players with accounts play rated games; the computer needs none.")
        raise RequestError(403, "no-account", why)


def refuse_unrated(visitor: Visitor | None, game: Game, between_two: bool, ends: bool) -> None:
    """Raise RequestError if a rated game is of the kind "own", or not ``between_two`` from the first move.

    It must also have a clock, so that it certainly ``ends``: otherwise a losing player could just leave.
    """
    refuse_nobody(visitor)
    if not between_two or kind_of(game) == OWN:
        why = Text(
            "Rated games use the standard rules of a named game on a named board, from the first move, against a "
            "friend or the computer."
        )
        raise RequestError(422, "not-rated", why)
    if game.rules.fairness != "none":
        raise RequestError(422, "not-rated", Text("Games in which players swap sides or bid for komi are not rated."))
    if not ends:
        raise RequestError(422, "not-rated", Text("Rated games have a clock, so that each of them ends."))
