r"""Tygem's game records, `.gib`: a header of ``\[NAME=VALUE\]`` and a line for every move.

``STO 0 2 1 15 3`` is the second line: Black (1) plays in column 15, row 3, from the upper left and from 0; ``SKI`` is a
pass; ``INI 0 1 3`` sets up a handicap of three. Komi and result are in ``GAMEINFOMAIN``, in tenths, or in ``GAMETAG``;
without these, in words in ``GAMECONDITION`` and ``GAMERESULT``. The format is undocumented; this is derived from files.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from ...records import Colour, FormatError, Record, other
from .maker import RecordMaker

BEGINS: Final = re.compile(r"\\[HG]S\b|\\\[(?:GIBOKIND|GAME[A-Z]{1,20})=")

_FIELD: Final = re.compile(r"\\\[(\w++)=([^\\]*+(?:\\(?![\[\]])[^\\]*+)*)\\\]")
_PLAYER: Final = re.compile(r"(.*)\(([^()]*)\)\s*+")
_DATE: Final = re.compile(r"C(\d{4}):(\d\d):(\d\d)")
_DATE_IN_WORDS: Final = re.compile(r"\s*(\d{4})\D{1,3}(\d{1,2})\D{1,3}(\d{1,2})(?!\d)")
_KOMI_IN_WORDS: Final = re.compile(r"\d{1,2}(?:\.\d)?(?:\s?[目집]\s?[半반]?|(?=\s?dum))")
_COLOURS: Final[Mapping[str, Colour]] = {"1": "black", "2": "white"}
_RESULTS: Final = {"3": "B+R", "4": "W+R", "7": "B+T", "8": "W+T"}
_WINNERS: Final = {"0": "B", "1": "W"}
_KNOWN: Final = ("INI", "STO", "SKI", "REM")


def read(text: str) -> Record:
    """Return the record of a file; FormatError if it holds no game, or an impossible move."""
    begin = text.find("\\GS")
    if begin < 0:
        raise FormatError("a .gib file without \\GS, which begins its moves; it may be cut off", 1, 1)
    maker = RecordMaker(19)
    _describe(maker, dict(_FIELD.findall(text, 0, begin)))
    first = text.count("\n", 0, begin) + 1
    mover: Colour = "black"
    for line, words in enumerate((each.split() for each in text[begin:].split("\n")), first):
        mover = _take(maker, words, mover, line)
    if "\\GE" not in text:
        maker.record.incomplete = True
    return maker.record


def _take(maker: RecordMaker, words: list[str], mover: Colour, line: int) -> Colour:
    """Read a line of the game; return the next side to move."""
    match words:
        case ["INI", _, _, stones, *_] if re.fullmatch(r"\d", stones):
            maker.handicap(int(stones), line)
            return "white" if int(stones) > 1 else "black"
        case ["STO", _, _, ("1" | "2") as by, x, y, *_] if re.fullmatch(r"\d{1,2} \d{1,2}", f"{x} {y}"):
            maker.play(_COLOURS[by], maker.point(int(x), int(y), f"{x} {y}", line), line)
            return other(_COLOURS[by])
        case ["SKI", *_]:
            maker.play(mover, "pass", line)
            return other(mover)
        case [("STO" | "INI") as word, *_]:
            raise FormatError("unreadable {word} line; write it like `STO 0 2 1 15 3`", line, 1, word=word)
        case [word, *_] if re.fullmatch(r"[A-Z]{3}", word) and word not in _KNOWN:
            maker.warn(f"a line of the unknown kind {word} was skipped", line)
    return mover


def _describe(maker: RecordMaker, fields: Mapping[str, str]) -> None:
    for colour, word in (("B", "BLACK"), ("W", "WHITE")):
        said = fields.get(f"GAME{word}NAME", "")
        player = _PLAYER.fullmatch(said)
        maker.note(**{f"P{colour}": player[1].rstrip() if player else said, f"{colour}R": player[2] if player else ""})
    main, tag = fields.get("GAMEINFOMAIN", ""), fields.get("GAMETAG", "")
    maker.note(GN=fields.get("GAMENAME", ""), PC=fields.get("GAMEPLACE", ""))
    maker.note(RE=_result(main, tag) or fields.get("GAMERESULT", ""))
    date = _DATE.search(tag) or _DATE_IN_WORDS.match(fields.get("GAMEDATE", ""))
    maker.note(DT=f"{date[1]}-{int(date[2]):02}-{int(date[3]):02}" if date else "")
    komi = _number(main, "GONGJE:") or _number(tag, "G") or _number(fields.get("GAMEGONGJE", ""), "")
    in_words = _KOMI_IN_WORDS.search(fields.get("GAMECONDITION", "").lower())
    if in_words and komi in ("", "0"):
        maker.komi(in_words[0])
    elif komi:
        maker.komi(f"{int(komi) / 10:g}")


def _number(text: str, name: str) -> str:
    """Return the number after a name, or ""."""
    found = (re.fullmatch(rf"{name}(\d{{1,6}})", part.lstrip()) for part in text.split(","))
    return next((number[1] for number in found if number), "")


def _result(main: str, tag: str) -> str:
    how = _number(main, "GRLT:") or _number(tag, "W")
    if how in _WINNERS:
        points = int(_number(main, "ZIPSU:") or _number(tag, "Z") or 0) / 10
        return f"{_WINNERS[how]}+{points:g}" if points else f"{_WINNERS[how]}+"
    return _RESULTS.get(how, "")
