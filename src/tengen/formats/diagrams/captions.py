"""Moves in captions, which a diagram cannot show: "5 at 1", "8 at D4", "6 pass"."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from ...boards import Board
from ...records.position import GESTURES

_NUMBER: Final = r"(?::?[BbWw])?(\d{1,4}):?"
_AT: Final = re.compile(rf"(?<![\w:]){_NUMBER}\s+at\s+(:?[A-Za-z]{{0,2}}\d{{1,4}}):?(?!\w)")
_WORD: Final = re.compile(rf"{_NUMBER}\s+([a-z]+)")
_GROUP: Final = re.compile(r"\s*\(([^()]*)\)\s*")
_BETWEEN: Final = re.compile(r"[,;]|\sand\s")
_WORDS: Final = {**dict.fromkeys(GESTURES, True), **dict.fromkeys(("passes", "tenuki", "elsewhere"), False)}
"""The words for moves without a point, and whether we write them ourselves."""

_LONGEST: Final = 1_000
"""Longer titles are not searched for moves."""

Note = tuple[int, str]
"""A move's number, and its place: another move's number, a label or a word."""


def caption(title: str, notes: list[str]) -> str:
    """Return a title with notes in parentheses."""
    return f"{title} ({', '.join(notes)})".strip() if notes else title


def hidden_moves(title: str, seen: Mapping[int, str], first: int, board: Board) -> tuple[str, dict[int, str]]:
    """Return a title without the notes that `caption` adds, and their moves by number.

    ``seen`` maps the numbers in the drawing to points; ``first`` is the number of the first move, to which smaller
    numbers are relative. A note counts only if its number is not in the drawing and follows or joins the others. "5 at
    1" may be anywhere; labels and words only in final parentheses that hold nothing but notes.

    >>> from tengen import boards
    >>> hidden_moves("A ko (5 at 1, 6 pass)", {1: "D4", 2: "E4", 3: "D5", 4: "E5"}, 1, boards.parse("9"))
    ('A ko', {5: 'D4', 6: 'pass'})
    """
    if len(title) > _LONGEST:
        return title, {}
    group = _last_group(title)
    sure = (_notes(group[1]) if group else None) or []
    loose = [(int(found[1]), found[2]) for found in _AT.finditer(title)]
    moves: dict[int, str] = {}
    understood = True
    for place, (number, at) in sorted(enumerate(sure + loose), key=lambda item: item[1][0]):
        known = {**seen, **moves}
        is_sure = place < len(sure)
        number += first - 1 if number < first else 0
        move = _move(at, known, first, board) if is_sure else _named(at, known, first)
        # it fills a gap between the known ones, or follows or precedes them
        joins = max(min(known) - 1, 1) <= number <= max(known) + 1 if known else number == first
        if move and number not in known and joins:
            moves[number] = move
        elif is_sure:
            understood = False
        understood = understood and _WORDS.get(at, True)
    return (title[: group.start()] if group and sure and understood else title), moves


def is_notes(text: str) -> bool:
    """Return whether a text consists of such notes only."""
    return _notes(text) is not None


def _notes(text: str) -> list[Note] | None:
    """Return the notes of a text, or None if it holds anything else."""
    found = []
    for part in _BETWEEN.split(text) if len(text) <= _LONGEST else [""]:
        note = _AT.fullmatch(part.strip()) or _WORD.fullmatch(part.strip())
        if note is None or (note.re is _WORD and note[2] not in _WORDS):
            return None
        found.append((int(note[1]), note[2]))
    return found


def _last_group(title: str) -> re.Match[str] | None:
    """Return the parentheses at the end of a title."""
    begin = title.rfind("(")
    while begin > 0 and title[begin - 1].isspace():
        begin -= 1
    return _GROUP.fullmatch(title, begin) if begin >= 0 else None


def _named(at: str, known: Mapping[int, str], first: int) -> str | None:
    """Return the point of the move with this number, with or without its colour."""
    digits = at.lstrip(":BbWw")
    if not digits.isdecimal():
        return None
    number = int(digits)
    move = known.get(number) or known.get(number + first - 1)
    return None if move in GESTURES else move


def _move(at: str, known: Mapping[int, str], first: int, board: Board) -> str | None:
    if at in _WORDS:
        return at if at in GESTURES else "pass"
    point = board.find(at)
    return _named(at, known, first) or (None if point is None else board.labels[point])
