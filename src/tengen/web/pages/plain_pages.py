"""Pages that are the same for everyone, such as accounts and single-use links; and the web app manifest."""

from __future__ import annotations

from typing import Final

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, JSONResponse

from ...records import Text
from ..services import Served
from ..texts import say

router: Final = APIRouter(include_in_schema=False)

_EXAMPLES: Final = (
    {"title": Text("A record"), "text": "1 (1 0) 2 pass 3 pass", "board": "3x1"},
    {"title": Text("A broken record"), "text": "1 (0 0) 2 (1 0) 3 (0 0) 4 pass 5 pass", "board": "2x1"},
    {"title": Text("Safe is not alive"), "text": "XXXX.\n.X..X", "board": "", "family": "(0 1) (4 0)"},
)
"""Examples to try on the page."""


@router.get("/account", response_class=HTMLResponse)
async def account(services: Served, request: Request) -> HTMLResponse:
    """Show the account of this browser, filled in by a script, or how to get one."""
    return services.templates.page(request, "account.html", mail=services.settings.smtp is not None)


def _add_page(address: str, template: str, **values: object) -> None:
    @router.get(address, response_class=HTMLResponse)
    async def page(services: Served, request: Request) -> HTMLResponse:
        return services.templates.page(request, template, **values)


_add_page("/games", "games.html")  # filled in by a script
_add_page("/review", "upload.html")
_add_page("/offline", "offline.html")  # played by its scripts alone
_add_page("/formal", "formal.html", examples=_EXAMPLES)
_add_page("/account/mail", "once.html", kind="mail")  # needs a click: link checkers must not use up the link
_add_page("/carry", "once.html", kind="carry")


@router.get("/manifest.webmanifest")
async def manifest() -> JSONResponse:
    """Return the manifest: name, colours, icons, and start address."""
    content = {
        "id": "/",
        "name": say("{name}: {tagline}", name=say("Tengen"), tagline=say("Every Go on every board")),
        "short_name": say("Tengen"),
        "description": say(
            "Ordinary Go and new games with its stones, on squares, tori, honeycombs and graphs: learn them, and "
            "play the computer or a friend. No account needed."
        ),
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": "#f6f3ec",
        "theme_color": "#f6f3ec",
        "icons": [
            {"src": "/static/icon.svg", "sizes": "any", "type": "image/svg+xml"},
            {"src": "/static/icons/icon-192.png", "sizes": "192x192", "type": "image/png"},
            {"src": "/static/icons/icon-512.png", "sizes": "512x512", "type": "image/png"},
            {"src": "/static/icons/maskable-512.png", "sizes": "512x512", "type": "image/png", "purpose": "maskable"},
        ],
        "shortcuts": [{"name": say("Explore"), "url": "/explore"}, {"name": say("My games"), "url": "/games"}],
    }
    return JSONResponse(content, media_type="application/manifest+json")
