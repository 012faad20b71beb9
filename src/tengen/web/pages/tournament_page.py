"""A tournament's page: who plays, how it stands, and the way to one's own game."""

from __future__ import annotations

from typing import Final

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from ..services import Sender, Served

router: Final = APIRouter(include_in_schema=False)


@router.get("/t/{id}", response_class=HTMLResponse)
async def tournament(services: Served, request: Request, visitor: Sender, id: str) -> HTMLResponse:
    """Show a tournament; a script replaces what has changed."""
    found = await services.tournaments.shown(id, visitor)
    name = "" if visitor is None else visitor.name or ""
    return services.templates.page(request, "tournament.html", found=found, name=name)
