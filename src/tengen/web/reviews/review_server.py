"""All reviews of a server process: those that are open, and the analyses of their positions."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass
from typing import Final

from ..engine import EnginePool, Quota
from ..security import is_id, new_id
from ..settings import Settings
from ..store import Store
from .analyses import ReviewAnalyses
from .record_tree import RecordTree

_OPEN: Final = 32
"""Reviews that stay in memory."""


@dataclass(frozen=True)
class OpenReview:
    """A review in use: its tree, which nobody changes, the visitor whose it is, and the text it was read from."""

    tree: RecordTree
    owner: str | None
    text: str


class ReviewServer:
    """The reviews that were looked at last; whoever adds to a review holds ``adding`` from reading to keeping it."""

    def __init__(self, store: Store, engine: EnginePool, settings: Settings) -> None:
        self._store, self._most = store, settings.kept_bytes
        self.analyses = ReviewAnalyses(engine, Quota(simulations=settings.simulations))
        self.adding = asyncio.Lock()
        self._open: OrderedDict[str, OpenReview] = OrderedDict()

    async def open(self, id: str) -> OpenReview | None:
        """Return a review as it is in the store now: another process may have added to it. None: there is none."""
        kept = await self._store.review(id) if is_id(id) else None
        if kept is None:
            return None
        text, owner = kept
        known = self._open.get(id)
        if known is None or known.text != text:
            known = OpenReview(await asyncio.to_thread(RecordTree.from_json, text), owner, text)
            self._open[id] = known
        self._open.move_to_end(id)
        if len(self._open) > _OPEN:
            self._open.popitem(last=False)
        return known

    async def keep(self, text: str, visitor: str, id: str | None = None) -> str:
        """Keep a record (as JSON) as a visitor's review, a new one where no ``id`` is given; return its id."""
        id = id or new_id()
        await self._store.keep_review(id, text, visitor, self._most)
        return id
