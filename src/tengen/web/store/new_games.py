"""A new game's rows: the game, the secret links of its seats, and who sits in them from the start."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, Select, func, insert, select

from ...records import Colour, TengenError
from ..rooms import GameTerms
from .people import one_by_one, same_person
from .schema import games, grants, seats


@dataclass(frozen=True)
class NewGameRow:
    """A game to be kept: ``tokens`` are the hashes of its seats' links, ``holders`` the visitors who have a seat.

    ``others`` are further seats and visitors who have them: other browsers of theirs, and of the other player.
    Where it counts for ``whom``, they have ``most`` games at most that are not over.
    ``due`` says that it is the computer's turn, ``listed`` that the lobby shows the game to everybody.
    """

    id: str
    terms: GameTerms
    tokens: Mapping[Colour, str]
    holders: Mapping[Colour, str]
    phase: str
    due: bool = False
    listed: bool = False
    others: Collection[tuple[Colour, str]] = ()
    whom: str = ""
    most: int | None = None


class EnoughGames(TengenError):
    """Somebody, of two perhaps ``whom``, has as many games that are not over as they may have."""

    def __init__(self, most: int, whom: str = "") -> None:
        super().__init__(f"somebody has {most} games already that are not over")
        self.most: Final = most
        self.whom: Final = whom


def unfinished(visitor: str) -> Select[int]:
    """Return the query for how many games a visitor and their account have that are not over."""
    mine = grants.c.visitor.in_(same_person(visitor)), games.c.phase != "over"
    return select(func.count(games.c.id.distinct())).join(grants, grants.c.game == games.c.id).where(*mine)


def insert_game(connection: Connection, new: NewGameRow, now: float) -> None:
    """Keep a new game within a transaction. The link of a seat that nobody has yet is an invitation.

    Raises:
        EnoughGames: it would be one too many; those that come at once count each other.
    """
    if new.most is not None:
        connection.execute(one_by_one(new.whom))
    _insert(connection, new, now)
    if new.most is not None:
        refuse_more(connection, new.whom, new.most)


def refuse_more(connection: Connection, whom: str, most: int) -> None:
    """Refuse a transaction by which somebody has more than ``most`` games that are not over.

    Raises:
        EnoughGames: they have.
    """
    if connection.execute(unfinished(whom)).scalar_one() > most:
        raise EnoughGames(most, whom)


def _insert(connection: Connection, new: NewGameRow, now: float) -> None:
    row = {"id": new.id, "setting": new.terms.dump(), "created": now, "updated": now, "number": 0, "phase": new.phase}
    connection.execute(insert(games).values(row | {"due": now if new.due else None, "listed": new.listed}))
    claimed = dict(new.others) | dict(new.holders)
    if new.tokens:
        rows = [
            {
                "game": new.id,
                "colour": colour,
                "token": token,
                "claimed": claimed.get(colour),
                "invited": colour not in new.holders,
            }
            for colour, token in new.tokens.items()
        ]
        connection.execute(insert(seats), rows)
    if claimed:
        seated = sorted({*new.holders.items(), *new.others})
        held = [{"game": new.id, "colour": colour, "visitor": visitor} for colour, visitor in seated]
        connection.execute(insert(grants), held)
