"""Tengen's reading of SGF: komi, handicap, and which games are ordinary."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final

from ...boards import fixed_handicap, parse
from ...records import BoardError, Change, Record, UnknownVariant
from ...records.info import read_whole
from ...records.record import nodes
from ...rules import Rules, preset
from ...rules.serving import ORDINARY
from .coordinates import coordinates, rectangle

PRIVATE_GAME: Final = 100
"""``GM`` of a game that a reader of ordinary Go would misread, so that it refuses instead."""

Q5GO_GAMES: Final = ("q5go-1", "q5go-2")
"""``GM`` of q5Go's games on boards with joined sides (TO) and points cut out (MASK)."""

VARIANT, AXES, BOARD, START, ABOUT, CUT_OFF = "TGV", "TGA", "TGB", "TGS", "TGX", "TGI"
PRIVATE: Final = (VARIANT, AXES, BOARD, START, ABOUT, CUT_OFF)
"""Private properties of the root: variant, changed axes, board, start position, description of the variant, and
incompleteness of the record."""

RESIGNS: Final = "TGR"
"""The private property for the colour that resigns."""

SETUP: Final = {"AB": "black", "AW": "white", "AE": "vacant"}

_ORDINARY_AXES: Final = frozenset(
    {"repetition", "cycle", "pass_lifts_ko", "singleton_of", "passes", "scoring", "tax", "prisoner_value"}
    | {"goal", "recapture", "where", "komi", "handicap", "handicap_kind", "handicap_bonus", "fairness"}
    | {"order", "seats", "coupons", "pass_stones", "weights", "payoff"}
)
_READ_ALIKE: Final = {
    **ORDINARY,
    "suicide": ("forbidden", "allowed", "strict"),
    "passing": ("pass", "none", "forced"),
    "end": ("passes", "no-moves"),
}
"""Values of other axes under which moves have the same effect as in ordinary Go."""
_KOMI: Final = re.compile(r"[+-]?(?:\d{1,9}(?:\.\d{0,9})?|\.\d{1,9})")
_COMMA: Final = re.compile(r"[+-]?\d{1,2},\d{1,2}")
_WORDS: Final = re.compile(
    r"(?:[黑黒흑白백贴貼덤目]|コミ|出し){0,4}\s*+(?P<points>\d{1,2}(?:\.\d{1,2})?)\s*+[目집点點]?+\s*+(?P<half>[半반]?+)"
    r"\s*+(?:又\s*+(?P<quarters>[13])/4\s*+)?(?P<stones>子)?"
)
_IN_STONES: Final = (2.75, 3.25, 3.75)
"""Komi in stones of Chinese counting, two points each: komi in points is a whole or half number."""
_TOO_MUCH_KOMI: Final = 100
_HUNDREDTHS: Final = "is in hundredths, as the server Fox writes it"

_FOX_KOMI: Final = ("275", "325", "350", "375", "550", "650", "700", "750")
"""The server Fox's komi, in hundredths of points or, up to 375, of stones (two points each), whatever RU is.

KataGo reads it in this way. In Fox's own files all others follow it, too; values that end in 25 or 75 are in stones.
"""


def komi_of(text: str, fox: bool = False) -> float | None:
    """Return the komi in a text of ``KM``, or None if it is not plausible; see `read_komi`.

    >>> komi_of("6.500000"), komi_of("375"), komi_of("6,5"), komi_of("6目半"), komi_of("450"), komi_of("much")
    (6.5, 7.5, 6.5, 6.5, None, None)
    """
    return read_komi(text, fox)[0]


def read_komi(text: str, fox: bool = False) -> tuple[float | None, str]:
    """Return the komi in a text of ``KM``, and a remark on the text; ``fox``: the server Fox wrote it.

    >>> read_komi("50", fox=True)[0], read_komi("450", fox=True)[0], read_komi("3.75"), read_komi("黒6目半")
    (0.5, 4.5, (7.5, 'is in stones, as Chinese rules count'), (6.5, 'is in words'))
    """
    plain = text.strip()
    if plain in _FOX_KOMI:
        return _whole(int(plain) / (50 if int(plain) < 400 else 100)), _HUNDREDTHS
    if fox and re.fullmatch(r"-?[1-9]\d{1,3}", plain) and int(plain) % 25 == 0:
        return _whole(int(plain) / (50 if int(plain) % 50 else 100)), _HUNDREDTHS
    if _KOMI.fullmatch(plain):
        komi = float(plain)
        if komi in _IN_STONES:
            return _whole(2 * komi), "is in stones, as Chinese rules count"
        return (_whole(komi) if abs(komi) < _TOO_MUCH_KOMI else None), ""
    if _COMMA.fullmatch(plain):
        return komi_of(plain.replace(",", ".")), "has a comma"
    found = _WORDS.fullmatch(plain)
    if found is None:
        return None, ""
    komi = float(found["points"]) + (0.5 if found["half"] else 0) + int(found["quarters"] or 0) / 4
    return _whole(2 * komi if found["stones"] else komi), "is in words"


def _whole(komi: float) -> float:
    return int(komi) if komi.is_integer() else komi


def is_fox(names: Collection[str], programs: Collection[str]) -> bool:
    """Return whether the server Fox wrote a root with these properties and values of AP."""
    return "foxwq" in programs or ("GNU Go:3.8" in programs and "TC" in names and "TT" in names)


def lacks_komi(text: str, fox: bool, handicap: str) -> bool:
    """Return whether a ``KM`` is meaningless: Fox writes 0 in even games, whose results imply another komi."""
    return fox and text.strip() == "0" and read_whole(handicap) in (None, 0)


def komi_text(komi: Any, fox: bool = False) -> str | None:
    """Return a komi as text of ``KM``, or None if that cannot express it."""
    if isinstance(komi, bool) or not isinstance(komi, int | float):
        return None
    text = f"{komi:.9f}".rstrip("0").rstrip(".") if abs(komi) < _TOO_MUCH_KOMI else ""
    return text if text not in ("", "-0") and komi_of(text, fox) == komi else None


def fixed_stones(record: Record, handicap: int) -> bool:
    """Return whether the stones set up before the first move are exactly those of a fixed handicap."""
    return stones_set_up(record) == _fixed(record.board, handicap)


def stones_set_up(record: Record) -> dict[str, Change]:
    """Return the stones that the main line sets up before its first move."""
    stones: dict[str, Change] = {}
    for node in record.main_line():
        stones.update(node.changes)
        if node.move is not None:
            break
    return {label: content for label, content in stones.items() if content != "vacant"}


@lru_cache(maxsize=32)
def _fixed(board: str, handicap: int) -> dict[str, Change] | None:
    """Return the stones of a handicap on a plain rectangle, or None."""
    if rectangle(board) is None:
        return None
    place = parse(board)
    try:
        return {place.labels[point]: "black" for point in fixed_handicap(place, handicap)}
    except BoardError:
        return None


def handicap_text(record: Record) -> str | None:
    """Return the handicap as text of ``HA``, or None if that many black stones are not set up."""
    handicap = record.axes.get("handicap")
    if isinstance(handicap, bool) or not isinstance(handicap, int):
        return None
    stones = [*stones_set_up(record).values()].count("black")
    return str(handicap) if handicap in (0, stones) else None


def with_handicap_stones(record: Record) -> Record:
    """Return the record with the stones of its fixed handicap set up, if so far only its rules have them."""
    handicap = record.axes.get("handicap")
    if not handicap or record.axes.get("handicap_kind", "fixed") != "fixed" or record.start or stones_set_up(record):
        return record
    stones = _fixed(record.board, handicap)
    return record if stones is None else replace(record, root=replace(record.root, changes=dict(stones)))


def ordinary(record: Record) -> bool:
    """Return whether any reader of ordinary Go would replay the record correctly, with its handicap set up."""
    size = rectangle(record.board)
    if size is None or not _ordinary_rules(record):
        return False
    points = coordinates(*size).keys()
    moves = {None, "pass", "resign", *points}
    if (start := record.start) is not None:
        if record.root.changes or record.root.to_play or start.tiles or any(start.tao_in_hand.values()):
            return False
        if any(label not in points or content == "tao" for label, content in start.stones.items()):
            return False
    return all(node.move in moves and node.changes.keys() <= points for node in nodes(record.root))


def _ordinary_rules(record: Record) -> bool:
    """Return whether the moves have the same effect as in ordinary Go, whatever the rules are called."""
    own: Mapping[str, Any] | None = {}
    if record.variant == "custom":
        own = None if record.about.get("footprint") else {}
    elif record.variant is not None:
        own = _axes_of(record.variant)
    return own is not None and all(
        name in _ORDINARY_AXES or value in _READ_ALIKE.get(name, ()) for name, value in {**own, **record.axes}.items()
    )


@lru_cache(maxsize=32)
def _axes_of(variant: str) -> Mapping[str, Any] | None:
    """Return the axes in which a preset differs from the default; None if it is unknown or has a footprint."""
    try:
        chosen = preset(variant)
    except UnknownVariant:
        return None
    return None if chosen.footprint else chosen.rules.differences(Rules())
