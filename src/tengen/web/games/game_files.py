"""Games and reviews as files: SGF and JSON with the players' names, SVG and PNG."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, Literal

from fastapi import Response

from ...draw.image_files import png
from ...formats import json, sgf
from ...records import COLOURS, Record, TengenError
from ..errors import RequestError
from ..rooms import Room
from .game_view import player_name

Form = Literal["sgf", "json", "svg", "png"]
_KINDS: Final = {"sgf": "application/x-go-sgf", "json": "application/json", "svg": "image/svg+xml", "png": "image/png"}


def game_record(room: Room) -> Record:
    """Return a game's record with the players' names, which only the room has, as they may change."""
    record = room.game.record
    names = {f"P{colour[0].upper()}": player_name(room, colour) for colour in COLOURS}
    return replace(record, info={**record.info, **names})


def record_file(record: Record, form: Literal["sgf", "json"]) -> bytes:
    return (sgf.write(record) if form == "sgf" else json.dumps(record)).encode()


def picture_file(svg: str, form: Form) -> bytes:
    """Return a picture as SVG or PNG, which is slow."""
    try:
        return png(svg) if form == "png" else svg.encode()
    except TengenError as error:
        raise RequestError(501, "no-png", error.text) from None


def download(body: bytes, name: str, form: Form) -> Response:
    """Return a file that browsers save under this name."""
    headers = {"content-disposition": f'attachment; filename="{name}.{form}"'}
    return Response(body, media_type=_KINDS[form], headers=headers)
