"""The reviews of a server process: open ones, and the analyses of their positions."""

from __future__ import annotations

import asyncio
import json
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Final, Literal, TypeVar
from weakref import WeakValueDictionary

from sqlalchemy.exc import IntegrityError

from ..engine import EnginePool
from ..scheduler.limit_table import RateLimits
from ..scheduler.scheduler import Scheduler
from ..scheduler.threads import LIGHT_RECORD
from ..settings import Settings
from ..store import Store, Visitor
from ..talk.talk_exchange import TalkExchange
from ..texts import say
from ..visitors import is_id, new_id
from .analyses import ReviewAnalyses
from .record_tree import address_without
from .review_work import OpenReview, summarised

_OPEN: Final = 32
"""The number of reviews in memory."""
_NEWS: Final = "review-changed"
_TAUGHT: Final = "review-taught"
Right = Literal["own", "add", "look"]
"""Rights in a review: all, adding variations and comments on them, or viewing."""


_T = TypeVar("_T")


class ReviewServer:
    """The last viewed reviews, and changes to them; ``exchange`` sends changes to other servers."""

    def __init__(
        self,
        store: Store,
        engine: EnginePool,
        settings: Settings,
        exchange: TalkExchange,
        scheduler: Scheduler,
        limits: RateLimits,
    ) -> None:
        self._store, self._exchange, self._scheduler = store, exchange, scheduler
        self._most, self._own = settings.kept_bytes, settings.own_bytes
        exchange.others[_NEWS] = lambda change: self._hear_changed(**change)
        exchange.others[_TAUGHT] = lambda lesson: self._hear_taught(**lesson)
        self.analyses: Final = ReviewAnalyses(engine, limits, scheduler)
        self._adding: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._open: OrderedDict[str, OpenReview] = OrderedDict()

    async def open(self, id: str, payer: str) -> OpenReview | None:
        """Return the current state of a review, which other processes may have changed; None if it does not exist.

        The record is read only if it has changed; the ``payer``, an address, is charged if that is costly.
        """
        known = self._open.get(id)
        state = await self._store.reviews.state(id) if is_id(id) else None
        if state is None:
            return None
        if known is None or (known.version, known.owner) != (state.version, state.owner):
            kept = await self._store.reviews.find(id)
            if kept is None:
                return None
            light = len(kept.record) <= LIGHT_RECORD
            found = await self._scheduler.run(payer, summarised, kept.record, light=light)
            known = OpenReview(kept.record, found, kept.owner, kept.version)
        self._open[id] = known = replace(known, lesson=state.lesson, pen=state.pen)
        self._open.move_to_end(id)
        if len(self._open) > _OPEN:
            self._open.popitem(last=False)
        return known

    async def done(self, review: OpenReview, payer: str, work: Callable[..., _T], *given: object) -> _T:
        """Return the result of a function of a review's text; the ``payer`` is charged if it is costly."""
        return await self._scheduler.run(payer, work, review.text, *given, light=review.record.light)

    async def keep(self, text: str, visitor: str, game: str | None = None) -> str:
        """Store a record (as JSON) as a visitor's new review, or as that of a ``game``'s players; return its id."""
        id = new_id()
        try:
            await self._store.reviews.keep(id, text, visitor, self._most, self._own, game)
        except IntegrityError:  # the other player's review was stored first
            if game is None or (shared := await self.of_game(game, visitor)) is None:
                raise
            return shared
        return id

    async def of_game(self, game: str, visitor: str) -> str | None:
        """Return the review that the players of a game share, and let this player add to it; None if there is none."""
        if (found := await self._store.reviews.of_game(game)) is None:
            return None
        joins = found.owner not in await self._store.same_person(visitor)
        return None if joins and not await self.teach(found.id, self._store.reviews.admit, None, visitor) else found.id

    async def right_of(self, id: str, review: OpenReview, visitor: Visitor | None) -> Right:
        if visitor is None:
            return "look"
        if review.owner in await self._store.same_person(visitor.id):
            return "own"
        return "add" if await self._store.reviews.has_guest(id, visitor.id) else "look"

    async def change(
        self,
        id: str,
        payer: str,
        admit: Callable[[OpenReview, str], None],
        work: Callable[..., tuple[str, str]],
        *given: object,
        removed: str = "",
    ) -> str | None:
        """Change a record by ``work``, which gets its text and returns the new one and an address; return that address.

        All followers, at any server, get the change and the address that was ``removed``. ``admit`` raises if the new
        record may not be stored. If another process changes the review first, everything is repeated. Changes of one
        review are serialized. Returns None if the review does not exist.
        """
        async with self._adding.setdefault(id, asyncio.Lock()):
            while True:
                review = await self.open(id, payer)
                if review is None:
                    return None
                text, node = await self.done(review, payer, work, *given)
                admit(review, text)
                if text == review.text:
                    return node
                change = {"id": id, "node": node, "removed": removed}
                lesson = _lesson_without(review.lesson, removed, node)
                news, moved = self._exchange.news(_NEWS, change), (review.lesson, lesson)
                if await self._store.reviews.change(id, text, review.version, news, self._most, moved):
                    self._hear_changed(**change)
                    return node

    # -- teaching ------------------------------------------------------------------------------------------------------

    async def lesson(
        self, id: str, review: OpenReview, visitor: Visitor | None, right: Right
    ) -> dict[str, object] | None:
        """Return the state of the lesson for a visitor (docs/how/web.md), or None; only the owner gets the guests."""
        if review.lesson is None:
            return None
        leader = review.pen or review.owner
        leads = visitor is not None and leader in await self._store.same_person(visitor.id)
        guests = await self._store.reviews.guests(id)
        names = {guest: name or say("Guest {number}", number=number) for number, (guest, name) in enumerate(guests, 1)}
        listed = [{"id": guest, "name": name} for guest, name in names.items()] if right == "own" else []
        return {**json.loads(review.lesson), "leads": leads, "pen": names.get(review.pen or "", ""), "guests": listed}

    async def teach(
        self, id: str, change: Callable[..., Awaitable[bool]], *given: str | None, lesson: object = None
    ) -> bool:
        """Call a change of the store with the review's id, the given values, and the news; return its result.

        All followers, at any server, get the ``lesson``, or request it if it is None.
        """
        if not await change(id, *given, self._exchange.news(_TAUGHT, {"id": id, "lesson": lesson})):
            return False
        self._hear_taught(id, lesson)
        return True

    def _hear_taught(self, id: str, lesson: object) -> None:
        self.analyses.tell(id, {"type": "teach", "lesson": lesson})

    def forget(self, id: str) -> None:
        self._open.pop(id, None)
        self.analyses.forget(id)

    def _hear_changed(self, id: str, node: str, removed: str) -> None:
        if removed:
            self.analyses.forget(id)
        self.analyses.tell(id, {"type": "tree", "node": node, **({"removed": removed} if removed else {})})


def _lesson_without(lesson: str | None, removed: str, before: str) -> str | None:
    """Return the state of a lesson after a variation was deleted: at the node ``before`` it if it was in it."""
    if lesson is None or not removed:
        return lesson
    place = json.loads(lesson)
    node = address_without(place["node"], removed)
    went = node == before != place["node"]
    return json.dumps({**place, "node": node, "then": "" if went else place["then"]})
