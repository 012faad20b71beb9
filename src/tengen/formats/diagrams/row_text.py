"""The text of plain rows: foreign signs translated, rows found among other lines, other lines refused."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from ...boards.limits import MAX_SIDE
from ...records import Content, FormatError, Text
from .cells import Cell

_STONES: Final[dict[str, Content]] = {
    **dict.fromkeys("XxBb@●⚫", "black"),
    **dict.fromkeys("OoWw○⚪", "white"),
    **dict.fromkeys("T☯", "tao"),
}
_VACANT: Final = frozenset(".,+:·░╵╶└╷╎┌├╴┘╌┴┐┤┬┼╋")
_HEIGHTS: Final = {letter: height for height, letter in enumerate("▫²³⁴⁵⁶⁷⁸⁹⁺", 1)} | {"'": 1}
_NUMBER: Final = re.compile(r"[ \t]*(\d{1,2})?(?!\d)")
_SEEN: Final = re.escape("".join(_STONES) + "".join(sorted(_VACANT)) + "#")
_BEHIND_STONE: Final = rf"(?<=[{re.escape(''.join(_STONES))}])\d{{2,3}}(?!\d)"
_POINT: Final = re.compile(rf"([ \t─|]*)(\()?([{_SEEN}])([{''.join(_HEIGHTS)}])?(\d(?!\d)|{_BEHIND_STONE})?(\))?")
_MOVE: Final = re.compile(r"([ \t|]*)(\d{1,3})(?![\d)])")
_NUMBERED: Final = re.compile(rf"[ \t─|()\d{_SEEN}{''.join(_HEIGHTS)}]*+")
_BEHIND: Final = re.compile(r"[ \t─|]*+(?:(?<=[ \t|])(\d{1,2}))?(?:[ \t]{2}.*|\s*+)|(?:[ \t]?[─|])*[ \t]{2}.*")
"""The row's number, and anything after two blanks."""
_SIGNS: Final = frozenset("".join(_STONES)) | _VACANT | {"#"}
_WIDEST: Final = 4 * MAX_SIDE
_LONGEST: Final = 1_000
"""Longer lines, and lines with more points, are not rows."""
COLUMNS: Final = re.compile(r"[ \t|]*([A-Za-z]{1,2}(?: +[A-Za-z]{1,2})*)[ \t|]*")

_WORDS: Final = re.compile(r"[ \t]*+(?:\{.*\}[ \t]*+)?")
"""A line other than a row: blank, or a statement in braces."""
_DIGITS: Final = re.compile(r"[\s\[(]*[012](?:[\s,]*[012])+[\s\]),]*")
_DASHES: Final = re.compile(r"[ \t]*[-bwxo](?:[ \t]*[-bwxo])+[ \t]*", re.IGNORECASE)
_OF_DIGITS: Final = str.maketrans("012[](),", ".XO     ")
_OF_DASHES: Final = str.maketrans("-", ".")


def usual_rows(lines: list[str]) -> tuple[list[str], str]:
    """Return lines with our signs, and a remark on the translation, or "".

    Rows of ``0 1 2`` (vacant, black, white), as in printed arrays, and rows of ``b w -`` are supported, if a text holds
    nothing else. Every line keeps its length, so that columns in messages are right.
    """
    words = [_WORDS.fullmatch(line) is not None for line in lines]
    rows = [line for line, is_words in zip(lines, words) if not is_words]
    if len(rows) > 1 and all(_DIGITS.fullmatch(line) for line in rows):
        said = "digits were read as 0 vacant, 1 black, 2 white"
        return [line if is_words else line.translate(_OF_DIGITS) for line, is_words in zip(lines, words)], said
    signs = set("".join(rows).lower()) - set(" \t")
    if len(rows) > 1 and "-" in signs and len(signs) > 1 and all(_DASHES.fullmatch(line) for line in rows):
        return [line if is_words else line.translate(_OF_DASHES) for line, is_words in zip(lines, words)], ""
    return lines, ""


@dataclass
class TextRow:
    """A line with points: their cells and contents, a row's number, tiles and digits after cells, the last move."""

    line: int
    number: int | None
    cells: list[Cell] = field(default_factory=list)
    contents: list[Content | None] = field(default_factory=list)
    heights: dict[int, int] = field(default_factory=dict)
    digits: dict[int, int] = field(default_factory=dict)
    last: int | None = None
    wraps: bool = False
    sides: tuple[bool, bool] = (False, False)
    """Whether the row's number comes before the points, and after them."""

    def add(self, found: re.Match[str]) -> None:
        """Add a point that `_POINT` found."""
        count, (before, opened, point, height, digit, closed) = len(self.cells), found.groups()
        self.wraps = self.wraps or (not count and "─" in before)
        self.cells.append(Cell(point, gap=point == "#", line=self.line, column=found.start(3) + 1))
        self.contents.append(_STONES.get(point))
        self.last = count if opened or closed else self.last
        if height:
            self.heights[count] = _HEIGHTS[height]
        if digit:
            self.digits[count] = int(digit)


def runs_of(lines: list[str]) -> Iterator[list[TextRow]]:
    """Yield the groups of consecutive rows with points."""
    run: list[TextRow] = []
    for number, line in enumerate([*lines, ""], 1):
        row = _row(line, number)
        if row is not None:
            run.append(row)
        elif run:
            if any(not cell.gap for own in run for cell in own.cells):
                yield _evened(run, lines)
            run = []


def _evened(run: list[TextRow], lines: list[str]) -> list[TextRow]:
    """Return rows with numbers on the same sides; other numbers at the ends are taken as moves."""
    width = max(len(row.cells) for row in run)
    sides = {row.sides for row in run if len(row.cells) == width}
    if len(sides) > 1:
        again = [_numbered_row(lines[row.line - 1], row.line, (False, False)) for row in run]
        even = [row for row in again if row is not None and len(row.cells) == width + 1]
        return even if len(even) == len(run) else run
    found = []
    for row in run:
        longer = None
        if len(row.cells) < width and row.number is not None:
            longer = _numbered_row(lines[row.line - 1], row.line, *sides)
        found.append(longer if longer is not None and len(longer.cells) == width else row)
    return found


def _row(text: str, line: int) -> TextRow | None:
    """Return a line's points, or None if it is not a row."""
    begin = _NUMBER.match(text)
    if begin is None or len(text) > _LONGEST:
        return None
    row, at = TextRow(line, int(begin[1]) if begin[1] else None), begin.end()
    while len(row.cells) < _WIDEST and (found := _POINT.match(text, at)):
        row.add(found)
        at = found.end()
    behind = _BEHIND.fullmatch(text, at)
    if behind is None or not row.cells or text[max(at, behind.end(1)) :].strip(" \t─|"):
        numbered = _numbered_row(text, line)
        if numbered is not None and len(numbered.cells) > len(row.cells):
            return numbered
    if behind is None or not row.cells:
        return None
    row.sides = bool(begin[1]), bool(behind[1])
    row.number = row.number or (int(behind[1]) if behind[1] else None)
    return row


def _numbered_row(text: str, line: int, labelled: tuple[bool, bool] = (True, True)) -> TextRow | None:
    """Return the points of a line in which numbers are moves, or None if it holds anything else.

    ``labelled``: numbers before and after the points are the row's; outside a frame they always are.
    """
    begin, end = text.find("|") + 1, text.rfind("|")
    framed, known = 0 < begin <= end, _NUMBERED.match(text)
    end = end if framed else len(text.rstrip())
    if known is None or known.end() < end:
        return None
    row, label = TextRow(line, None), _NUMBER.match(text)
    at = label.end() if label and (framed or labelled[0]) else 0
    if label and at and label[1]:
        row.number, row.sides = int(label[1]), (True, False)
    behind = text[end + 1 :].split() if framed else []
    if not _take_points(row, text, at, end) or (behind and not behind[0].isdecimal()):
        return None
    last = row.cells[-1]
    if not framed and labelled[1] and last.number is not None and len(last.symbol) < 3:
        behind = [row.cells.pop().symbol]
        row.contents.pop()
    if behind and len(behind[0]) < 3:
        row.number, row.sides = row.number or int(behind[0]), (row.sides[0], True)
    return row if row.cells else None


def _take_points(row: TextRow, text: str, first: int, end: int) -> bool:
    """Add the points and numbered moves in a range of a line; return whether there is nothing else."""
    at = first
    while at < end and len(row.cells) < _WIDEST:
        point = _POINT.match(text, at, end)
        move = None if point else _MOVE.match(text, at, end)
        if point and not (point[5] and point[3] in _VACANT):
            row.add(point)
            at = point.end()
        elif move and _stands_apart(text, move, first, end):
            row.cells.append(Cell(move[2], number=int(move[2]), line=row.line, column=move.start(2) + 1))
            row.contents.append(None)
            at = move.end()
        else:
            break
    return bool(row.cells) and not text[at:end].strip(" \t|")


def _stands_apart(text: str, move: re.Match[str], first: int, end: int) -> bool:
    """Return whether a number has blanks or a frame around it; longer ones need them on one side only."""
    left = bool(move[1]) or move.start() == first
    right = move.end() == end or text[move.end()] in " \t|"
    return left and right if len(move[2]) == 1 else left or right


def refuse_neighbours(lines: list[str], run: list[TextRow]) -> None:
    """Refuse a picture next to a line that was meant as one of its rows but is unreadable."""
    width = len(run[0].cells)
    for line, beside in ((run[0].line - 1, run[0]), (run[-1].line + 1, run[-1])):
        text = lines[line - 1] if 1 <= line <= len(lines) else ""
        begin = _NUMBER.match(text)
        if begin is None or len(text) > _LONGEST or not text.strip() or _names_columns(lines, line, beside.line):
            continue
        count, at = 0, begin.end()
        while count < width and (found := _POINT.match(text, at)):
            count, at = count + 1, found.end()
        rest = text[at:].strip()
        if count == width > 1 and rest:
            what = Text("`{rest}` after the row does not belong to it; put two blanks before it", rest=rest[:24])
            raise FormatError(what, line, text.index(rest, at) + 1)
        inner, first = _within(text, begin.end())
        signs = inner.split() if len(inner.split()) == width else "".join(inner.split())
        odd = [sign for sign in signs if sign not in _SIGNS]
        labelled = begin[1] and beside.number and abs(int(begin[1]) - beside.number) == 1
        framed = first > begin.end() and "|" in lines[beside.line - 1]
        if odd and len(signs) == width and (2 * len(odd) <= width or labelled or framed):
            raise odd_sign(odd[0], line, text.index(odd[0], first) + 1)


def odd_sign(sign: str, line: int, column: int) -> FormatError:
    return FormatError(
        "`{sign}` is not a sign for a point; use X, O and ., and # for a place without one", line, column, sign=sign
    )


def _names_columns(lines: list[str], line: int, beside: int) -> bool:
    """Return whether a line next to a row names columns; a framed one with rows on both sides does not."""
    text, far = lines[line - 1], 2 * line - beside
    if not COLUMNS.fullmatch(text):
        return False
    return "|" not in text or not 1 <= far <= len(lines) or _row(lines[far - 1], far) is None


def _within(text: str, begin: int) -> tuple[str, int]:
    """Return the content of a line's frame, or after its number, without the number at its end; and its offset."""
    opened, closed = text.find("|", begin), text.rfind("|")
    if begin <= opened < closed and not text[begin:opened].strip():
        return text[opened + 1 : closed], opened + 1
    inner = text[begin:].rstrip()
    bare = inner.rstrip("0123456789")
    return (bare if begin and bare[-1:].isspace() else inner), begin
