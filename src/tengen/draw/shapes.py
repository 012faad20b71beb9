"""Small pieces of SVG: short numbers, safe text, and shapes."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape
from math import atan2, cos, sin

from ..boards import Spot

UNIT = 40
"""User units per line between neighbouring points."""

_UNSAFE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_NAME = re.compile(r"[A-Za-z0-9_-]+")


def number(value: float) -> str:
    """Return a number of points' distances in user units, with at most one decimal."""
    text = f"{value * UNIT:.1f}"
    text = text.removesuffix(".0")
    return "0" if text == "-0" else text


def safe(text: str) -> str:
    """Return text escaped for XML, in one line, including attributes; invalid characters become question marks."""
    return escape(_UNSAFE.sub("?", text)).replace("\n", "&#10;")


def point_id(prefix: str, point: int, label: str) -> str:
    """Return the id of a point's group: its label if that is a valid id, else its number."""
    return f"{prefix}-{label}" if _NAME.fullmatch(label) else f"{prefix}.{point}"


def group(drawn: Iterable[str], attributes: str) -> str:
    """Return drawn shapes as a group, "" for none."""
    inside = "".join(drawn)
    return f"<g {attributes}>{inside}</g>" if inside else ""


def circle(spot: Spot, radius: float, attributes: str) -> str:
    return f'<circle cx="{number(spot[0])}" cy="{number(spot[1])}" r="{number(radius)}" {attributes}/>'


def square(spot: Spot, side: float, attributes: str, corner: float = 0) -> str:
    rounded = f' rx="{number(corner)}"' if corner else ""
    x, y = number(spot[0] - side / 2), number(spot[1] - side / 2)
    return f'<rect x="{x}" y="{y}" width="{number(side)}" height="{number(side)}"{rounded} {attributes}/>'


def path(strokes: Iterable[Iterable[Spot]], attributes: str) -> str:
    """Draw polylines; three spots make a curve."""
    said = []
    for stroke in strokes:
        spots = [f"{number(x)} {number(y)}" for x, y in stroke]
        said.append(f"M{spots[0]}Q{spots[1]} {spots[2]}" if len(spots) == 3 else "M" + "L".join(spots))
    return f'<path d="{"".join(said)}" {attributes}/>'


def text(spot: Spot, words: str, height: float, attributes: str) -> str:
    """Write centred text on a spot."""
    y = spot[1] + 0.355 * height
    return (
        f'<text x="{number(spot[0])}" y="{number(y)}" font-size="{number(height)}" text-anchor="middle" {attributes}>'
        f"{safe(words)}</text>"
    )


def yin_yang(spot: Spot, radius: float, edge: str = "#15161A", width: float = 0.035) -> str:
    """Draw a Tao stone: a disc, its dark half, and the two eyes."""
    x, y = spot
    half = radius / 2
    top, bottom = f"{number(x)} {number(y - radius)}", f"{number(x)} {number(y + radius)}"
    middle = f"{number(x)} {number(y)}"
    big, small = number(radius), number(half)
    eye = radius * 0.15
    disc = f"M{top}A{big} {big} 0 1 1 {bottom}A{big} {big} 0 1 1 {top}Z"
    dark = f"M{top}A{big} {big} 0 0 0 {bottom}A{small} {small} 0 0 0 {middle}A{small} {small} 0 0 1 {top}Z"
    return (
        f'<path d="{disc}" fill="#FBFAF6" stroke="{edge}" stroke-width="{number(width)}"/>'
        f'<path d="{dark}" fill="#15161A"/>'
        f'<path d="{_dot((x, y - half), eye)}" fill="#15161A"/><path d="{_dot((x, y + half), eye)}" fill="#FBFAF6"/>'
    )


def _dot(spot: Spot, radius: float) -> str:
    size = number(radius)
    left, right = number(spot[0] - radius), number(spot[0] + radius)
    y = number(spot[1])
    return f"M{left} {y}A{size} {size} 0 1 1 {right} {y}A{size} {size} 0 1 1 {left} {y}Z"


def arrow(start: Spot, end: Spot, attributes: str) -> str:
    """Draw an arrow that starts and ends short of the middle of its points."""
    angle = atan2(end[1] - start[1], end[0] - start[0])
    begin = (start[0] + 0.2 * cos(angle), start[1] + 0.2 * sin(angle))
    tip = (end[0] - 0.15 * cos(angle), end[1] - 0.15 * sin(angle))
    wings = [(tip[0] - 0.3 * cos(angle + turn), tip[1] - 0.3 * sin(angle + turn)) for turn in (0.5, -0.5)]
    return path([(begin, tip), (wings[0], tip), (wings[1], tip)], attributes)
