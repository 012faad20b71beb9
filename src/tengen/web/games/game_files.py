"""Games as records and files to take home, in which the players are named."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from ...formats import json, sgf
from ...records import COLOURS, Record
from ..rooms import Room
from . import game_view


def game_record(room: Room) -> Record:
    """Return a game's record, with what its players are called.

    The room keeps their names, as whoever sits down may bring another one; a game and its own record have none.
    """
    record = room.game.record
    names = {f"P{colour[0].upper()}": game_view.player_name(room, colour) for colour in COLOURS}
    return replace(record, info={**record.info, **names})


def record_file(record: Record, form: Literal["sgf", "json"]) -> bytes:
    """Return a record as SGF or JSON."""
    return (sgf.write(record) if form == "sgf" else json.dumps(record)).encode()
