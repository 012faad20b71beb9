"""The service worker: served at the root, so that it may speak for every page."""

from __future__ import annotations

from importlib.resources import files
from typing import Final

from fastapi import APIRouter, Request
from fastapi.responses import Response

from .cached_answers import cached_answer

router: Final = APIRouter(include_in_schema=False)
_SCRIPT = files("tengen.web") / "static" / "js" / "sw.js"


@router.get("/sw.js")
async def worker(request: Request) -> Response:
    """Return the service worker's script."""
    return cached_answer(request, _SCRIPT.read_text("utf-8"), "text/javascript", "no-cache")
