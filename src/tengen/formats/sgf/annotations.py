"""SGF's properties for names, markup, judgements, clocks and printing: from raw values to a node's notes and back.

Every value is converted separately. One that cannot be converted without loss stays verbatim, with the reason.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from math import isfinite
from string import ascii_letters
from typing import Any, Final, NamedTuple

from ...records import Annotation, Clock, Colour, Figure, FormatError, Mark, Markup, Node, Printing
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
TERRITORY: Final[dict[str, Colour]] = {"TB": "black", "TW": "white"}
_PAIRS: Final = {"AR": "arrows", "LN": "lines"}
_PARTS: Final = {"DD": "dimmed", "VW": "view"}
POINT_LISTS: Final = frozenset((*MARKS, *TERRITORY, *_PARTS, "L"))
_CLOCKS: Final[dict[str, tuple[str, Colour]]] = {
    "BL": ("left", "black"),
    "WL": ("left", "white"),
    "OB": ("moves", "black"),
    "OW": ("moves", "white"),
}

_SHORT_REAL: Final = re.compile(r"-?\d{1,9}(?:\.\d{1,5})?")
_REAL: Final = re.compile(r"[+-]?(?:\d{1,400}(?:\.\d{0,400})?|\.\d{1,400})")
_WHOLE: Final = re.compile(r"[+-]?\d{1,18}")
_EXACT: Final = 2**53

_NO_POINT: Final = "is not a point of the board"
_NO_NUMBER: Final = "is not a number"
_NOT_WHOLE: Final = "is not a whole number"
_NO_STRENGTH: Final = "must be 1 or 2"
_SECOND: Final = "follows another of its kind"

Left = list[tuple[int, str]]
"""The indices of values that could not be converted, each with the reason."""


def take_notes(node: Node, name: str, raws: Sequence[str], points: Points) -> Left:
    """Convert the values of a typed property into a node's notes; return the rest."""
    if name in POINT_LISTS:
        return _take_letters(node, raws, points) if name == "L" else _take_points(node, name, raws, points)
    take = _TAKERS[name]
    return [(place, why) for place, raw in enumerate(raws) if (why := take(node, name, raw, points))]


def _markup(node: Node) -> Markup:
    if node.markup is None:
        node.markup = Markup()
    return node.markup


def _take_points(node: Node, name: str, raws: Sequence[str], points: Points) -> Left:
    """Convert a list of points; marks are added to existing ones, other lists may be empty."""
    known = node.markup.marks.get(MARKS[name], ()) if node.markup and name in MARKS else ()
    labels, left = dict.fromkeys(known), []
    for place, raw in enumerate(raws):
        found = points.many(raw)
        if found is None and (name in MARKS or place or raw.strip()):
            left.append((place, _NO_POINT))
        elif found and labels.keys() >= set(found):
            left.append((place, "marks a point a second time"))
        else:
            labels.update(dict.fromkeys(found or ()))
    if len(left) == len(raws):
        return left
    if name in MARKS:
        _markup(node).marks[MARKS[name]] = [*labels]
    elif name in TERRITORY:
        _markup(node).territory[TERRITORY[name]] = [*labels]
    else:
        setattr(_markup(node), _PARTS[name], [*labels])
    return left


def _take_letters(node: Node, raws: Sequence[str], points: Points) -> Left:
    """Convert FF[3]'s L: the letters a, b, c and so on in the order of the points."""
    used = set(node.markup.labels.values()) if node.markup else set()
    letters, left = [letter for letter in ascii_letters if letter not in used], []
    for place, raw in enumerate(raws):
        found = points.many(raw)
        labels = node.markup.labels if node.markup else {}
        if found is None:
            left.append((place, _NO_POINT))
        elif len(letters) < len(found) or not labels.keys().isdisjoint(found):
            left.append((place, "has too many points for its letters, or a labelled point"))
        else:
            _markup(node).labels.update(zip(found, letters, strict=False))
            del letters[: len(found)]
    return left


def _take_label(node: Node, name: str, raw: str, points: Points) -> str:
    parts = composed(raw)
    label = points.one(parts[0]) if parts else None
    if parts is None or label is None:
        return "must be a point, a colon and a text"
    labels = _markup(node).labels
    if label in labels:
        return "labels a point a second time"
    labels[label] = unescape(parts[1])
    return ""


def _take_pair(node: Node, name: str, raw: str, points: Points) -> str:
    parts = composed(raw)
    first, second = (points.one(parts[0]), points.one(parts[1])) if parts else (None, None)
    if first is None or second is None:
        return "must be two points separated by a colon"
    getattr(_markup(node), _PAIRS[name]).append((first, second))
    return ""


def _take_clock(node: Node, name: str, raw: str, points: Points) -> str:
    field, colour = _CLOCKS[name]
    value = real_of(raw) if field == "left" else _whole(raw)
    if value is None:
        return _NO_NUMBER if field == "left" else _NOT_WHOLE
    if node.clock is None:
        node.clock = Clock()
    said = getattr(node.clock, field)
    if colour in said:
        return _SECOND
    said[colour] = value
    return ""


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


def _take_once(node: Node, name: str, raw: str, points: Points) -> str:
    once = _ONCE[name]
    value, where = once.read(raw), once.note.__name__.lower()
    if value is None:
        return once.why
    if getattr(node, where) is None:
        setattr(node, where, once.note())
    held, told = getattr(node, where), once.told or (once.field, value)
    if getattr(held, told[0]) != getattr(_USUAL[once.note], told[0]):
        return _SECOND
    setattr(held, *told)
    setattr(held, once.field, value)
    return ""


def real_of(raw: str) -> float | None:
    """Return the number in a value; None without a number, or if a float cannot hold it exactly.

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
    """Return a number in SGF's form, without an exponent; `real_of` reads it back."""
    if not isfinite(value):
        raise FormatError("SGF cannot write the number {value}", value=value)
    if value == int(value) and abs(value) < _EXACT:
        return str(int(value))
    return format(Decimal(repr(value)), "f")


def _whole(raw: str) -> int | None:
    return int(raw) if _WHOLE.fullmatch(raw.strip()) else None


def _whole_text(value: int) -> str:
    if abs(value) >= 10**18:
        raise FormatError("SGF cannot write whole numbers of more than 18 digits")
    return str(value)


def _strength(raw: str) -> int | None:
    return {"": 1, "1": 1, "2": 2}.get(raw.strip())


def _figure(raw: str) -> Figure | None:
    flags, title = composed(raw) or (raw, "")
    value = _whole(flags)
    return None if value is None and raw.strip() else Figure(value, unescape(title))


def _figure_text(figure: Figure) -> str:
    if figure.title or figure.flags is not None:
        return f"{_whole_text(figure.flags or 0)}:{escape_part(figure.title)}"
    return ""


class _Once(NamedTuple):
    """A property that a node has once: the field of its note, and its reader (None if invalid) and writer.

    ``why`` is the reason against an unreadable value, ``told`` another field that the name implies, with its value.
    """

    note: type[Annotation] | type[Printing]
    field: str
    read: Callable[[str], Any]
    write: Callable[[Any], str]
    why: str
    told: tuple[str, str] | None = None


def _judgement(field: str, value: str) -> _Once:
    """Return a property whose name is a judgement and whose value is its strength."""
    return _Once(Annotation, f"{field}_strength", _strength, str, _NO_STRENGTH, (field, value))


def _weak_judgement(value: str) -> _Once:
    return _judgement("quality", value)._replace(
        read=lambda raw: 1 if _strength(raw) == 1 else None, write=lambda strength: "", why="is not empty"
    )


_ONCE: Final = {
    "GB": _judgement("verdict", "black"),
    "GW": _judgement("verdict", "white"),
    "DM": _judgement("verdict", "even"),
    "UC": _judgement("verdict", "unclear"),
    "BM": _judgement("quality", "bad"),
    "DO": _weak_judgement("doubtful"),
    "IT": _weak_judgement("interesting"),
    "TE": _judgement("quality", "good"),
    "HO": _Once(Annotation, "hotspot", _strength, str, _NO_STRENGTH),
    "V": _Once(Annotation, "value", real_of, real_text, _NO_NUMBER),
    "MN": _Once(Printing, "number", _whole, _whole_text, _NOT_WHOLE),
    "FG": _Once(Printing, "figure", _figure, _figure_text, "must be empty, or a number, a colon and a title"),
    "PM": _Once(
        Printing,
        "numbering",
        lambda raw: {str(place): each for place, each in enumerate(NUMBERINGS)}.get(str(_whole(raw))),
        lambda numbering: str(NUMBERINGS.index(numbering)),
        "must be 0, 1 or 2",
    ),
}
_USUAL: Final = {kind: kind() for kind in (Annotation, Printing)}
_TAKERS: Final[dict[str, Callable[[Node, str, str, Points], str]]] = {
    **dict.fromkeys(_PAIRS, _take_pair),
    **dict.fromkeys(_ONCE, _take_once),
    **dict.fromkeys(_CLOCKS, _take_clock),
    "LB": _take_label,
    "KO": _take_forced,
    "N": _take_name,
}
"""Converts one raw value; returns "", or why that is impossible."""

TYPED: Final = POINT_LISTS | _TAKERS.keys()
"""The properties that are converted into notes."""


def write_notes(node: Node, names: Callable[[str], str], private: bool) -> Iterator[tuple[str, list[str]]]:
    """Yield a node's notes as properties with raw values; ``names`` writes a point."""
    if node.name:
        yield "N", [escape(node.name)]
    if node.markup is not None:
        yield from _write_markup(node.markup, names, private)
    if node.annotation is not None:
        yield from _write_note(node.annotation)
    if node.clock is not None:
        for name, (field, colour) in _CLOCKS.items():
            if colour in (said := getattr(node.clock, field)):
                yield name, [real_text(said[colour]) if field == "left" else _whole_text(said[colour])]
    if node.printing is not None:
        yield from _write_note(node.printing)


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
    for name, colour in TERRITORY.items():
        if colour in markup.territory:
            yield name, listed(markup.territory[colour]) or [""]
    for name, attribute in _PARTS.items():
        labels = getattr(markup, attribute)
        if labels is not None:
            yield name, listed(labels) or [""]


def _write_note(note: Annotation | Printing) -> Iterator[tuple[str, list[str]]]:
    for name, once in _ONCE.items():
        if isinstance(note, once.note):
            value, usual = getattr(note, once.field), getattr(_USUAL[once.note], once.field)
            if getattr(note, once.told[0]) == once.told[1] if once.told else value != usual:
                yield name, [once.write(value)]
