"""The table on which reviews lie: records that are open, whose they are, and the analyst who looks at them."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any, Final

from ..engine import Quota
from ..rate_limits import Buckets
from ..security import address_of, is_id
from .analyses import Analyst
from .record_tree import Study

_OPEN: Final = 32
_HOUR: Final = 3600


@dataclass(frozen=True)
class Opened:
    """A review in use: its study, which nobody changes, the visitor whose it is, and the text of which it was made."""

    study: Study
    owner: str | None
    text: str


class Table:
    """The reviews that were looked at last, and what all of them share.

    ``web`` is the server's `Web`; whoever adds to a review holds ``trying`` from reading to keeping it.
    """

    def __init__(self, web: Any) -> None:
        self.web = web
        self.analyst = Analyst(web.engine, Quota(simulations=web.settings.simulations))
        self.new_reviews = Buckets(web.settings.new_games, web.settings.new_games / _HOUR)
        self.new_bytes = Buckets(web.settings.review_bytes, web.settings.review_bytes / _HOUR)
        self.trying = asyncio.Lock()
        self._open: OrderedDict[str, Opened] = OrderedDict()

    async def open(self, id: str) -> Opened | None:
        """Return a review as it is in the store now: another process may have added to it. None: there is none."""
        kept = await self.web.store.review(id) if is_id(id) else None
        if kept is None:
            return None
        text, owner = kept
        known = self._open.get(id)
        if known is None or known.text != text:
            known = Opened(await asyncio.to_thread(Study.from_json, text), owner, text)
            self._open[id] = known
        self._open.move_to_end(id)
        if len(self._open) > _OPEN:
            self._open.popitem(last=False)
        return known


def table_of(app: Any) -> Table:
    """Return the server's table."""
    if not hasattr(app.state, "table"):
        app.state.table = Table(app.state.web)
    table: Table = app.state.table
    return table


async def name_of(request: Any) -> str:
    """Return who asks for an analysis: the visitor, or the address of who has no cookie."""
    visitor = await request.app.state.web.visitor(request)
    if visitor is not None:
        return str(visitor.id)
    return address_of(request)
