"""Whether the server lives and is ready, and what it has counted."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request, Response

from ..problems import Problem
from ..texts import say

router = APIRouter(tags=["health"])


@router.get("/health/live")
async def live() -> dict[str, str]:
    """Say that the process answers."""
    return {"status": "alive"}


@router.get("/health/ready", responses={503: {"description": "The database does not answer, or the server stops."}})
async def ready(request: Request) -> dict[str, str]:
    """Say that games can be played: the database answers, and the server is not about to stop."""
    web: Any = request.app.state.web
    if web.closing:
        raise Problem(503, "closing", say("refused.closing"))
    if not web.prepared.is_set():
        raise Problem(503, "preparing", say("refused.preparing"))
    try:
        await web.store.check()
    except Exception as error:  # whatever the driver raises
        raise Problem(503, "no-database", f"The database does not answer: {type(error).__name__}.") from None
    return {"status": "ready"}


@router.get("/metrics", response_class=Response)
async def metrics(request: Request) -> Response:
    """Return the figures that Prometheus collects."""
    return Response(request.app.state.web.metrics.text(), media_type="text/plain; version=0.0.4")
