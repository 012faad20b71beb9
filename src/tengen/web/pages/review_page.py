"""The pages of reviews: where a record is handed in, and the review itself."""

from __future__ import annotations

from typing import Final

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from ...records import TengenError
from ...rules import variants
from ..errors import NO_REVIEW, RequestError
from ..scheduler.payers import address_of
from ..services import Served, Services
from ..visitors import is_id
from .link_previews import LinkPreview, review_link

router: Final = APIRouter(include_in_schema=False)


@router.get("/review", response_class=HTMLResponse)
async def upload(services: Served, request: Request) -> HTMLResponse:
    """Show where a record can be handed in."""
    return services.templates.page(request, "upload.html")


@router.get("/r/{id}", response_class=HTMLResponse)
async def review(services: Served, request: Request, id: str) -> HTMLResponse:
    """Show a review to anyone with the link."""
    if not is_id(id) or not await services.store.reviews.has(id):
        return services.templates.problem(request, 404, NO_REVIEW)
    presets = [(each.name, each.title) for each in variants()]
    known = {"id": id, "link": await _link(services, request, id), "preparing": not services.prepared.is_set()}
    return services.templates.page(request, "review.html", variants=presets, **known)


async def _link(services: Services, request: Request, id: str) -> LinkPreview | None:
    """Return what a link to a review shows elsewhere; None where it cannot be opened, as the page then says."""
    try:
        return await review_link(services, id, address_of(request))
    except (TengenError, RequestError):
        return None
