"""All reviews of a server process: those that are open, and the analyses of their positions."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from typing import Final, Literal, TypeVar
from weakref import WeakValueDictionary

from ..engine import EnginePool
from ..scheduler.limit_table import RateLimits
from ..scheduler.scheduler import Scheduler
from ..scheduler.threads import LIGHT_RECORD
from ..settings import Settings
from ..store import Store, Visitor
from ..talk.talk_exchange import TalkExchange
from ..visitors import is_id, new_id
from .analyses import ReviewAnalyses
from .review_work import OpenReview, summarised

_OPEN: Final = 32
"""Reviews that stay in memory."""
_NEWS: Final = "review-changed"
Right = Literal["own", "add", "look"]
"""What somebody may do in a review: all, add variations and words about them, or look."""


_T = TypeVar("_T")


class ReviewServer:
    """The reviews that were looked at last, and what is done in them; ``exchange`` carries changes to other servers."""

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
        self.analyses: Final = ReviewAnalyses(engine, limits, scheduler)
        self._adding: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._open: OrderedDict[str, OpenReview] = OrderedDict()

    async def open(self, id: str, payer: str) -> OpenReview | None:
        """Return a review as it is in the store now: another process may have added to it. None: there is none.

        The record itself is read only where it has changed; the ``payer``, an address, is charged where that is costly.
        """
        known = self._open.get(id)
        state = await self._store.reviews.state(id) if is_id(id) else None
        if state is None:
            return None
        if known is None or (known.version, known.owner) != state:
            kept = await self._store.reviews.find(id)
            if kept is None:
                return None
            light = len(kept.record) <= LIGHT_RECORD
            found = await self._scheduler.run(payer, summarised, kept.record, light=light)
            known = OpenReview(kept.record, found, kept.owner, kept.version)
        self._open[id] = known
        self._open.move_to_end(id)
        if len(self._open) > _OPEN:
            self._open.popitem(last=False)
        return known

    async def done(self, review: OpenReview, payer: str, work: Callable[..., _T], *given: object) -> _T:
        """Return what a function of a review's text comes to; the ``payer`` is charged where it is costly."""
        return await self._scheduler.run(payer, work, review.text, *given, light=review.record.light)

    async def keep(self, text: str, visitor: str) -> str:
        """Keep a record (as JSON) as a visitor's new review; return its id."""
        id = new_id()
        await self._store.reviews.keep(id, text, visitor, self._most, self._own)
        return id

    async def right_of(self, id: str, review: OpenReview, visitor: Visitor | None) -> Right:
        """Return what a visitor may do in a review."""
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

        Everybody who follows the review, at any server, gets the change and the address that was ``removed``.
        ``admit`` raises where the new record may not be kept. It is all done anew where another process has changed the
        review meanwhile. Changes of one review wait for each other, and for those of no other. None: there is no such
        review.
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
                news = self._exchange.news(_NEWS, change)
                if await self._store.reviews.change(id, text, review.version, news, self._most):
                    self._hear_changed(**change)
                    return node

    def forget(self, id: str) -> None:
        """Let go of a review that is no more."""
        self._open.pop(id, None)
        self.analyses.forget(id)

    def _hear_changed(self, id: str, node: str, removed: str) -> None:
        if removed:
            self.analyses.forget(id)
        self.analyses.tell(id, {"type": "tree", "node": node, **({"removed": removed} if removed else {})})
