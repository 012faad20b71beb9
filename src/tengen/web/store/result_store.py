"""The tables of results and ratings: each rated game counts once, in one global order."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from sqlalchemy import ColumnElement, Row, delete, exists, func, insert, or_, select, text, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from ...records import Colour
from .glicko import Rating, after_game, first_rating
from .people import NAME, WITH_ACCOUNT
from .schema import browsers, games, grants, rated_games, rated_seats, rating_changes, ratings, results, reviews
from .schema import visitors as visitors_table
from .statements import Statements, made, put

_LOCK: Final = 0x7E46F  # any number: PostgreSQL's lock that lets one process rate at a time
GONE: Final = "gone-"
"""The prefix of the names of players with deleted accounts."""


@dataclass(frozen=True)
class GameResult:
    """The result of a game; ``computer`` is the computer's colour, ``winner`` None without a winner."""

    game: str
    kind: str
    winner: Colour | None
    how: str
    moves: int
    computer: Colour | None
    one_device: bool
    at: float


@dataclass(frozen=True)
class RatedGame:
    """A finished rated game: two players, and Black's score, 1, 0 or 0.5."""

    game: str
    kind: str
    black: str
    white: str
    score: float
    at: float


@dataclass(frozen=True)
class RatingChange:
    game: str
    kind: str
    colour: Colour
    opponent: str
    score: float
    before: float
    rating: float
    deviation: float
    at: float


_CHANGES: Final = select(rating_changes, rated_games).join(rated_games, rated_games.c.number == rating_changes.c.number)


@dataclass(frozen=True)
class Encounter:
    """A game as ``colour`` against a visitor, perhaps with ``account`` and ``name``."""

    game: str
    colour: Colour
    winner: Colour | None
    visitor: str
    account: str | None
    name: str | None


def _seen(by: Collection[str]) -> ColumnElement[bool]:
    """Return the condition for a game on a profile: it is listed, or one of these visitors played it."""
    mine = grants.alias()
    return or_(games.c.listed, exists().where(mine.c.game == games.c.id, mine.c.visitor.in_(by)))


class ResultStore(Statements):
    # -- results -------------------------------------------------------------------------------------------------------

    async def note(self, result: GameResult) -> None:
        """Store or replace the result of a game."""
        if await self._one(GameResult, select(results).where(results.c.game == result.game)) != result:
            with suppress(IntegrityError):  # the game was just deleted
                async with self.engine.begin() as connection:
                    await put(connection, results, [vars(result)], ["game"])

    async def forget(self, game: str) -> None:
        """Delete the result and the review of a game that goes on."""
        await self._change(delete(results).where(results.c.game == game))
        await self._change(update(reviews).where(reviews.c.game == game).values(game=None))

    async def of_visitors(
        self, visitors: Collection[str], seen_by: Collection[str] | None = None
    ) -> list[tuple[Colour, GameResult]]:
        """Return the results of these visitors' games, with their side, except games on one device.

        With ``seen_by`` only games that these visitors may see (`_seen`).
        """
        wanted = (
            select(grants.c.colour, results)
            .distinct()
            .join(results, results.c.game == grants.c.game)
            .where(grants.c.visitor.in_(visitors), results.c.one_device.is_(False))
            .order_by(results.c.at, results.c.game)
        )
        if seen_by is not None:
            wanted = wanted.join(games, games.c.id == results.c.game).where(_seen(seen_by))
        return [(row[0], GameResult(*row[1:])) for row in await self._rows(wanted)]

    async def games_seen(
        self, visitors: Collection[str], seen_by: Collection[str], skipped: int, most: int
    ) -> list[str]:
        """Return these visitors' games that others may see, those in progress first, then by last move."""
        wanted = (
            select(games.c.id)
            .join(grants, grants.c.game == games.c.id)
            .where(grants.c.visitor.in_(visitors), _seen(seen_by))
            .group_by(games.c.id)
            .order_by(games.c.phase == "over", games.c.updated.desc(), games.c.id)
        )
        return await self._values(wanted.offset(skipped).limit(most))

    async def opponents(self, visitors: Collection[str], seen_by: Collection[str]) -> list[Encounter]:
        """Return finished games between these visitors and others that others may see, oldest first."""
        theirs = grants.alias()
        wanted = (
            select(results.c.game, grants.c.colour, results.c.winner, theirs.c.visitor, browsers.c.account, NAME)
            .join(games, games.c.id == results.c.game)
            .join(grants, grants.c.game == results.c.game)
            .join(theirs, (theirs.c.game == results.c.game) & (theirs.c.colour != grants.c.colour))
            .join(WITH_ACCOUNT, theirs.c.visitor == visitors_table.c.id)
            .where(grants.c.visitor.in_(visitors), theirs.c.visitor.not_in(visitors), results.c.how != "no_result")
            .where(_seen(seen_by))
            .order_by(results.c.at, results.c.game)
        )
        return await self._all(Encounter, wanted)

    async def accounts_in(self, game: str) -> dict[Colour, str]:
        wanted = select(grants.c.colour, browsers.c.account).join(browsers, browsers.c.visitor == grants.c.visitor)
        return {row.colour: row.account for row in await self._rows(wanted.where(grants.c.game == game))}

    # -- rated games ---------------------------------------------------------------------------------------------------

    async def seat_players(self, game: str, computers: dict[Colour, str]) -> None:
        """Store the players of a rated game once: ``computers``, and accounts, except those that share a seat."""
        sit = select(grants.c.colour, func.min(browsers.c.account)).join(
            browsers, browsers.c.visitor == grants.c.visitor
        )
        one = func.count(browsers.c.account.distinct()) == 1
        try:
            async with self.engine.begin() as connection:
                rows = await connection.execute(sit.where(grants.c.game == game).group_by(grants.c.colour).having(one))
                known = select(rated_seats.c.colour).where(rated_seats.c.game == game)
                seated = set((await connection.execute(known)).scalars())
                players = {**{row[0]: row[1] for row in rows}, **computers}
                new = [{"game": game, "colour": each, "player": players[each]} for each in players.keys() - seated]
                if new:
                    await connection.execute(insert(rated_seats), new)
        except IntegrityError:
            return  # another process stores the same

    async def unseat(self, game: str) -> None:
        """Delete the players of a game that does not count."""
        await self._change(delete(rated_seats).where(rated_seats.c.game == game))

    async def players(self, game: str) -> dict[Colour, str]:
        wanted = select(rated_seats.c.colour, rated_seats.c.player).where(rated_seats.c.game == game)
        return {row.colour: row.player for row in await self._rows(wanted)}

    async def unrated(self) -> list[str]:
        """Return finished rated games that were not counted, because a server was killed in between."""
        counted = select(rated_games.c.game)
        wanted = (
            select(games.c.id)
            .where(games.c.phase == "over", games.c.id.in_(select(rated_seats.c.game)), games.c.id.not_in(counted))
            .order_by(games.c.updated)
            .limit(1000)
        )
        return await self._values(wanted)

    async def rate(self, played: RatedGame) -> bool:
        """Count a rated game, atomically; False if it was counted before."""
        try:
            async with self.engine.begin() as connection:
                await self._one_at_a_time(connection)
                # In SQLite this first write serializes processes.
                last = select(func.coalesce(func.max(rated_games.c.number), 0) + 1).scalar_subquery()
                await connection.execute(insert(rated_games).values(number=last, **vars(played)))
                mine = select(rated_games.c.number).where(rated_games.c.game == played.game)
                await _count(connection, (await connection.execute(mine)).scalar_one(), played)
        except IntegrityError:
            return False
        return True

    async def _one_at_a_time(self, connection: AsyncConnection) -> None:
        """Wait until no other process rates, so that games are counted in one order."""
        if self.shared:
            await connection.execute(text(f"select pg_advisory_xact_lock({_LOCK})"))

    async def count_anew(self) -> int:
        """Recompute all ratings from the games, and return the number of games."""
        async with self.engine.begin() as connection:
            await self._one_at_a_time(connection)
            await connection.execute(delete(rating_changes))
            await connection.execute(delete(ratings))
            rows = (await connection.execute(select(rated_games).order_by(rated_games.c.number))).all()
            for row in rows:
                await _count(connection, row.number, made(RatedGame, row))
        return len(rows)

    # -- ratings -------------------------------------------------------------------------------------------------------

    async def ratings_of(self, player: str) -> dict[str, Rating]:
        mine = select(ratings).where(ratings.c.player == player)
        return {row.kind: made(Rating, row) for row in await self._rows(mine)}

    async def changes_of(self, player: str) -> list[RatingChange]:
        """Return the changes of a player's rating, oldest first."""
        mine = _CHANGES.where(rating_changes.c.player == player).order_by(rating_changes.c.number)
        return [_change(row) for row in await self._rows(mine)]

    async def changes_in(self, game: str) -> dict[Colour, RatingChange]:
        """Return the changes of both ratings by a game; empty if it was not rated or not counted yet."""
        return {row.colour: _change(row) for row in await self._rows(_CHANGES.where(rated_games.c.game == game))}

    async def forget_player(self, player: str, name: str) -> None:
        """Delete a player's ratings; other players' games show an anonymous name."""
        name = GONE + name
        async with self.engine.begin() as connection:
            await connection.execute(delete(ratings).where(ratings.c.player == player))
            await connection.execute(delete(rating_changes).where(rating_changes.c.player == player))
            for column in (rated_games.c.black, rated_games.c.white, rated_seats.c.player):
                await connection.execute(update(column.table).where(column == player).values({column: name}))


async def _count(connection: AsyncConnection, number: int, played: RatedGame) -> None:
    """Update both players' ratings by a game, within a serialized transaction."""
    pair = (ratings.c.player.in_((played.black, played.white)), ratings.c.kind == played.kind)
    found = {row.player: made(Rating, row) for row in await connection.execute(select(ratings).where(*pair))}
    before = [found.get(player) or first_rating(player) for player in (played.black, played.white)]
    after = after_game(before[0], before[1], played.score, played.at)
    await connection.execute(delete(ratings).where(*pair))
    for colour, player, old, new in zip(("black", "white"), (played.black, played.white), before, after):
        await connection.execute(insert(ratings).values(player=player, kind=played.kind, **vars(new)))
        if not player.startswith(GONE):
            now = {"rating": new.rating, "deviation": new.deviation, "volatility": new.volatility}
            row = {"number": number, "colour": colour, "player": player, "before": old.rating, **now}
            await connection.execute(insert(rating_changes).values(row))


def _change(row: Row[tuple[object, ...]]) -> RatingChange:
    opponent = row.white if row.colour == "black" else row.black
    score = row.score if row.colour == "black" else 1 - row.score
    return RatingChange(row.game, row.kind, row.colour, opponent, score, row.before, row.rating, row.deviation, row.at)
