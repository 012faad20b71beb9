"""The manifest by which a browser installs the page as an app of its own."""

from __future__ import annotations

from typing import Final

from fastapi import APIRouter
from fastapi.responses import JSONResponse

from ..texts import say

router: Final = APIRouter(include_in_schema=False)


@router.get("/manifest.webmanifest")
async def manifest() -> JSONResponse:
    """Return the manifest: the name, the colours, the signs, and where to begin."""
    content = {
        "id": "/",
        "name": say("{name}: {tagline}", name=say("Tengen"), tagline=say("Every Go on every board")),
        "short_name": say("Tengen"),
        "description": say(
            "Ordinary Go and new games with its stones, on squares, tori, honeycombs and graphs: learn them, and "
            "play the computer or somebody, without an account."
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
        "shortcuts": [
            {"name": say("Explore"), "url": "/explore"},
            {"name": say("My games"), "url": "/games"},
        ],
    }
    return JSONResponse(content, media_type="application/manifest+json")
