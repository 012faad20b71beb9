"""The pages of reviews: where a record is put on the table, and the table."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from ...rules import variants
from .templates import page

router = APIRouter(include_in_schema=False)


@router.get("/review", response_class=HTMLResponse)
async def upload(request: Request) -> HTMLResponse:
    """Show where a record can be put on the table."""
    return page(request, "upload.html")


@router.get("/r/{id}", response_class=HTMLResponse)
async def review(request: Request, id: str) -> HTMLResponse:
    """Show a review to anyone with the link."""
    return page(request, "review.html", id=id, variants=_variants())


def _variants() -> list[tuple[str, str]]:
    """Return the names and titles of all presets."""
    return [(each.name, each.title) for each in variants()]
