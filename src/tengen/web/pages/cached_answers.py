"""Files that browsers keep, and ask for again only when they have changed."""

from __future__ import annotations

from functools import cache
from hashlib import sha256

from fastapi import Request
from fastapi.responses import Response


def picture_answer(request: Request, svg: str) -> Response:
    """Return a picture, which browsers keep for an hour."""
    return cached_answer(request, svg, "image/svg+xml", "public, max-age=3600")


def cached_answer(request: Request, body: str, kind: str, keeping: str) -> Response:
    """Return a text under a tag by which browsers recognise it; ``keeping`` is its Cache-Control."""
    headers = {"etag": _tag(body), "cache-control": keeping}
    if request.headers.get("if-none-match") == headers["etag"]:
        return Response(status_code=304, headers=headers)
    return Response(body, media_type=kind, headers=headers)


@cache
def _tag(body: str) -> str:
    return f'"{sha256(body.encode()).hexdigest()[:16]}"'
