"""SGF's properties for names, markup, judgements, clocks and printing: from raw values to a node's notes and back.

Every value is taken over by itself. What cannot be said without loss is left, with the reason, and stays verbatim.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Decimal
from math import isfinite
from string import ascii_letters
from typing import Any, Final

from ...records import Annotation, Clock, Colour, Figure, FormatError, Mark, Markup, Node, Printing, Quality, Verdict
from ...records.notes import NUMBERINGS
from .board_properties import Points
from .coordinates import runs
from .grammar import composed, escape, escape_part, unescape

MARKS: Final[dict[str, Mark]] = {
    "CR": "circle",
    "MA": "cross",
    "SQ": "square",
    "TR": "triangle",
    "SL": "selected",
    "M": "cross",  # FF[1] to FF[3]
}
_TERRITORY: Final[dict[str, Colour]] = {"TB": "black", "TW": "white"}
_PAIRS: Final = {"AR": "arrows", "LN": "lines"}
_PARTS: Final = {"DD": "dimmed", "VW": "view"}
POINT_LISTS: Final = frozenset((*MARKS, *_TERRITORY, *_PARTS, "L"))
_VERDICTS: Final[dict[str, Verdict]] = {"GB": "black", "GW": "white", "DM": "even", "UC": "unclear"}
_QUALITIES: Final[dict[str, Quality]] = {"BM": "bad", "DO": "doubtful", "IT": "interesting", "TE": "good"}
_WEAK: Final = ("DO", "IT")
_LEFT: Final[dict[str, Colour]] = {"BL": "black", "WL": "white"}
_MOVES: Final[dict[str, Colour]] = {"OB": "black", "OW": "white"}

_SHORT_REAL: Final = re.compile(r"-?\d{1,9}(?:\.\d{1,5})?")
_REAL: Final = re.compile(r"[+-]?(?:\d{1,400}(?:\.\d{0,400})?|\.\d{1,400})")
_WHOLE: Final = re.compile(r"[+-]?\d{1,18}")
_EXACT: Final = 2**53

_NO_POINT: Final = "names no point of the board"
_NO_NUMBER: Final = "is no number"
_NOT_WHOLE: Final = "is no whole number"
_NO_STRENGTH: Final = "is neither 1 nor 2"
_SECOND: Final = "stands beside another of its kind"

Left = list[tuple[int, str]]
"""The places of values that could not be taken over, each with the reason."""

Take = Callable[[Node, str, Sequence[str], Points], Left]
"""Takes the raw values of a property over into a node."""

TakeOne = Callable[[Node, str, str, Points], str]
"""Takes one raw value over; returns "", or why that is impossible."""


def take_notes(node: Node, name: str, raws: Sequence[str], points: Points) -> Left:
    """Take the values of a typed property over into a node; return what is left."""
    return _TAKERS[name](node, name, raws, points)


def _each(take: TakeOne) -> Take:
    """Return how the values of a property are taken over one by one."""

    def take_all(node: Node, name: str, raws: Sequence[str], points: Points) -> Left:
        if len(raws) == 1:
            why = take(node, name, raws[0], points)
            return [(0, why)] if why else []
        return [(place, why) for place, raw in enumerate(raws) if (why := take(node, name, raw, points))]

    return take_all


def _markup(node: Node) -> Markup:
    if node.markup is None:
        node.markup = Markup()
    return node.markup


def _take_marks(node: Node, name: str, raws: Sequence[str], points: Points) -> Left:
    marks = node.markup.marks if node.markup else {}
    labels, left = _gathered(marks.get(MARKS[name], []), raws, points)
    if labels:
        _markup(node).marks[MARKS[name]] = labels
    return left


def _take_territory(node: Node, name: str, raws: Sequence[str], points: Points) -> Left:
    labels, left = _gathered([], raws, points, or_none=True)
    if len(left) < len(raws):
        _markup(node).territory[_TERRITORY[name]] = labels
    return left


def _take_part(node: Node, name: str, raws: Sequence[str], points: Points) -> Left:
    labels, left = _gathered([], raws, points, or_none=True)
    if len(left) < len(raws):
        setattr(_markup(node), _PARTS[name], labels)
    return left


def _gathered(known: list[str], raws: Sequence[str], points: Points, or_none: bool = False) -> tuple[list[str], Left]:
    """Return the labels of a point list behind those known, and what is left; ``or_none``: it may name no point."""
    labels, left = dict.fromkeys(known), []
    for place, raw in enumerate(raws):
        found = points.many(raw)
        if found is None and not (or_none and place == 0 and not raw.strip()):
            left.append((place, _NO_POINT))
        elif found and labels.keys() >= set(found):
            left.append((place, "marks a point a second time"))
        else:
            labels.update(dict.fromkeys(found or ()))
    return list(labels), left


def _take_label(node: Node, name: str, raw: str, points: Points) -> str:
    parts = composed(raw)
    label = points.one(parts[0]) if parts else None
    if parts is None or label is None:
        return "is no point with a text behind a colon"
    labels = _markup(node).labels
    if label in labels:
        return "labels a point a second time"
    labels[label] = unescape(parts[1])
    return ""


def _take_letters(node: Node, name: str, raws: Sequence[str], points: Points) -> Left:
    """Take FF[3]'s L: the letters a, b, c and so on in the order of the points."""
    used = set(node.markup.labels.values()) if node.markup else set()
    letters, left = [letter for letter in ascii_letters if letter not in used], []
    for place, raw in enumerate(raws):
        found = points.many(raw)
        labels = node.markup.labels if node.markup else {}
        if found is None:
            left.append((place, _NO_POINT))
        elif len(letters) < len(found) or not labels.keys().isdisjoint(found):
            left.append((place, "finds no letter for a point, or a label there already"))
        else:
            _markup(node).labels.update(zip(found, letters, strict=False))
            del letters[: len(found)]
    return left


def _take_pair(node: Node, name: str, raw: str, points: Points) -> str:
    parts = composed(raw)
    first, second = (points.one(parts[0]), points.one(parts[1])) if parts else (None, None)
    if first is None or second is None:
        return "is no pair of points with a colon between them"
    getattr(_markup(node), _PAIRS[name]).append((first, second))
    return ""


def _take_once(note: type[Annotation | Printing], names: tuple[str, ...], read: Callable[[str, str], Any]) -> Take:
    """Return how a property is taken over that a node has once: the fields of a note, and their values by a raw one.

    ``read`` is told the property's name as well; it returns the values, or as text why there are none.
    """
    where, usual = note.__name__.lower(), getattr(note(), names[0])

    def take(node: Node, name: str, raw: str, points: Points) -> str:
        values = read(name, raw)
        if isinstance(values, str):
            return values
        held = getattr(node, where)
        if held is None:
            held = note()
            setattr(node, where, held)
        elif getattr(held, names[0]) != usual:
            return _SECOND
        for field, value in zip(names, values, strict=True):
            setattr(held, field, value)
        return ""

    return _each(take)


def _take_clock(field: str, colours: Mapping[str, Colour], read: Callable[[str, str], Any]) -> Take:
    """Return how a property is taken over that says something of one player's clock."""

    def take(node: Node, name: str, raw: str, points: Points) -> str:
        values = read(name, raw)
        if isinstance(values, str):
            return values
        if node.clock is None:
            node.clock = Clock()
        said = getattr(node.clock, field)
        if colours[name] in said:
            return _SECOND
        (said[colours[name]],) = values
        return ""

    return _each(take)


def _strength(raw: str) -> int | None:
    return {"": 1, "1": 1, "2": 2}.get(raw.strip())


def _read_verdict(name: str, raw: str) -> tuple[Any, ...] | str:
    strength = _strength(raw)
    return _NO_STRENGTH if strength is None else (_VERDICTS[name], strength)


def _read_quality(name: str, raw: str) -> tuple[Any, ...] | str:
    strength = _strength(raw)
    if name in _WEAK:
        return "is not empty" if strength != 1 else (_QUALITIES[name], 1)
    return _NO_STRENGTH if strength is None else (_QUALITIES[name], strength)


def _read_hotspot(name: str, raw: str) -> tuple[Any, ...] | str:
    strength = _strength(raw)
    return _NO_STRENGTH if strength is None else (strength,)


def _read_real(name: str, raw: str) -> tuple[Any, ...] | str:
    value = real_of(raw)
    return _NO_NUMBER if value is None else (value,)


def _read_whole(name: str, raw: str) -> tuple[Any, ...] | str:
    value = _whole(raw)
    return _NOT_WHOLE if value is None else (value,)


def _read_numbering(name: str, raw: str) -> tuple[Any, ...] | str:
    value = _whole(raw)
    if value is None or not 0 <= value < len(NUMBERINGS):
        return "is neither 0 nor 1 nor 2"
    return (NUMBERINGS[value],)


def _read_figure(name: str, raw: str) -> tuple[Any, ...] | str:
    flags, title = composed(raw) or (raw, "")
    value = _whole(flags)
    if value is None and raw.strip():
        return "is neither empty nor a number with a title behind a colon"
    return (Figure(value, unescape(title)),)


def _take_forced(node: Node, name: str, raw: str, points: Points) -> str:
    if raw.strip() or node.forced:
        return _SECOND if node.forced else "is not empty"
    node.forced = True
    return ""


def _take_name(node: Node, name: str, raw: str, points: Points) -> str:
    if node.name or not raw:
        return _SECOND if node.name else ""
    node.name = unescape(raw)
    return ""


_TAKERS: Final[dict[str, Take]] = {
    **dict.fromkeys(MARKS, _take_marks),
    **dict.fromkeys(_TERRITORY, _take_territory),
    **dict.fromkeys(_PARTS, _take_part),
    **dict.fromkeys(_PAIRS, _each(_take_pair)),
    **dict.fromkeys(_VERDICTS, _take_once(Annotation, ("verdict", "verdict_strength"), _read_verdict)),
    **dict.fromkeys(_QUALITIES, _take_once(Annotation, ("quality", "quality_strength"), _read_quality)),
    **dict.fromkeys(_LEFT, _take_clock("left", _LEFT, _read_real)),
    **dict.fromkeys(_MOVES, _take_clock("moves", _MOVES, _read_whole)),
    "LB": _each(_take_label),
    "L": _take_letters,
    "HO": _take_once(Annotation, ("hotspot",), _read_hotspot),
    "V": _take_once(Annotation, ("value",), _read_real),
    "MN": _take_once(Printing, ("number",), _read_whole),
    "PM": _take_once(Printing, ("numbering",), _read_numbering),
    "FG": _take_once(Printing, ("figure",), _read_figure),
    "KO": _each(_take_forced),
    "N": _each(_take_name),
}
TYPED: Final = frozenset(_TAKERS)
"""The properties that are taken over into notes."""


def real_of(raw: str) -> float | None:
    """Return the number that a value says; None for none, and for one that a float would not keep exactly.

    >>> real_of("56.500"), real_of("-3"), real_of("abc"), real_of("0.12345678901234567890")
    (56.5, -3, None, None)
    """
    text = raw.strip()
    if _SHORT_REAL.fullmatch(text):
        return float(text) if "." in text else int(text)
    if not _REAL.fullmatch(text):
        return None
    value = float(text)
    if not isfinite(value) or Decimal(repr(value)) != Decimal(text):
        return None
    return int(value) if value.is_integer() and abs(value) < _EXACT else value


def real_text(value: float) -> str:
    """Return a number as SGF writes it, without an exponent; `real_of` turns it back.

    >>> real_text(1.5), real_text(3.0), real_text(1e-7)
    ('1.5', '3', '0.0000001')
    """
    if not isfinite(value):
        raise FormatError("SGF cannot write the number {value}", value=value)
    if value == int(value) and abs(value) < _EXACT:
        return str(int(value))
    return format(Decimal(repr(value)), "f")


def _whole(raw: str) -> int | None:
    return int(raw) if _WHOLE.fullmatch(raw.strip()) else None


def _whole_text(value: int) -> str:
    text = str(value) if abs(value) < 10**18 else ""
    if not text:
        raise FormatError("SGF cannot write whole numbers of more than 18 digits")
    return text


def write_notes(node: Node, names: Callable[[str], str], private: bool) -> Iterator[tuple[str, list[str]]]:
    """Yield a node's notes as properties with raw values; ``names`` says how a point is written."""
    if node.name:
        yield "N", [escape(node.name)]
    if node.markup is not None:
        yield from _write_markup(node.markup, names, private)
    if node.annotation is not None:
        yield from _write_annotation(node.annotation)
    if node.clock is not None:
        left, moves = node.clock.left, node.clock.moves
        yield from ((name, [real_text(left[who])]) for name, who in _LEFT.items() if who in left)
        yield from ((name, [_whole_text(moves[who])]) for name, who in _MOVES.items() if who in moves)
    if node.printing is not None:
        yield from _write_printing(node.printing)


def _write_markup(markup: Markup, names: Callable[[str], str], private: bool) -> Iterator[tuple[str, list[str]]]:
    def listed(labels: Sequence[str]) -> list[str]:
        written = [names(label) for label in labels]
        return list(map(escape, written)) if private else runs(written)

    for name, mark in MARKS.items():
        if name != "M" and markup.marks.get(mark):
            yield name, listed(markup.marks[mark])
    if markup.labels:
        yield "LB", [f"{escape_part(names(label))}:{escape_part(text)}" for label, text in markup.labels.items()]
    for name, attribute in _PAIRS.items():
        pairs = getattr(markup, attribute)
        if pairs:
            yield name, [":".join(escape_part(names(label)) for label in pair) for pair in pairs]
    for name, colour in _TERRITORY.items():
        if colour in markup.territory:
            yield name, listed(markup.territory[colour]) or [""]
    for name, attribute in _PARTS.items():
        labels = getattr(markup, attribute)
        if labels is not None:
            yield name, listed(labels) or [""]


def _write_annotation(annotation: Annotation) -> Iterator[tuple[str, list[str]]]:
    for name, verdict in _VERDICTS.items():
        if annotation.verdict == verdict:
            yield name, [str(annotation.verdict_strength)]
    for name, quality in _QUALITIES.items():
        if annotation.quality == quality:
            yield name, ["" if name in _WEAK else str(annotation.quality_strength)]
    if annotation.hotspot:
        yield "HO", [str(annotation.hotspot)]
    if annotation.value is not None:
        yield "V", [real_text(annotation.value)]


def _write_printing(printing: Printing) -> Iterator[tuple[str, list[str]]]:
    if printing.number is not None:
        yield "MN", [_whole_text(printing.number)]
    if printing.figure is not None:
        flags, title = printing.figure.flags, printing.figure.title
        yield "FG", [f"{_whole_text(flags or 0)}:{escape_part(title)}" if title or flags is not None else ""]
    if printing.numbering is not None:
        yield "PM", [str(NUMBERINGS.index(printing.numbering))]
