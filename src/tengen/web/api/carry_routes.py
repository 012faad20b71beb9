"""Carrying a browser's games to another by a link that is good once; no account is needed."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, Field

from ...records import Text
from ..accounts.items import MOST_ITEMS, Key, Remembered, Value, merged_items, too_long
from ..errors import LINK_SPENT, RequestError
from ..scheduler.threads import in_thread
from ..services import Served
from ..visitors import digest, new_token
from .openapi import REFUSALS

router: Final = APIRouter(prefix="/api/me", tags=["visitor"])
_SECONDS: Final = 900
Items = Annotated[dict[Key, Value], Field(max_length=MOST_ITEMS)]


class CarriedBrowser(BaseModel, extra="forbid"):
    """What the browser remembers that is to be carried."""

    items: Items = Field(default_factory=dict)


class CarryLink(BaseModel, extra="forbid"):
    """The secret of a link, and what the browser that takes the games over remembers itself."""

    token: Annotated[str, Field(min_length=1, max_length=100)]
    items: Items = Field(default_factory=dict)


@router.post("/carry", status_code=201, responses=REFUSALS)
async def carry(services: Served, request: Request, given: CarriedBrowser) -> dict[str, str | int]:
    """Return a link by which one other browser can take over this one's games; good once, for some minutes."""
    visitor = await services.visitors.find(request)
    if visitor is None:
        raise RequestError(404, "nobody", Text("This browser has no games yet."))
    services.limits.sign_ins.spend(request)
    if too_long(given.items.values()):
        raise RequestError(413, "too-long", Text("This browser remembers too much for a link."))
    token = new_token()
    await services.store.accounts.add_carry(digest(token), visitor.id, given.items, _SECONDS)
    return {"url": f"/carry#{token}", "seconds": _SECONDS}


@router.post("/carried", responses=REFUSALS)
async def carried(services: Served, request: Request, response: Response, given: CarryLink) -> dict[str, object]:
    """Take over another browser's games: both sit in them from now on. The link is spent."""
    if too_long(given.items.values()):
        raise RequestError(413, "too-long", Text("This browser remembers too much for a link."))
    link = await services.store.accounts.carried(digest(given.token), spend=False)
    known = await services.visitors.find(request)
    if link is not None and await services.store.keeps_rated(link[0], known.id if known else None):
        raise RequestError(
            409,
            "rated",
            Text("The other browser plays a rated game: sign in to its account here, and the game is here as well."),
        )
    found = await services.store.accounts.carried(digest(given.token))
    if found is None:
        raise RequestError(404, "spent", LINK_SPENT)
    source, items = found
    visitor = await services.visitors.find_or_add(request, response)
    count = await services.store.copy_seats(source, visitor.id)
    theirs = {key: Remembered(value=value) for key, value in items.items()}
    return {"games": count, "items": await in_thread(merged_items, theirs, given.items)}
