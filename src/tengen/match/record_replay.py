"""Replaying recorded games under other rules, and counting events in them."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ..boards import Board
from ..formats import read_all
from ..formats.encoding import MAX_BYTES, read_bytes
from ..game.bulk import Illegal, record_arrays
from ..records import Diagram, Record, TengenError
from ..rules import Variant


@dataclass(frozen=True)
class ReplayReport:
    """What happened in a game; all counts are of the moves before the first illegal one.

    ``moves`` excludes a resignation; ``captures`` are stones removed, of either side; ``ko_captures`` are single stones
    taken by a single stone whose only liberty is then theirs; ``first_tile`` is the move that laid the first tile;
    ``highest_stack`` is the most tiles on a point; ``score`` is Black's area minus White's, without komi.
    ``beginnings`` counts restarts of the history: at set-up stones in mid-game, and in such a record also at moves out
    of turn or after the end. ``odd`` are moves made against the game's own rules.
    """

    moves: int
    captures: int
    ko_captures: int
    tiled_points: int
    first_tile: int | None
    highest_stack: int
    illegal: Illegal | None
    odd: tuple[Illegal, ...]
    score: float
    beginnings: int

    def as_dict(self) -> dict[str, Any]:
        return {
            **{name: value for name, value in vars(self).items() if name != "beginnings"},
            "illegal": self.illegal and self.illegal.as_dict(),
            "odd": [each.as_dict() for each in self.odd],
        }


def replay(record: Record, variant: Variant | None) -> ReplayReport:
    """Report what `record_arrays` finds in a record, with its errors."""
    found = record_arrays(record, variant)
    heights = found.tiles[found.tiles > 0]
    return ReplayReport(
        moves=int(np.count_nonzero(found.moves != len(found.board) + 2)),
        captures=int(found.removed.sum()),
        ko_captures=int(np.count_nonzero(found.kos)),
        tiled_points=len(heights),
        first_tile=int(found.laid.argmax()) + 1 if found.laid.any() else None,
        highest_stack=int(heights.max(initial=0)),
        illegal=found.illegal,
        odd=found.odd,
        score=found.lead,
        beginnings=found.restarts,
    )


@dataclass(frozen=True)
class Written:
    """A file to replay and its content, which is sent to the machine that replays it, or why it is unreadable."""

    number: int
    path: Path
    data: bytes = b""
    trouble: str = ""

    @classmethod
    def at(cls, number: int, path: Path) -> Written:
        """Read a file, or standard input for the path "-"."""
        try:
            data = sys.stdin.buffer.read(MAX_BYTES + 1) if str(path) == "-" else read_bytes(path)
            return cls(number, path, data)
        except TengenError as error:
            return cls(number, path, trouble=str(error))
        except OSError as error:
            return cls(number, path, trouble=error.strerror or str(error))

    def __str__(self) -> str:
        return str(self.path)


@dataclass(frozen=True)
class Replayed:
    """The result of replaying a game: its report (None: skipped), and notes."""

    report: ReplayReport | None
    notes: tuple[str, ...] = ()


def replay_written(
    variant: Variant | None, board: Board | None, all_warnings: bool, written: Written
) -> tuple[Replayed, ...]:
    """Replay every game of a file, on ``board`` if it names none; errors become notes.

    Unreadable content ends the file as one last skipped game.
    """
    found: list[Replayed] = []
    try:
        if written.trouble:
            raise TengenError(written.trouble)
        for one in read_all(written.data, board, name=str(written.path)):
            record = one.record(whole=True) if isinstance(one, Diagram) else one
            found.append(_replayed(record, variant, all_warnings))
    except TengenError as error:
        found.append(Replayed(None, (f"skipped, with everything after it: {error}" if found else f"skipped: {error}",)))
    return tuple(found)


def _replayed(record: Record, variant: Variant | None, all_warnings: bool) -> Replayed:
    notes = list(record.warnings) if all_warnings else []
    try:
        report = replay(record, variant)
    except TengenError as error:
        return Replayed(None, (*notes, f"skipped: {error}"))
    if all_warnings:
        for each in report.odd:
            reasons = ", ".join(map(str, each.reasons))
            notes.append(f"move {each.move}, {each.text}, was made against the rules: {reasons}")
    if white_begins_alone(record):
        notes.append("White moves first, but no handicap stones are set up; none were added")
    if report.beginnings:
        times = "once" if report.beginnings == 1 else f"{report.beginnings} times"
        notes.append(f"stones are set up in mid-game; history restarted {times}")
    return Replayed(report, tuple(notes))


def white_begins_alone(record: Record) -> bool:
    """Return whether White moves first on an empty board: usually an unrecorded handicap."""
    for node in record.main_line():
        if node.changes or record.start is not None:
            return False
        if node.move is not None:
            return node.colour == "white"
    return False
