"""What a command is to read: a file or standard input, in any notation."""

from __future__ import annotations

import sys
from typing import Final

from ...boards import Board, parse
from ...formats.encoding import MAX_BYTES, decode, read_bytes
from ...formats.notations import identify
from ...records import Diagram, Record, TengenError
from ..terminal import harmless, say

STREAM: Final = "-"
"""The name that stands for standard input or output."""


def read_source(source: str, board: str | None = None) -> Record | Diagram:
    """Return what comes first in a file or on standard input; what is odd about it goes to standard error."""
    data = sys.stdin.buffer.read(MAX_BYTES + 1) if source == STREAM else read_bytes(source)
    on = None if board is None else parse(board)
    text, warnings = decode(data)
    found = identify(text, "" if source == STREAM else source).first(text, on)
    if on is not None:
        check_board(found, on)
    for warning in (*warnings, *found.warnings):
        say(harmless(f"{_name(source)}: {warning}"), err=True)
    if isinstance(found, Record) and found.incomplete:
        cut_off = "the file is cut off in the middle of the game; moves may be missing"
        say(harmless(f"{_name(source)}: {cut_off}"), err=True)
    return found


def check_board(found: Record | Diagram, board: Board) -> None:
    """Refuse a board given for what names its own, which is another one."""
    if found.board and parse(found.board) != board:
        raise TengenError(f"--board {board.text}: what is read names its own board, {found.board}; leave --board out")


def as_record(found: Record | Diagram) -> Record:
    """Return what was read as a record."""
    return found.record() if isinstance(found, Diagram) else found


def _name(source: str) -> str:
    return "standard input" if source == STREAM else source
