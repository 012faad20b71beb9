"""The operator's page: whether everything does what it should, and the figures that tell why not."""

from __future__ import annotations

from typing import Final

from fastapi import APIRouter, Request, Response
from starlette.exceptions import HTTPException

from ...records import Text
from ..gate.operator_access import is_operator
from ..operating.metrics import Metrics
from ..operating.readiness import FAILING, Part
from ..services import Served

router: Final = APIRouter(include_in_schema=False)
_MEGA: Final = 1e6

_PARTS: Final[dict[Part, Text]] = {
    "database": Text("Database"),
    "disk": Text("Disk"),
    "engine": Text("Engine"),
    "servers": Text("Other servers"),
    "outside": Text("Stronger engine"),
}
_WELL: Final = Text("in order")
_STARTING: Final[dict[Part, Text]] = {
    "engine": Text("The computer is getting ready. Games go on, and it moves in a moment."),
    "outside": Text("The stronger engine is being started. Tengen's own engine plays in its place meanwhile."),
}
"""What to say of a part that is getting ready."""


@router.get("/operator")
async def operator(services: Served, request: Request) -> Response:
    """Show how the server is doing to those who know the token; without one there is no such page."""
    token = services.settings.operator_token
    if token is None:
        raise HTTPException(404)
    if not is_operator(request.headers, token):
        refused = services.templates.problem(request, 401)
        refused.headers["www-authenticate"] = 'Basic realm="operator", charset="UTF-8"'
        return refused
    parts, starting = await services.readiness.parts(), services.readiness.starting
    prepared = services.prepared.is_set()
    states = [(Text("Games"), _WELL if prepared else Text("The server is still preparing."), prepared)]
    for part, well in parts.items():
        starts = part in starting
        said = _WELL if well else _STARTING[part] if starts else FAILING[part]
        states.append((_PARTS[part], said, well or starts))
    shown = {"parts": states, "groups": _groups(services.metrics)}
    page = services.templates.page(request, "operator.html", **shown)
    page.headers["cache-control"] = "no-store"
    return page


def _groups(metrics: Metrics) -> dict[Text, dict[Text, float]]:
    """Return the figures by their names, in groups."""
    total = metrics.total
    waits, runs = (_mean(metrics, f"tengen_engine_{name}_seconds") for name in ("wait", "run"))
    return {
        Text("Engine"): {
            Text("Workers that are ready"): total("tengen_engine_workers"),
            Text("Workers wanted"): total("tengen_engine_workers_wanted"),
            Text("Workers lost and replaced"): total("tengen_engine_workers_lost_total"),
            Text("Jobs begun"): total("tengen_engine_begun"),
            Text("Jobs waiting"): total("tengen_engine_waiting"),
            Text("Jobs ended"): total("tengen_engine_jobs_total"),
            Text("Jobs given up over lost workers"): total(
                "tengen_engine_jobs_total", lambda labels: labels["end"] == "lost"
            ),
            Text("Mean wait of a job, s"): waits,
            Text("Mean time of a job, s"): runs,
            **_outside(metrics),
        },
        Text("Requests"): {
            Text("Requests answered"): total("tengen_requests_total"),
            Text("Refused as too many (429)"): total("tengen_requests_total", lambda labels: labels["status"] == "429"),
            Text("Failed (500 and above)"): total("tengen_requests_total", lambda labels: labels["status"] >= "500"),
            Text("Mean time of an answer, s"): _mean(metrics, "tengen_request_seconds"),
            Text("Live connections that have ended"): total("tengen_sockets_closed_total"),
        },
        Text("Games"): {
            Text("Games in memory"): total("tengen_rooms"),
            Text("Open connections to games"): total("tengen_viewers"),
            Text("Moves made"): total("tengen_moves"),
        },
        Text("Database and machine"): _machine(metrics),
    }


def _outside(metrics: Metrics) -> dict[Text, float]:
    """Return the figures of the stronger engine, where the operator has one."""
    if not metrics.knows("tengen_outside_begun"):
        return {}
    total, left = metrics.total, ("absent", "silent", "failed")
    return {
        Text("Positions at the stronger engine"): total("tengen_outside_begun"),
        Text("Jobs waiting for the stronger engine"): total("tengen_outside_waiting"),
        Text("Jobs done in the stronger engine's place"): total(
            "tengen_outside_jobs_total", lambda labels: labels["end"] in left
        ),
    }


def _machine(metrics: Metrics) -> dict[Text, float]:
    """Return the figures of the database and the machine; those of a disk only where it is this machine's."""
    total = metrics.total
    disk = {Text("Room on its disk, MB"): round(total("tengen_disk_free_bytes") / _MEGA)}
    return {
        Text("Errors of the database"): total("tengen_database_errors_total"),
        Text("Games waiting to be stored"): total("tengen_database_waiting"),
        Text("Database, MB"): round(total("tengen_database_bytes") / _MEGA, 1),
        **(disk if metrics.knows("tengen_disk_free_bytes") else {}),
        Text("Mean delay of the event loop, s"): _mean(metrics, "tengen_loop_lag_seconds"),
        Text("Memory, MB"): round(total("process_resident_memory_bytes") / _MEGA),
    }


def _mean(metrics: Metrics, name: str) -> float:
    return round(metrics.total(f"{name}_sum") / max(1.0, metrics.total(f"{name}_count")), 3)
