"""The tables of reviews (records as JSON, with versions and storage limits) and of their guests."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import ColumnElement, Row, Update, and_, delete, func, insert, or_, select, true, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from .channels import TALK, notify
from .people import NAME, WITH_ACCOUNT, one_by_one, same_person
from .schema import review_guests, reviews, visitors
from .statements import Statements

_ALL: Final = true()
_AT_ONCE: Final = 500
"""The maximum number of reviews deleted in one statement."""


@dataclass(frozen=True)
class KeptReview:
    """A stored review: its record as JSON, its owner, and its version."""

    record: str
    owner: str | None
    version: int


class ReviewStore(Statements):
    async def keep(
        self,
        id: str,
        record: str,
        visitor: str | None,
        most: float = math.inf,
        own: float = math.inf,
        game: str | None = None,
    ) -> None:
        """Store a new record; raise IntegrityError if the players of its ``game`` already have a review.

        If the visitor's reviews exceed ``own`` characters, their oldest are deleted. If all reviews exceed ``most``,
        the oldest are deleted, those of visitors without a name first.
        """
        row = {"id": id, "record": record, "size": len(record), "visitor": visitor, "created": self.clock()}
        row["game"] = game
        async with self.engine.begin() as connection:
            if visitor is not None:
                await connection.execute(one_by_one(visitor))
            await connection.execute(insert(reviews).values(row))
            if visitor is not None:
                await _let_go(connection, id, own, reviews.c.visitor.in_(same_person(visitor)))
            await _let_go(connection, id, most)

    async def change(
        self,
        id: str,
        record: str,
        version: int,
        news: str = "",
        most: float = math.inf,
        lesson: tuple[str | None, str | None] = (None, None),
    ) -> bool:
        """Replace a record of this ``version`` and its ``lesson``, and send the ``news``.

        False: the record or the lesson was changed in the meantime.
        """
        async with self.engine.begin() as connection:
            changed = update(reviews).where(reviews.c.id == id, reviews.c.version == version)
            values = {"record": record, "size": len(record), "version": version + 1}
            if lesson[0] != lesson[1]:
                changed, values = changed.where(reviews.c.lesson == lesson[0]), values | {"lesson": lesson[1]}
            done = await connection.execute(changed.values(values))
            await _let_go(connection, id, most)
            if done.rowcount and news:
                await notify(connection, TALK, [news])
        return done.rowcount > 0

    async def find(self, id: str) -> KeptReview | None:
        wanted = select(reviews.c.record, reviews.c.visitor.label("owner"), reviews.c.version)
        return await self._one(KeptReview, wanted.where(reviews.c.id == id))

    async def state(self, id: str) -> Row[*tuple[Any, ...]] | None:
        """Return a review's version, owner, lesson and pen without its record, which may be long; or None."""
        wanted = select(reviews.c.version, reviews.c.visitor.label("owner"), reviews.c.lesson, reviews.c.pen)
        return await self._row(wanted.where(reviews.c.id == id))

    async def has(self, id: str) -> bool:
        return await self.state(id) is not None

    async def of_visitor(self, visitor: str) -> list[str]:
        """Return the reviews of a visitor and of their account, oldest first."""
        mine = select(reviews.c.id).where(reviews.c.visitor.in_(same_person(visitor))).order_by(reviews.c.created)
        return await self._values(mine)

    # -- guests: links are stored as hashes, so that the database does not reveal them --------------------------------

    async def invite(self, review: str, link: str) -> None:
        """Set the hash of a review's guest link; an earlier link no longer works."""
        await self._change(update(reviews).where(reviews.c.id == review).values(invitation=link))

    async def dismiss_guests(self, review: str) -> None:
        """Remove all guests and the link of a review; the players of its game no longer share it."""
        alone = update(reviews).where(reviews.c.id == review).values(invitation=None, pen=None, game=None)
        async with self.engine.begin() as connection:
            await connection.execute(alone)
            await connection.execute(delete(review_guests).where(review_guests.c.review == review))

    async def admit(self, review: str, link: str | None, visitor: str, news: str = "") -> bool:
        """Make a visitor a guest by the link with this hash, and send the ``news``; return whether the link is valid.

        None: as a player of the game, whose players share the review.
        """
        invited = reviews.c.game.is_not(None) if link is None else reviews.c.invitation == link
        try:
            async with self.engine.begin() as connection:
                wanted = select(reviews.c.id).where(reviews.c.id == review, invited).with_for_update()
                if (await connection.execute(wanted)).one_or_none() is None:
                    return False
                await connection.execute(insert(review_guests).values(review=review, visitor=visitor))
                await notify(connection, TALK, [news] if news else [])
        except IntegrityError:
            return True  # already admitted
        return True

    async def of_game(self, game: str) -> Row[*tuple[Any, ...]] | None:
        """Return the id and the owner of the review that the players of a game share, or None."""
        return await self._row(select(reviews.c.id, reviews.c.visitor.label("owner")).where(reviews.c.game == game))

    async def has_guest(self, review: str, visitor: str) -> bool:
        """Return whether a visitor, in any of their browsers, is a guest of a review."""
        wanted = select(review_guests.c.visitor).limit(1)
        wanted = wanted.where(review_guests.c.review == review, review_guests.c.visitor.in_(same_person(visitor)))
        return await self._value(wanted) is not None

    async def is_shared(self, review: str) -> bool:
        return await self._value(select(reviews.c.invitation).where(reviews.c.id == review)) is not None

    async def guests(self, review: str) -> list[tuple[str, str | None]]:
        """Return the guests of a review and their names, oldest first."""
        joined = review_guests.join(WITH_ACCOUNT, visitors.c.id == review_guests.c.visitor)
        wanted = select(visitors.c.id, NAME).select_from(joined).where(review_guests.c.review == review)
        return [(row.id, row.name) for row in await self._rows(wanted.order_by(visitors.c.created, visitors.c.id))]

    # -- lessons: one position for all followers -----------------------------------------------------------------------

    async def lead(self, review: str, visitor: str, lesson: str, news: str) -> bool:
        """Move the lesson, and send the ``news``; the owner's first step starts it.

        False unless the visitor is the guest with the pen or, without one, the owner.
        """
        me = same_person(visitor)
        leads = or_(and_(reviews.c.pen.is_(None), reviews.c.visitor.in_(me)), reviews.c.pen.in_(me))
        return await self._teach(update(reviews).where(reviews.c.id == review, leads).values(lesson=lesson), news)

    async def end_lesson(self, review: str, news: str) -> bool:
        return await self._teach(update(reviews).where(reviews.c.id == review).values(lesson=None, pen=None), news)

    async def hand_pen(self, review: str, guest: str | None, news: str) -> bool:
        """Give the pen to a guest, or (None) back to the owner; False without a lesson or for an unknown guest."""
        here = [reviews.c.id == review, reviews.c.lesson.is_not(None)]
        if guest is not None:
            mine = review_guests.c.review == review, review_guests.c.visitor == guest
            here.append(select(review_guests.c.visitor).where(*mine).exists())
        return await self._teach(update(reviews).where(*here).values(pen=guest), news)

    async def _teach(self, change: Update, news: str) -> bool:
        async with self.engine.begin() as connection:
            done = await connection.execute(change)
            if done.rowcount:
                await notify(connection, TALK, [news])
        return done.rowcount > 0


async def _let_go(connection: AsyncConnection, kept: str, most: float, among: ColumnElement[bool] = _ALL) -> None:
    """Delete reviews ``among`` these except ``kept``, in batches, until ``most`` characters are left."""
    excess = ((await connection.execute(select(func.sum(reviews.c.size)).where(among))).scalar() or 0) - most
    if excess <= 0:
        return
    wanted = (
        select(reviews.c.id, reviews.c.size)
        .outerjoin(visitors, visitors.c.id == reviews.c.visitor)
        .where(reviews.c.id != kept, among)
        .order_by(visitors.c.name.is_not(None), reviews.c.created)
        .limit(_AT_ONCE)
    )
    gone = []
    for id, size in (await connection.execute(wanted)).all():
        if excess <= 0:
            break
        gone.append(id)
        excess -= size
    await connection.execute(delete(reviews).where(reviews.c.id.in_(gone)))
