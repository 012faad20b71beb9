"""The game information of a record, parsed: players, date, time limits, and result.

A record keeps its information as written; `Record.game_info` only reads it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Final, Literal

from .position import Colour, other

INFO: Final = frozenset(re.findall(r"\w+", "AN BR BT CP DT EV GC GN HA KM ON OT PB PC PW RE RO RU SO TM US WR WT"))
"""The game information of FF[4]; at the root it is the record's `info`, in other formats, too."""

How = Literal["score", "resignation", "time", "forfeit", "no_result", "unknown"]


@dataclass(frozen=True)
class PlayerInfo:
    """A player as named in the record."""

    name: str = ""
    rank: str = ""
    team: str = ""


@dataclass(frozen=True)
class Result:
    """The end of a game: the winner or None, Black's lead in points if given, and how it ended."""

    winner: Colour | None
    margin: float | None
    how: How


@dataclass(frozen=True)
class PartialDate:
    """A year, or a year and month, if the day is unknown."""

    year: int
    month: int | None = None

    def __str__(self) -> str:
        return f"{self.year:04}" if self.month is None else f"{self.year:04}-{self.month:02}"


@dataclass(frozen=True)
class GameInfo:
    """A record's information about its game; empty or None for missing and unreadable items.

    ``rules`` is the text of RU, or the record's variant; ``time_limit`` is in seconds; ``overtime`` is free text.
    ``application`` is the program that wrote the file, with its version.

    >>> from tengen.formats import sgf
    >>> info: GameInfo = sgf.read("(;SZ[9]PB[Ada]BR[3d]RE[B+2.5])").game_info()
    >>> info.black, info.result
    (PlayerInfo(name='Ada', rank='3d', team=''), Result(winner='black', margin=2.5, how='score'))
    """

    black: PlayerInfo
    white: PlayerInfo
    result: Result | None
    dates: tuple[date | PartialDate, ...]
    time_limit: float | None
    overtime: str
    rules: str
    komi: float | None
    handicap: int | None
    name: str
    event: str
    round: str
    place: str
    opening: str
    comment: str
    annotator: str
    source: str
    recorder: str
    copyright: str
    application: tuple[str, str] | None


_NAMES: Final = {
    "name": "GN",
    "event": "EV",
    "round": "RO",
    "place": "PC",
    "opening": "ON",
    "comment": "GC",
    "annotator": "AN",
    "source": "SO",
    "recorder": "US",
    "copyright": "CP",
    "overtime": "OT",
}


def read_info(
    info: Mapping[str, str], axes: Mapping[str, Any], variant: str | None, application: Sequence[str]
) -> GameInfo:
    """Parse a record's information, together with its axes, its variant and the values of AP; see `GameInfo`."""
    komi, handicap = axes.get("komi"), axes.get("handicap")
    return GameInfo(
        black=_player(info, "B"),
        white=_player(info, "W"),
        result=read_result(info.get("RE", "")),
        dates=read_dates(info.get("DT", "")),
        time_limit=read_time(info.get("TM", "")),
        rules=info.get("RU") or variant or "",
        komi=komi if _is_number(komi) else None,
        handicap=handicap if _is_number(handicap) else read_whole(info.get("HA", "")),
        application=_application(application),
        **{field: info.get(name, "").strip() for field, name in _NAMES.items()},
    )


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _player(info: Mapping[str, str], letter: str) -> PlayerInfo:
    return PlayerInfo(*(info.get(name, "").strip() for name in (f"P{letter}", f"{letter}R", f"{letter}T")))


def _application(values: Sequence[str]) -> tuple[str, str] | None:
    if not values:
        return None
    name, _, version = (re.sub(r"(?<!\\):", "\0", values[0], count=1)).partition("\0")
    return name.replace("\\:", ":"), version.replace("\\:", ":")


def read_whole(text: str) -> int | None:
    """Return a whole number of at most three digits, or None."""
    return int(text) if re.fullmatch(r"\s*\d{1,3}\s*", text) else None


_LETTERS: Final[dict[str, Colour]] = {
    **dict.fromkeys("b黑黒흑", "black"),
    **dict.fromkeys("w白백", "white"),
}
_WON: Final = re.compile(r"([bw黑黒白흑백])(?:lack|hite)?\s*+\+\s*+(.*)", re.DOTALL)
_IN_WORDS: Final = re.compile(r"(black|white) (?:wins?|won|(loses?|lost))(?: (?:by|on))? ?(.*?)!?", re.DOTALL)
_POINTS_FIRST: Final = re.compile(r"(black|white) (\d{1,3}(?:\.\d{1,3})?) wins?!?")
_COLOUR_AND_MORE: Final = re.compile(r"([黑黒白흑백])([^黑黒白흑백]*)")
_WINS: Final = re.compile(r"[胜勝승]")
_LOSES: Final = re.compile(r"[负負败敗패]|认输|認輸|投[子了]|投げ|투료")
_EASTERN_ENDS: Final[tuple[tuple[How, re.Pattern[str]], ...]] = (
    ("time", re.compile(r"时间|時間|[超逾][时時]|시간")),
    ("forfeit", re.compile(r"反[则則]|犯规|反則|반칙|[弃棄][权權]|棄権|기권|不[战戰戦]|부전")),
    ("resignation", re.compile(r"中[盘盤押]|不[计計][点點]|불계|认输|認輸|投[子了]|投げ|투료")),
)
_DIGITS: Final = str.maketrans("一二两三四五六七八九", "1223456789")
_FRACTION: Final = re.compile(r"(?:(\d{1,3})\s?又\s?)?(?:([13])/([24])|([24])分之([13]))\s?子")
_EASTERN_POINTS: Final = re.compile(r"(\d{1,4}(?:\.\d{0,3})?)\s?([目집点點子])\s?([半반])?|([半반])\s?([目집点點子])")
_BARE_POINTS: Final = re.compile(r"[方番棋]?\s?(\d{1,3}(?:\.\d{0,3})?)()()()()\s?(?:[胜勝승].{0,3})?")
_POINTS: Final = re.compile(r"(\d{1,5}(?:[.,]\d{0,5})?)\s*(?:points?|pts?|目|집)?\.?")
_DRAWN: Final = frozenset(("0", "draw", "jigo", "tie", "b+0", "w+0", "ジゴ", "持碁", "持棋", "무승부", "빅", "비김"))
_DRAWN_IN_THE_EAST: Final = re.compile(r"和棋|和局|平局|ジゴ|持[碁棋]|무승부")
_VOID: Final = frozenset(("void", "no result", "noresult"))
_VOID_IN_THE_EAST: Final = re.compile(r"無勝負|无胜负|無效|无效|무효")
_ENDS: Final[Mapping[str, How]] = {
    **dict.fromkeys(("r", "res", "resign", "resigns", "resigned", "resignation"), "resignation"),
    **dict.fromkeys(("t", "time", "timeout"), "time"),
    **dict.fromkeys(("f", "forfeit", "forfeiture"), "forfeit"),
}


def read_result(text: str) -> Result | None:
    """Parse RE: the forms of FF[4], other common ones, and those of China, Japan and Korea; None for anything else.

    >>> read_result("B+Resign"), read_result("白番中押し勝ち").how, read_result("?")
    (Result(winner='black', margin=None, how='resignation'), 'resignation', None)
    """
    plain = " ".join(text.lower().split())
    if plain in _DRAWN:
        return Result(None, 0, "score")
    if plain in _VOID:
        return Result(None, None, "no_result")
    found = _WON.fullmatch(plain) or _POINTS_FIRST.fullmatch(plain)
    if found is not None:
        return _won(_LETTERS[found[1][0]], found[2])
    found = _IN_WORDS.fullmatch(plain)
    if found is not None:
        colour = _LETTERS[found[1][0]]
        return _won(other(colour) if found[2] else colour, found[3])
    return _in_the_east(plain)


def _in_the_east(text: str) -> Result | None:
    """Return the result in Chinese, Japanese or Korean words: a colour, a win or loss, and how."""
    if _VOID_IN_THE_EAST.search(text):
        return Result(None, None, "no_result")
    if _DRAWN_IN_THE_EAST.search(text):
        return Result(None, 0, "score")
    said = _COLOUR_AND_MORE.findall(text)
    for colour, more in said:
        if _WINS.search(more) or _LOSES.search(more):
            winner = _LETTERS[colour] if _WINS.search(more) else other(_LETTERS[colour])
            how = next((how for how, words in _EASTERN_ENDS if words.search(more)), None)
            return Result(winner, None, how) if how else _by_eastern_points(winner, more)
    for colour, more in said:
        found = next((how for how, words in _EASTERN_ENDS if words.search(more)), None)
        if found == "resignation":
            return Result(_LETTERS[colour], None, found)
    return _by_eastern_points(_LETTERS[said[0][0]], said[0][1]) if len(said) == 1 else None


def _by_eastern_points(winner: Colour, text: str) -> Result | None:
    """Return a result by points; stones in Chinese counting are two points each."""
    text = text.translate(_DIGITS)
    found = _FRACTION.search(text)
    if found:
        part = int(found[2] or found[5]) / int(found[3] or found[4])
        return _by_points(winner, 2 * (int(found[1] or 0) + part))
    found = _EASTERN_POINTS.search(text) or _BARE_POINTS.fullmatch(text)
    if found is None:
        return Result(winner, None, "unknown") if _WINS.search(text) or _LOSES.search(text) else None
    points = float(found[1] or 0) + (0.5 if found[3] or found[4] else 0)
    return _by_points(winner, points * (2 if "子" in (found[2], found[5]) else 1))


def _won(winner: Colour, how: str) -> Result:
    if how in _ENDS:
        return Result(winner, None, _ENDS[how])
    points = _POINTS.fullmatch(how)
    return _by_points(winner, float(points[1].replace(",", "."))) if points else Result(winner, None, "unknown")


def _by_points(winner: Colour, points: float) -> Result:
    return Result(winner, points if winner == "black" else -points, "score")


_DATE: Final = re.compile(
    r"(?:(?P<year>\d{4})(?:[-/.年](?P<month>\d{1,2})(?:[-/.月](?P<day>\d{1,2})日?|月)?|年)?"
    r"|(?P<next_month>\d{1,2})[-/.](?P<next_day>\d{1,2})|(?P<next>\d{1,2}))(?:[T ]\s*\d.*)?"
)


def read_dates(text: str) -> tuple[date | PartialDate, ...]:
    """Return the dates of DT, with FF[4]'s shorthand for later ones; anything else is left out."""
    found: list[date | PartialDate] = []
    year = month = day = None
    for part in text.split(","):
        said = _DATE.fullmatch(part.strip())
        if said is None:
            continue
        if said["year"]:
            year, month, day = said["year"], said["month"], said["day"]
        elif said["next_month"]:
            month, day = said["next_month"], said["next_day"]
        elif day is not None:
            day = said["next"]
        elif month is not None:
            month = said["next"]
        made = _date(year, month, day)
        if made is not None:
            found.append(made)
    return tuple(found)


def _date(year: str | None, month: str | None, day: str | None) -> date | PartialDate | None:
    if year is None:
        return None
    try:
        if month is not None and day is not None:
            return date(int(year), int(month), int(day))
        made = date(int(year), int(month or 1), 1)
    except ValueError:
        return None
    return PartialDate(made.year, made.month if month is not None else None)


_TIME: Final = re.compile(
    r"(\d{1,7}(?:\.\d{0,6})?)\s*+(h(?:ours?|rs?)?|時間|小[时時]|시간|m(?:in(?:ute)?s?)?|分(?:钟|鐘|間)?|분"
    r"|s(?:ec(?:ond)?s?)?|秒|초)?\.?\s*+(?:(?:,|and)\s++)?(?=\d|$)"
)
_CLOCK: Final = re.compile(r"(?:(\d{1,4}):)?(\d{1,4}):(\d\d)")
_SECONDS: Final = {"h": 3600, "時": 3600, "小": 3600, "시": 3600, "m": 60, "分": 60, "분": 60}


def read_time(text: str) -> float | None:
    """Return the seconds in TM, as a number, as hours, minutes and seconds, or as on a clock; else None."""
    plain = text.strip().lower().removeprefix("各").removeprefix("each ")
    clock = _CLOCK.fullmatch(plain)
    if clock:
        return int(clock[1] or 0) * 3600 + int(clock[2]) * 60 + int(clock[3])
    parts = list(_TIME.finditer(plain))
    if not parts or "".join(part[0] for part in parts) != plain:
        return None
    if any(part[2] is None for part in parts) and len(parts) > 1:
        return None
    seconds: float = sum(float(part[1]) * _SECONDS.get((part[2] or "s")[0], 1) for part in parts)
    return int(seconds) if seconds == int(seconds) else seconds
