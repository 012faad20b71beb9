"""The operator's page: whether everything does what it should, and the figures that tell why not."""

from __future__ import annotations

from typing import Final

from fastapi import APIRouter, Request, Response
from starlette.exceptions import HTTPException

from ..metrics import Metrics
from ..operator_access import is_operator
from ..services import Served

router: Final = APIRouter(include_in_schema=False)
_MEGA: Final = 1e6


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
    parts: dict[str, bool] = {"prepared": services.prepared.is_set()}
    parts |= {str(part): well for part, well in (await services.readiness.parts()).items()}
    shown = {"parts": parts, "starting": services.readiness.starting, "groups": _groups(services.metrics)}
    page = services.templates.page(request, "operator.html", **shown)
    page.headers["cache-control"] = "no-store"
    return page


def _groups(metrics: Metrics) -> dict[str, dict[str, float]]:
    """Return the figures, by the last parts of their keys among the strings, in groups."""
    total = metrics.total
    waits, runs = (_mean(metrics, f"tengen_engine_{name}_seconds") for name in ("wait", "run"))
    return {
        "engine": {
            "workers": total("tengen_engine_workers"),
            "workers_wanted": total("tengen_engine_workers_wanted"),
            "workers_lost": total("tengen_engine_workers_lost_total"),
            "jobs_begun": total("tengen_engine_begun"),
            "jobs_waiting": total("tengen_engine_waiting"),
            "jobs_done": total("tengen_engine_jobs_total"),
            "jobs_given_up": total("tengen_engine_jobs_total", lambda labels: labels["end"] == "lost"),
            "mean_wait": waits,
            "mean_run": runs,
            **_outside(metrics),
        },
        "requests": {
            "answered": total("tengen_requests_total"),
            "too_many": total("tengen_requests_total", lambda labels: labels["status"] == "429"),
            "failed": total("tengen_requests_total", lambda labels: labels["status"] >= "500"),
            "mean_answer": _mean(metrics, "tengen_request_seconds"),
            "sockets_closed": total("tengen_sockets_closed_total"),
        },
        "games": {
            "rooms": total("tengen_rooms"),
            "viewers": total("tengen_viewers"),
            "moves": total("tengen_moves"),
        },
        "machine": _machine(metrics),
    }


def _outside(metrics: Metrics) -> dict[str, float]:
    """Return the figures of the stronger engine, where the operator has one."""
    if not metrics.knows("tengen_outside_begun"):
        return {}
    total, left = metrics.total, ("absent", "silent", "failed")
    return {
        "outside_begun": total("tengen_outside_begun"),
        "outside_waiting": total("tengen_outside_waiting"),
        "outside_left": total("tengen_outside_jobs_total", lambda labels: labels["end"] in left),
    }


def _machine(metrics: Metrics) -> dict[str, float]:
    """Return the figures of the database and the machine; those of a disk only where it is this machine's."""
    total = metrics.total
    disk = {"disk_megabytes": round(total("tengen_disk_free_bytes") / _MEGA)}
    return {
        "database_errors": total("tengen_database_errors_total"),
        "database_waiting": total("tengen_database_waiting"),
        "database_megabytes": round(total("tengen_database_bytes") / _MEGA, 1),
        **(disk if metrics.knows("tengen_disk_free_bytes") else {}),
        "mean_lag": _mean(metrics, "tengen_loop_lag_seconds"),
        "memory_megabytes": round(total("process_resident_memory_bytes") / _MEGA),
    }


def _mean(metrics: Metrics, name: str) -> float:
    return round(metrics.total(f"{name}_sum") / max(1.0, metrics.total(f"{name}_count")), 3)
