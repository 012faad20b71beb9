"""New games and their seats, which secret links give to the first visitor to open them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Final, Literal

from sqlalchemy import Connection, Delete, Select, delete, exists, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from ...records import Colour, TengenError
from ..rooms import GameTerms
from .event_writer import EventWriter
from .people import one_by_one, same_person
from .schema import conditional_moves, games, grants, seats
from .statements import Statements


@dataclass(frozen=True)
class NewGameRow:
    """A new game: ``tokens`` are the hashes of its seats' links, ``holders`` the visitors in the seats.

    ``others`` are further visitors in the seats: other browsers of both players. If it counts for ``whom``, that
    visitor may have at most ``most`` unfinished games. ``due``: it is the computer's turn; ``listed``: the lobby shows
    the game; ``secret`` is that of the link for the free seat.
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
    secret: str | None = None


class EnoughGames(TengenError):
    """A player, perhaps ``whom``, has reached the limit of unfinished games."""

    def __init__(self, most: int, whom: str = "") -> None:
        super().__init__(f"a player already has {most} unfinished games")
        self.most: Final = most
        self.whom: Final = whom


def unfinished(visitor: str) -> Select[int]:
    """Return the query for the number of unfinished games of a visitor and their account."""
    mine = grants.c.visitor.in_(same_person(visitor)), games.c.phase != "over"
    return select(func.count(games.c.id.distinct())).join(grants, grants.c.game == games.c.id).where(*mine)


def insert_game(connection: Connection, new: NewGameRow, now: float) -> None:
    """Store a new game within a transaction; EnoughGames if its visitor has reached the limit."""
    if new.most is not None:
        connection.execute(one_by_one(new.whom))
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
                "secret": None if colour in claimed else new.secret,
            }
            for colour, token in new.tokens.items()
        ]
        connection.execute(insert(seats), rows)
    if claimed:
        seated = sorted({*new.holders.items(), *new.others})
        held = [{"game": new.id, "colour": colour, "visitor": visitor} for colour, visitor in seated]
        connection.execute(insert(grants), held)
    if new.most is not None:
        refuse_more(connection, new.whom, new.most)


def refuse_more(connection: Connection, whom: str, most: int) -> None:
    """Raise EnoughGames, which ends a transaction, if ``whom`` has more than ``most`` unfinished games."""
    if connection.execute(unfinished(whom)).scalar_one() > most:
        raise EnoughGames(most, whom)


def no_conditional_moves(game: str, colour: Colour) -> Delete:
    """Return the statement that deletes a seat's conditional moves, which its next player must not read."""
    return delete(conditional_moves).where(conditional_moves.c.game == game, conditional_moves.c.colour == colour)


PROGRAM: Final = "program"
"""The holder of a seat played by a program without a cookie."""


@dataclass(frozen=True)
class SeatClaim:
    """The result of using a seat's link.

    "seated": the visitor has just got the seat; "known": it was theirs before; "taken": it belongs to another visitor;
    "own": the link is their own invitation, and they have the other seat.
    """

    colour: Colour
    result: Literal["seated", "known", "taken", "own"]


class Seats(Statements):
    """The seats of all games. A free seat is claimed by one atomic statement."""

    def __init__(self, engine: AsyncEngine, clock: Callable[[], float], writer: EventWriter) -> None:
        super().__init__(engine, clock)
        self._writer = writer

    async def knows(self, game: str, token: str) -> bool:
        wanted = select(seats.c.game).where(seats.c.game == game, seats.c.token == token)
        return await self._value(wanted) is not None

    async def sit(
        self, game: str, token: str, visitor: str, alone: bool = False, most: int | None = None
    ) -> SeatClaim | None:
        """Give a visitor the seat whose link has this hash, if it is free or theirs; None if the link is unknown.

        ``alone``: one person may have both sides. ``most`` limits their unfinished games: after EnoughGames the seat
        stays free. An invitation deletes the conditional moves of the seat's former player.
        """

        def work(connection: Connection) -> SeatClaim | None:
            if most is not None:
                connection.execute(one_by_one(visitor))
            seat = seats.c.game == game, seats.c.token == token
            free = update(seats).where(*seat, seats.c.claimed.is_(None))
            if not alone:
                free = free.where(~exists().where(grants.c.game == game, grants.c.visitor.in_(same_person(visitor))))
            row = connection.execute(select(seats).where(*seat)).one_or_none()
            if row is None:
                return None
            if connection.execute(free.values(claimed=visitor, secret=None)).rowcount:
                if row.secret is not None:  # an invitation, not a player's own link
                    connection.execute(no_conditional_moves(game, row.colour))
                connection.execute(insert(grants).values(game=game, colour=row.colour, visitor=visitor))
                if most is not None:
                    refuse_more(connection, visitor, most)
                return SeatClaim(row.colour, "seated")
            held = select(grants.c.colour).where(grants.c.game == game, grants.c.visitor.in_(same_person(visitor)))
            mine = frozenset(connection.execute(held).scalars())
            return SeatClaim(row.colour, "known" if row.colour in mine else "own" if mine and row.invited else "taken")

        return await self._writer.transact(work)

    async def act(self, game: str, token: str, visitor: str | None, most: int | None = None) -> SeatClaim | None:
        """Claim the right to act by a seat's secret alone, as programs do; None if the secret is unknown.

        A player's own secret is theirs. An invitation's is for the first to use it: a visitor with a cookie sits down
        as by `sit`; one without is a program, and from then on only programs can use it.
        """
        seat = seats.c.game == game, seats.c.token == token
        row = await self._row(select(seats).where(*seat))
        if row is None:
            return None
        if not row.invited or row.claimed == PROGRAM:
            return SeatClaim(row.colour, "known")
        if visitor is not None:
            return await self.sit(game, token, visitor, most=most)
        async with self.engine.begin() as connection:
            first = update(seats).where(*seat, seats.c.claimed.is_(None)).values(claimed=PROGRAM, secret=None)
            seated = (await connection.execute(first)).rowcount > 0
        return SeatClaim(row.colour, "seated" if seated else "taken")

    async def invitation(self, game: str) -> str | None:
        """Return the secret of a game's free seat; None if no seat is free, or its link is from an older version."""
        return await self._value(select(seats.c.secret).where(seats.c.game == game, seats.c.secret.is_not(None)))

    async def invite(self, game: str, colour: Colour, token: str, secret: str | None) -> bool:
        """Replace a seat's link, by its hash; False if a program has the seat."""
        seat = update(seats).where(
            seats.c.game == game, seats.c.colour == colour, seats.c.claimed.is_distinct_from(PROGRAM)
        )
        return await self._change(seat.values(token=token, secret=secret, claimed=None, invited=True)) > 0

    async def holders(self, game: str) -> list[tuple[Colour, str]]:
        """Return every seat of a game with its visitors."""
        wanted = select(grants.c.colour, grants.c.visitor).where(grants.c.game == game)
        return [(row.colour, row.visitor) for row in await self._rows(wanted)]
