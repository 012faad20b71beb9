"""The pages of accounts: the account itself, and where the links land that are good once."""

from __future__ import annotations

from typing import Final

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from ..services import Served

router: Final = APIRouter(include_in_schema=False)


@router.get("/account", response_class=HTMLResponse)
async def account(services: Served, request: Request) -> HTMLResponse:
    """Show the account of this browser, or how to have one; a script fills in what is one's own."""
    return services.templates.page(request, "account.html", mail=services.settings.smtp is not None)


@router.get("/account/mail", response_class=HTMLResponse)
async def mail_link(services: Served, request: Request) -> HTMLResponse:
    """Show what a link from an e-mail does, with a button that does it: programs that follow links spend nothing."""
    return services.templates.page(request, "once.html", kind="mail")


@router.get("/carry", response_class=HTMLResponse)
async def carry_link(services: Served, request: Request) -> HTMLResponse:
    """Show what a link does that carries games, with a button that does it."""
    return services.templates.page(request, "once.html", kind="carry")
