"""Games and reviews as files to take home: SGF, JSON, SVG and PNG."""

from __future__ import annotations

from typing import Final, Literal

from fastapi import Response

from ...draw.image_files import png
from ...records import TengenError
from ..errors import RequestError

Form = Literal["sgf", "json", "svg", "png"]
_KINDS: Final = {
    "sgf": "application/x-go-sgf",
    "json": "application/json",
    "svg": "image/svg+xml",
    "png": "image/png",
}


def picture_file(svg: str, form: Form) -> bytes:
    """Return a picture as SVG or PNG; that takes a while."""
    try:
        return png(svg) if form == "png" else svg.encode()
    except TengenError as error:
        raise RequestError(501, "no-png", error.text) from None


def download(body: bytes, name: str, form: Form) -> Response:
    """Return a file that browsers save under a name."""
    headers = {"content-disposition": f'attachment; filename="{name}.{form}"'}
    return Response(body, media_type=_KINDS[form], headers=headers)
