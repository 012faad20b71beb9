"""Web push: the server's key, and where a visitor's browsers can be called."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, Field

from ...records import TengenError, Text
from ..errors import RequestError
from ..languages.reader_language import language
from ..push.subscription import SubscriptionWish, check_wish
from ..services import Served
from ..store.push_store import Subscription
from .openapi import REFUSALS

router: Final = APIRouter(prefix="/api/push", tags=["visitor"])


class Endpoint(BaseModel, extra="forbid"):
    """A browser's address at its push service."""

    endpoint: Annotated[str, Field(min_length=1, max_length=1000)]


@router.get("/key")
async def key(services: Served) -> dict[str, str]:
    """Return the public key with which a browser subscribes."""
    return {"key": (await services.caller.key()).public}


@router.post("/subscriptions", status_code=201, responses=REFUSALS)
async def subscribe(
    services: Served, request: Request, response: Response, wanted: SubscriptionWish
) -> dict[str, bool]:
    """Call this browser when it is its visitor's turn, in the language that it reads now."""
    try:
        check_wish(wanted, services.settings.push_services)
    except TengenError as error:
        raise RequestError(422, "no-push-service", Text("This is no subscription: {what}.", what=error.text)) from None
    visitor = await services.visitors.find_or_add(request, response)
    made = Subscription(wanted.endpoint, wanted.keys.p256dh, wanted.keys.auth, language())
    await services.store.pushes.keep(visitor.id, made)
    return {"on": True}


@router.post("/subscriptions/state", responses=REFUSALS)
async def state(services: Served, request: Request, asked: Endpoint) -> dict[str, bool]:
    """Say whether a browser is called for this visitor."""
    visitor = await services.visitors.find(request)
    return {"on": visitor is not None and await services.store.pushes.has(asked.endpoint, visitor.id)}


@router.delete("/subscriptions", responses=REFUSALS)
async def unsubscribe(services: Served, request: Request, gone: Endpoint) -> dict[str, bool]:
    """Call this browser no more."""
    visitor = await services.visitors.find(request)
    if visitor is not None:
        await services.store.pushes.remove(gone.endpoint, visitor.id)
    return {"on": False}
