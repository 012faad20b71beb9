"""SGF's properties for markup, opinions, clocks and printing: from their values to records' notes and back.

A reader answers None where a value cannot be said without loss; the property is kept verbatim then.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, Final

from ..records import Annotation, Clock, Colour, Figure, Mark, Markup, Node, Printing
from ..records.notes import NUMBERINGS
from .sgf_points import Points
from .sgf_text import unescape

Property = tuple[str, list[str]]
"""A property's name and its values, unescaped or composed as they are written."""

MARKS: Final[dict[str, Mark]] = {
    "CR": "circle", "MA": "cross", "SQ": "square", "TR": "triangle", "SL": "selected", "M": "cross",
}  # fmt: skip
_TERRITORY: Final[dict[str, Colour]] = {"TB": "black", "TW": "white"}
_PAIRS: Final = {"AR": "arrows", "LN": "lines"}
_PARTS: Final = {"DD": "dimmed", "VW": "view"}
_POSITIONS: Final = {"GB": "black", "GW": "white", "DM": "even", "UC": "unclear"}
_MOVES: Final = {"TE": "good", "BM": "bad", "DO": "doubtful", "IT": "interesting"}
_LEFT: Final[dict[str, Colour]] = {"BL": "black", "WL": "white"}
_TO_MAKE: Final[dict[str, Colour]] = {"OB": "black", "OW": "white"}
_COMPOSED: Final = re.compile(r"((?:[^\\:]|\\.)*+):(.*+)", re.DOTALL)
_REAL: Final = re.compile(r"[+-]?(?:\d{1,12}(?:\.\d{0,9})?|\.\d{1,9})")
_WHOLE: Final = re.compile(r"[+-]?\d{1,9}")


def compose(raw: str) -> tuple[str, str] | None:
    r"""Return the two parts of a composed value, unescaped; None where it is none.

    >>> compose(r"a\:b:c")
    ('a:b', 'c')
    """
    found = _COMPOSED.fullmatch(raw)
    return (unescape(found[1]), unescape(found[2])) if found else None


def read_note(node: Node, name: str, raws: list[str], points: Points) -> bool:
    """Take a property over into a node's notes; say whether that was possible."""
    reader = _READERS.get(name)
    return reader is not None and reader(node, name, raws, points)


def _markup(node: Node) -> Markup:
    if node.markup is None:
        node.markup = Markup()
    return node.markup


def _read_list(raws: list[str], points: Points) -> list[str] | None:
    """Return the labels of a list of points, None where one is no point or stands twice."""
    if raws == [""]:
        return []
    found: list[str] = []
    for raw in raws:
        labels = points.listed(raw)
        if labels is None:
            return None
        found += labels
    return found if len(set(found)) == len(found) else None


def _read_mark(node: Node, name: str, raws: list[str], points: Points) -> bool:
    labels = _read_list(raws, points)
    if not labels or (node.markup is not None and MARKS[name] in node.markup.marks):
        return False
    _markup(node).marks[MARKS[name]] = labels
    return True


def _read_territory(node: Node, name: str, raws: list[str], points: Points) -> bool:
    labels = _read_list(raws, points)
    if labels is None:
        return False
    _markup(node).territory[_TERRITORY[name]] = labels
    return True


def _read_part(node: Node, name: str, raws: list[str], points: Points) -> bool:
    labels = _read_list(raws, points)
    if labels is None:
        return False
    setattr(_markup(node), _PARTS[name], labels)
    return True


def _read_labels(node: Node, name: str, raws: list[str], points: Points) -> bool:
    found: dict[str, str] = {}
    for raw in raws:
        pair = compose(raw)
        label = points.point(pair[0]) if pair else None
        if pair is None or label is None or label in found:
            return False
        found[label] = pair[1]
    _markup(node).labels = found
    return True


def _read_pairs(node: Node, name: str, raws: list[str], points: Points) -> bool:
    found: list[tuple[str, str]] = []
    for raw in raws:
        pair = compose(raw)
        ends = (points.point(pair[0]), points.point(pair[1])) if pair else (None, None)
        if ends[0] is None or ends[1] is None:
            return False
        found.append((ends[0], ends[1]))
    setattr(_markup(node), _PAIRS[name], found)
    return True


def _read_letters(node: Node, name: str, raws: list[str], points: Points) -> bool:
    """Read FF[3]'s L: a, b, c and so on, on the points in their order."""
    labels = _read_list(raws, points)
    if not labels or len(labels) > 52 or (node.markup is not None and node.markup.labels):
        return False
    _markup(node).labels = {label: chr(ord("a") + place % 26 - 32 * (place > 25)) for place, label in enumerate(labels)}
    return True


def _strength(raws: list[str]) -> int | None:
    return {"1": 1, "2": 2, "": 1}.get(raws[0].strip()) if len(raws) == 1 else None


def _annotation(node: Node) -> Annotation:
    if node.annotation is None:
        node.annotation = Annotation()
    return node.annotation


def _read_opinion(node: Node, name: str, raws: list[str], points: Points) -> bool:
    strength = _strength(raws)
    about, opinion = ("verdict", _POSITIONS[name]) if name in _POSITIONS else ("quality", _MOVES[name])
    taken = node.annotation is not None and getattr(node.annotation, about) is not None
    if strength is None or taken or (strength == 2 and name in ("DO", "IT")):
        return False
    setattr(_annotation(node), about, opinion)
    setattr(_annotation(node), f"{about}_strength", strength)
    return True


def _read_hotspot(node: Node, name: str, raws: list[str], points: Points) -> bool:
    strength = _strength(raws)
    if strength is not None:
        _annotation(node).hotspot = strength
    return strength is not None


def _read_value(node: Node, name: str, raws: list[str], points: Points) -> bool:
    value = _real(raws)
    if value is not None:
        _annotation(node).value = value
    return value is not None


def _real(raws: list[str]) -> float | None:
    return float(raws[0]) if len(raws) == 1 and _REAL.fullmatch(raws[0].strip()) else None


def _whole(raws: list[str]) -> int | None:
    return int(raws[0]) if len(raws) == 1 and _WHOLE.fullmatch(raws[0].strip()) else None


def _read_clock(node: Node, name: str, raws: list[str], points: Points) -> bool:
    value = _real(raws) if name in _LEFT else _whole(raws)
    if value is None:
        return False
    if node.clock is None:
        node.clock = Clock()
    if name in _LEFT:
        node.clock.left[_LEFT[name]] = value
    else:
        node.clock.moves[_TO_MAKE[name]] = int(value)
    return True


def _printing(node: Node) -> Printing:
    if node.printing is None:
        node.printing = Printing()
    return node.printing


def _read_number(node: Node, name: str, raws: list[str], points: Points) -> bool:
    value = _whole(raws)
    if value is not None:
        _printing(node).number = value
    return value is not None


def _read_mode(node: Node, name: str, raws: list[str], points: Points) -> bool:
    value = _whole(raws)
    if value is None or not 0 <= value < len(NUMBERINGS):
        return False
    _printing(node).numbering = NUMBERINGS[value]
    return True


def _read_figure(node: Node, name: str, raws: list[str], points: Points) -> bool:
    pair = compose(raws[0]) if len(raws) == 1 else None
    flags = None if pair is None else _whole([pair[0]])
    if raws != [""] and (pair is None or flags is None):
        return False
    _printing(node).figure = Figure(flags, "" if pair is None else pair[1])
    return True


def _read_forced(node: Node, name: str, raws: list[str], points: Points) -> bool:
    node.forced = raws == [""]
    return node.forced


def _read_name(node: Node, name: str, raws: list[str], points: Points) -> bool:
    if len(raws) != 1 or raws[0] == "":
        return False
    node.name = unescape(raws[0])
    return True


_READERS: Final[dict[str, Callable[[Node, str, list[str], Points], bool]]] = {
    **dict.fromkeys(MARKS, _read_mark),
    **dict.fromkeys(_TERRITORY, _read_territory),
    **dict.fromkeys(_PARTS, _read_part),
    **dict.fromkeys(_PAIRS, _read_pairs),
    **dict.fromkeys((*_POSITIONS, *_MOVES), _read_opinion),
    **dict.fromkeys((*_LEFT, *_TO_MAKE), _read_clock),
    "MN": _read_number,
    "PM": _read_mode,
    "KO": _read_forced,
    "LB": _read_labels,
    "L": _read_letters,
    "HO": _read_hotspot,
    "V": _read_value,
    "FG": _read_figure,
    "N": _read_name,
}
TYPED: Final = frozenset(_READERS)
"""The properties that are taken over into notes."""


def write_notes(node: Node, points: Points, escape: Callable[[str], str]) -> Iterator[tuple[str, list[str]]]:
    """Yield a node's notes as properties, their values escaped."""
    if node.name:
        yield "N", [escape(node.name)]
    if node.markup is not None:
        yield from _write_markup(node.markup, points, escape)
    if node.annotation is not None:
        yield from _write_annotation(node.annotation)
    if node.clock is not None:
        yield from ((name, [_number(node.clock.left[who])]) for name, who in _LEFT.items() if who in node.clock.left)
        yield from ((name, [str(node.clock.moves[who])]) for name, who in _TO_MAKE.items() if who in node.clock.moves)
    if node.forced:
        yield "KO", [""]
    if node.printing is not None:
        yield from _write_printing(node.printing, escape)


def _write_markup(markup: Markup, points: Points, escape: Callable[[str], str]) -> Iterator[tuple[str, list[str]]]:
    for name, mark in MARKS.items():
        if name != "M" and markup.marks.get(mark):
            yield name, points.packed(markup.marks[mark])

    def part(text: str) -> str:
        return escape(text).replace(":", "\\:")

    if markup.labels:
        yield "LB", [f"{part(points.name(label))}:{part(text)}" for label, text in markup.labels.items()]
    for name, attribute in _PAIRS.items():
        pairs = getattr(markup, attribute)
        if pairs:
            yield name, [f"{part(points.name(a))}:{part(points.name(b))}" for a, b in pairs]
    for name, colour in _TERRITORY.items():
        if colour in markup.territory:
            yield name, points.packed(markup.territory[colour]) or [""]
    for name, attribute in _PARTS.items():
        labels = getattr(markup, attribute)
        if labels is not None:
            yield name, points.packed(labels) or [""]


def _write_annotation(annotation: Annotation) -> Iterator[tuple[str, list[str]]]:
    for name, opinion in _POSITIONS.items():
        if annotation.verdict == opinion:
            yield name, [str(annotation.verdict_strength)]
    for name, opinion in _MOVES.items():
        if annotation.quality == opinion:
            yield name, [str(annotation.quality_strength) if name in ("TE", "BM") else ""]
    if annotation.hotspot:
        yield "HO", [str(annotation.hotspot)]
    if annotation.value is not None:
        yield "V", [_number(annotation.value)]


def _write_printing(printing: Printing, escape: Callable[[str], str]) -> Iterator[tuple[str, list[str]]]:
    figure = printing.figure
    if figure is not None:
        yield "FG", ["" if figure.flags is None else f"{figure.flags}:{escape(figure.title)}"]
    if printing.number is not None:
        yield "MN", [str(printing.number)]
    if printing.numbering is not None:
        yield "PM", [str(NUMBERINGS.index(printing.numbering))]


def _number(value: float) -> str:
    """Return a number as SGF writes it, without an exponent.

    >>> _number(1.5), _number(3.0)
    ('1.5', '3')
    """
    text = f"{value:.9f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def unreadable(name: str, values: list[Any]) -> str:
    """Return the warning for a typed property that is kept as it stands."""
    return f"`{name}[{str(values[0])[:24] if values else ''}]` is not what {name} holds; it is kept as written"
