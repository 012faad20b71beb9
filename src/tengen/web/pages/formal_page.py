"""The page of the workbench for the formal rules."""

from __future__ import annotations

from typing import Final

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from ...records import Text
from ..services import Served

router: Final = APIRouter(include_in_schema=False)

_EXAMPLES: Final = (
    {"title": Text("A record"), "text": "1 (1 0) 2 pass 3 pass", "board": "3x1"},
    {"title": Text("A broken record"), "text": "1 (0 0) 2 (1 0) 3 (0 0) 4 pass 5 pass", "board": "2x1"},
    {"title": Text("Safe is not alive"), "text": "XXXX.\n.X..X", "board": "", "family": "(0 1) (4 0)"},
)
"""What the page offers to try."""


@router.get("/formal", response_class=HTMLResponse)
async def formal(services: Served, request: Request) -> HTMLResponse:
    """Show where a record or a configuration can be checked."""
    return services.templates.page(request, "formal.html", examples=_EXAMPLES)
