"""Whether the server lives and is ready, and what it has counted."""

from __future__ import annotations

from typing import Final

from fastapi import APIRouter, HTTPException, Request, Response
from pydantic import BaseModel

from ..operating.readiness import Part
from ..operator_access import may_see_figures
from ..request_errors import RequestError
from ..services import Served
from ..texts import say

router: Final = APIRouter(tags=["health"])


class Ready(BaseModel):
    """That a server is ready, whether each of its parts is, and those that are still getting ready meanwhile."""

    status: str
    parts: dict[Part, bool]
    starting: tuple[Part, ...]


@router.get("/health/live")
async def live() -> dict[str, str]:
    """Say that the process answers."""
    return {"status": "alive"}


@router.get("/health/ready", responses={503: {"description": "Something fails, or the server starts or stops."}})
async def ready(services: Served) -> Ready:
    """Say that games can be played and kept: the database, its disk, the engine, and word from other servers.

    After a start the engine may be getting ready: games go on, and the computer moves when it is.
    """
    if services.closing.is_set():
        raise RequestError(503, "closing", say("refused.closing"))
    if not services.prepared.is_set():
        raise RequestError(503, "preparing", say("refused.preparing"))
    parts, starting = await services.readiness.parts(), services.readiness.starting
    failing = next((part for part, well in parts.items() if not well and part not in starting), None)
    if failing is not None:
        raise RequestError(503, f"no-{failing}", say(f"operator.no_{failing}"), parts=parts)
    return Ready(status="ready", parts=parts, starting=starting)


@router.get("/metrics", response_class=Response, responses={404: {"description": "They are not for the sender."}})
async def metrics(services: Served, request: Request) -> Response:
    """Return the figures that Prometheus collects, to programs on this machine and to the operator."""
    if not may_see_figures(request, services.settings.operator_token):
        raise HTTPException(404)
    return Response(services.metrics.text(), media_type="text/plain; version=0.0.4")
