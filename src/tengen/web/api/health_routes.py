"""Whether the server lives and is ready, and what it has counted."""

from __future__ import annotations

from fastapi import APIRouter, Response

from ..request_errors import RequestError
from ..services import Served
from ..texts import say

router = APIRouter(tags=["health"])


@router.get("/health/live")
async def live() -> dict[str, str]:
    """Say that the process answers."""
    return {"status": "alive"}


@router.get("/health/ready", responses={503: {"description": "The database does not answer, or the server stops."}})
async def ready(services: Served) -> dict[str, str]:
    """Say that games can be played: the database answers, and the server is not about to stop."""
    if services.closing.is_set():
        raise RequestError(503, "closing", say("refused.closing"))
    if not services.prepared.is_set():
        raise RequestError(503, "preparing", say("refused.preparing"))
    try:
        await services.store.check()
    except Exception as error:  # whatever the driver raises
        raise RequestError(503, "no-database", f"The database does not answer: {type(error).__name__}.") from None
    return {"status": "ready"}


@router.get("/metrics", response_class=Response)
async def metrics(services: Served) -> Response:
    """Return the figures that Prometheus collects."""
    return Response(services.metrics.text(), media_type="text/plain; version=0.0.4")
