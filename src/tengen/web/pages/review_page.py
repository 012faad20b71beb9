"""The pages of reviews: where a record is put on the table, and the table."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from ...rules import variants
from ..security import is_id
from .templates import page, problem_page

router = APIRouter(include_in_schema=False)


@router.get("/review", response_class=HTMLResponse)
async def upload(request: Request) -> HTMLResponse:
    """Show where a record can be put on the table."""
    return page(request, "upload.html")


@router.get("/r/{id}", response_class=HTMLResponse)
async def review(request: Request, id: str) -> HTMLResponse:
    """Show a review to anyone with the link."""
    web = request.app.state.web
    if not is_id(id) or not await web.store.has_review(id):
        return problem_page(request, 404, web.words("review.gone"))
    return page(request, "review.html", id=id, variants=_variants(), preparing=not web.prepared.is_set())


def _variants() -> list[tuple[str, str]]:
    """Return the names and titles of all presets."""
    return [(each.name, each.title) for each in variants()]
