"""WBaduk's (Cyberoro's) game records, `.ngf`: a header line by line, and a line for every move.

``PMABBREER`` is a move: ``PM``, two letters that number it, the colour, column and row (B is the first, from the upper
left), and both again in reverse. The header has, on separate lines: the kind of game, the size, White, Black, the
site, the handicap, an unknown number, komi without its half point, the date, an unknown number, the result in words,
and the number of moves. In older files every header line begins with GI, in another order. The format is undocumented;
this description is derived from files.
"""

from __future__ import annotations

import re
from typing import Final

from ...records import FormatError, Record
from .maker import COLOURS, RecordMaker, side

_MOVE: Final = re.compile(r"PM[A-Z]{2}([BW])([A-Z])([A-Z])[A-Z]*\s*")
_NAMED: Final = re.compile(r"(\S++)(?:\s++(\S++))?.*")
_DATE: Final = re.compile(r"(\d{4})(\d\d)(\d\d)")
_OLD_DATE: Final = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})")
_NUMBER: Final = re.compile(r"-?\d{1,3}(?:\.\d{1,3})?")
_BEGIN: Final = re.compile(r"(?:[^\n]*\n){1,20}?PM[A-Z]{2}[BW][A-Z]{2}")


def recognises(text: str) -> bool:
    """Return whether a text is such a file: moves after a short header."""
    return _BEGIN.match(text[:4_000]) is not None and "\nPM" in text


def read(text: str) -> Record:
    """Return the record of a file; FormatError if it has no header, or a move off its board."""
    lines = text.split("\n")
    first = next((place for place, line in enumerate(lines) if _MOVE.fullmatch(line)), len(lines))
    head = [line.strip() for line in lines[:first] if line.strip() or line == ""]
    maker = _old(head) if head and all(line.startswith("GI") for line in head if line) else _new(head)
    for number, line in enumerate(lines[first:], first + 1):
        found = _MOVE.fullmatch(line)
        if found:
            x, y = ord(found[2]) - ord("B"), ord(found[3]) - ord("B")
            passes = (found[2], found[3]) == ("A", "A")
            move = "pass" if passes else maker.point(x, y, line.strip(), number)
            maker.play(COLOURS[found[1].lower()], move, number)
        elif line.strip():
            maker.warn("this line is not a move and was skipped", number)
    return maker.record


def _new(head: list[str]) -> RecordMaker:
    if len(head) < 9:
        raise FormatError("the header of an .ngf file must have 12 lines, not {count}", 1, 1, count=len(head))
    maker = RecordMaker(side(head[1], 2))
    for letter, said in (("W", head[2]), ("B", head[3])):
        named = _NAMED.fullmatch(said)
        if named:
            rank = (named[2] or "").rstrip("*?").replace("DP", "p").replace("D", "d").replace("K", "k")  # 9DP, 7D*, 3K
            maker.note(**{f"P{letter}": named[1], f"{letter}R": rank})
    date = _DATE.match(head[8])
    maker.note(GN=head[0], PC=head[4], DT="-".join(date.groups()) if date else "")
    _stones_and_komi(maker, head[5], head[7], 6)
    maker.note(RE=_result(head[10]) if len(head) > 10 else "")
    return maker


def _old(head: list[str]) -> RecordMaker:
    """Read a header whose lines begin with GI: game, two players, two unknown, date, size, handicap, .., komi."""
    said = [line[2:].strip() for line in head]
    if len(said) < 10:
        raise FormatError("the header of an .ngf file of GI lines must have 11, not {count}", 1, 1, count=len(said))
    maker = RecordMaker(side(said[6], 7))
    date = _OLD_DATE.fullmatch(said[5])
    maker.note(DT=f"{date[1]}-{int(date[2]):02}-{int(date[3]):02}" if date else "")
    players = " – ".join(filter(None, said[1:3]))
    maker.note(GN=f"{said[0]} ({players})" if players else said[0])
    if players:
        maker.warn("the header does not give the players' colours; both are in the game's name", 2)
    _stones_and_komi(maker, said[7], said[9], 8)
    return maker


def _stones_and_komi(maker: RecordMaker, stones: str, komi: str, line: int) -> None:
    """Read handicap and komi; komi lacks its half point, which every even game has."""
    handicap = int(stones) if re.fullmatch(r"\d", stones) else 0
    maker.handicap(handicap, line)
    if _NUMBER.fullmatch(komi):
        whole = float(komi)
        maker.komi(f"{whole + 0.5 if not handicap and whole.is_integer() else whole:g}", line + 2)


def _result(said: str) -> str:
    """Return the result in a sentence, or ""."""
    plain = said.lower()
    found = re.search(r"\b(black|white) (win|lose)", plain)
    if found is None:
        return ""
    winner = "B" if (found[1] == "black") == (found[2] == "win") else "W"
    points = _NUMBER.search(plain)
    how = "R" if "resign" in plain else "T" if "time" in plain else points[0] if points else ""
    return f"{winner}+{how}"
