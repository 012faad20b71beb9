"""Liveness, readiness and metrics."""

from __future__ import annotations

from typing import Final, Literal

from fastapi import APIRouter, HTTPException, Request, Response
from pydantic import BaseModel

from ...records import Text
from ..errors import RequestError
from ..gate.operator_access import may_see_figures
from ..operating.readiness import FAILING, SPARED, Part
from ..services import Served
from ..texts import tell

router: Final = APIRouter(tags=["health"])


class Ready(BaseModel):
    """The state of a ready server: its parts, and those that are still starting.

    It is "degraded" if an optional part fails; ``degraded`` describes such parts.
    """

    status: Literal["ready", "degraded"]
    parts: dict[Part, bool]
    starting: tuple[Part, ...]
    degraded: dict[Part, str]


@router.get("/health/live")
async def live() -> dict[str, str]:
    """Report that the process responds."""
    return {"status": "alive"}


@router.get("/health/ready")
async def ready(services: Served) -> Ready:
    """Report that games can be played and stored: database, disk, engine, and messages from other servers.

    After a start the engine may still be loading: games continue, and the computer moves later. A failed stronger
    engine is named, but the server is ready, as Tengen's own engine replaces it.
    """
    if services.closing.is_set():
        raise RequestError(503, "closing", Text("The server is stopping."))
    if not services.prepared.is_set():
        raise RequestError(503, "preparing", Text("The server is starting; try again in a moment."))
    parts, starting = await services.readiness.parts(), services.readiness.starting
    failing = [part for part, well in parts.items() if not well and part not in starting]
    for part in failing:
        if part not in SPARED:
            raise RequestError(503, f"no-{part}", FAILING[part], more={"parts": parts})
    degraded = {part: tell(FAILING[part]) for part in failing}
    return Ready(status="degraded" if degraded else "ready", parts=parts, starting=starting, degraded=degraded)


@router.get("/metrics", response_class=Response)
async def metrics(services: Served, request: Request) -> Response:
    """Return Prometheus metrics, to programs on this machine and to the operator."""
    if not may_see_figures(request, services.settings.operator_token):
        raise HTTPException(404)
    return Response(services.metrics.text(), media_type="text/plain; version=0.0.4")
