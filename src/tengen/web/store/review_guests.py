"""Who may add to a review that is not their own: those who came by the link that its owner gives away."""

from __future__ import annotations

from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from .people import same_person
from .schema import review_guests, reviews


class ReviewGuests:
    """The guests of all reviews. Links are kept as hashes: nobody reads one out of the database."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def invite(self, review: str, link: str) -> None:
        """Let everybody who has the link with this hash add to a review; an earlier link lets nobody in any more."""
        async with self._engine.begin() as connection:
            await connection.execute(update(reviews).where(reviews.c.id == review).values(invitation=link))

    async def dismiss(self, review: str) -> None:
        """Let nobody but the owner add to a review."""
        async with self._engine.begin() as connection:
            await connection.execute(update(reviews).where(reviews.c.id == review).values(invitation=None))
            await connection.execute(delete(review_guests).where(review_guests.c.review == review))

    async def admit(self, review: str, link: str, visitor: str) -> bool:
        """Make a visitor a guest by the link with this hash; say whether that is the link."""
        try:
            async with self._engine.begin() as connection:
                known = await connection.execute(
                    select(reviews.c.id).where(reviews.c.id == review, reviews.c.invitation == link).with_for_update()
                )
                if known.one_or_none() is None:
                    return False
                await connection.execute(insert(review_guests).values(review=review, visitor=visitor))
        except IntegrityError:
            return True  # was admitted before
        return True

    async def includes(self, review: str, visitor: str) -> bool:
        """Say whether a visitor, in whichever of their browsers, is a guest of a review."""
        wanted = select(review_guests.c.visitor).limit(1)
        wanted = wanted.where(review_guests.c.review == review, review_guests.c.visitor.in_(same_person(visitor)))
        async with self._engine.connect() as connection:
            return (await connection.execute(wanted)).one_or_none() is not None

    async def is_open(self, review: str) -> bool:
        """Say whether there is a link by which guests may come."""
        wanted = select(reviews.c.invitation).where(reviews.c.id == review)
        async with self._engine.connect() as connection:
            return (await connection.execute(wanted)).scalar_one_or_none() is not None
