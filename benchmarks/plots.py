"""Plots as SVG: curves with their bands, bars, points with their errors; small, and without a library."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from tengen.draw.shapes import safe

WIDTH: Final = 360
"""The width of a panel in user units."""
HEIGHT: Final = 250
_LEFT, _RIGHT, _TOP, _BOTTOM = 52, 14, 30, 44


class _Inks(NamedTuple):
    """The colours of a plot: words and axes, the grid, the ground, curves and bars, bands."""

    ink: str
    faint: str
    paper: str
    line: str
    band: str


_LIGHT: Final = _Inks("#222", "#ddd", "#fff", "#1f5fa8", "#c5d8ee")
_DARK: Final = _Inks("#ddd", "#3d4049", "#1e2129", "#7fb2ea", "#2c4460")


@dataclass(frozen=True)
class Panel:
    """One plot.

    ``across`` and ``up`` name its axes. ``curve`` are points (x, y), ``band`` (x, low, high), ``bars`` (x from, x to,
    height), ``dots`` (x, y, low, high), ``marks`` vertical lines with a word. ``labels`` (x, word) replace numbers
    below the axis. ``height`` fixes the upper end.
    """

    title: str
    across: str
    up: str
    curve: Sequence[tuple[float, float]] = ()
    band: Sequence[tuple[float, float, float]] = ()
    bars: Sequence[tuple[float, float, float]] = ()
    dots: Sequence[tuple[float, float, float, float]] = ()
    marks: Sequence[tuple[float, str]] = ()
    labels: Sequence[tuple[float, str]] = ()
    height: float | None = None

    def is_empty(self) -> bool:
        """Return whether the plot is empty."""
        return not (self.curve or self.band or self.bars or self.dots)


def ticks(low: float, high: float, most: int = 6) -> list[float]:
    """Return round numbers from low to high, at most ``most`` of them.

    >>> ticks(0, 97), ticks(-1.2, 1.2)
    ([0.0, 20.0, 40.0, 60.0, 80.0], [-1.0, -0.5, 0.0, 0.5, 1.0])
    """
    rough = (high - low) / (most - 1) or 1.0
    unit = 10 ** math.floor(math.log10(rough))
    step = next(unit * times for times in (1, 2, 5, 10) if unit * times >= rough * 0.999)
    first = math.ceil(low / step - 1e-9)
    return [float(number * step) for number in range(first, math.floor(high / step + 1e-9) + 1)]


def plots(panels: Sequence[Panel], columns: int = 2, *, dark: bool = False) -> str:
    """Draw plots side by side, ``columns`` in a row, on light or ``dark`` ground.

    >>> plots([Panel("Length", "moves", "games", bars=[(0, 10, 3)])]).startswith("<svg")
    True
    """
    inks, seen = _DARK if dark else _LIGHT, [panel for panel in panels if not panel.is_empty()]
    wide, high = min(columns, len(seen)) * WIDTH, -(-len(seen) // columns) * HEIGHT
    drawn = [
        f'<g transform="translate({number % columns * WIDTH} {number // columns * HEIGHT})">'
        + "".join(_Drawing(panel, inks).parts())
        + "</g>"
        for number, panel in enumerate(seen)
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}" height="{high}" '
        f'font-family="sans-serif" font-size="11" fill="{inks.ink}">'
        f'<rect width="100%" height="100%" fill="{inks.paper}"/>' + "\n".join(drawn) + "</svg>\n"
    )


class _Drawing:
    """A panel on the canvas."""

    def __init__(self, panel: Panel, inks: _Inks) -> None:
        self.panel, self.inks = panel, inks
        across = [x for x, *_ in (*panel.curve, *panel.band, *panel.dots)] + [x for bar in panel.bars for x in bar[:2]]
        up = [y for _, *ys in (*panel.curve, *panel.band, *panel.dots) for y in ys] + [bar[2] for bar in panel.bars]
        self.left, self.right = min(across), max(max(across), min(across) + 1e-9)
        self.top = panel.height or 1.05 * max(up) or 1.0

    def x(self, value: float) -> str:
        """Return a value's horizontal place."""
        return _short(_LEFT + (value - self.left) / (self.right - self.left) * (WIDTH - _LEFT - _RIGHT))

    def y(self, value: float) -> str:
        """Return a value's vertical place, within the panel."""
        share = min(max(value / self.top, 0), 1)
        return _short(HEIGHT - _BOTTOM - share * (HEIGHT - _TOP - _BOTTOM))

    def parts(self) -> Iterator[str]:
        """Yield all elements, the background first."""
        panel, inks = self.panel, self.inks
        yield _words(WIDTH / 2, 18, panel.title, 'font-weight="bold"')
        yield from self._axes()
        if panel.band:
            edge = [(x, high) for x, _, high in panel.band] + [(x, low) for x, low, _ in reversed(panel.band)]
            yield f'<polygon points="{self._spots(edge)}" fill="{inks.band}"/>'
        for start, end, height in panel.bars:
            corners = [(start, 0), (start, height), (end, height), (end, 0)]
            yield f'<polygon points="{self._spots(corners)}" fill="{inks.line}" stroke="{inks.paper}"/>'
        if panel.curve:
            yield f'<polyline points="{self._spots(panel.curve)}" fill="none" stroke="{inks.line}" stroke-width="2"/>'
        for x, y, low, high in panel.dots:
            yield f'<path d="M{self.x(x)} {self.y(low)}V{self.y(high)}" stroke="{inks.ink}"/>'
            yield f'<circle cx="{self.x(x)}" cy="{self.y(y)}" r="3"/>'
        for at, word in panel.marks:
            yield f'<path d="M{self.x(at)} {HEIGHT - _BOTTOM}V{_TOP}" stroke="{inks.ink}" stroke-dasharray="3 3"/>'
            yield _words(float(self.x(at)), _TOP - 2, word)

    def _axes(self) -> Iterator[str]:
        for at in ticks(0, self.top):
            yield f'<path d="M{_LEFT} {self.y(at)}H{WIDTH - _RIGHT}" stroke="{self.inks.faint}"/>'
            yield _words(_LEFT - 6, float(self.y(at)) + 4, f"{at:g}", 'text-anchor="end"')
        numbers = [(at, f"{at:g}") for at in ticks(self.left, self.right)]
        for at, word in self.panel.labels or numbers:
            yield _words(float(self.x(at)), HEIGHT - _BOTTOM + 15, word)
        yield f'<path d="M{_LEFT} {HEIGHT - _BOTTOM}H{WIDTH - _RIGHT}" stroke="{self.inks.ink}"/>'
        yield _words((WIDTH + _LEFT - _RIGHT) / 2, HEIGHT - 10, self.panel.across)
        middle = (HEIGHT + _TOP - _BOTTOM) / 2
        yield _words(14, middle, self.panel.up, f'transform="rotate(-90 14 {_short(middle)})"')

    def _spots(self, spots: Sequence[tuple[float, float]]) -> str:
        return " ".join(f"{self.x(x)},{self.y(y)}" for x, y in spots)


def _words(x: float, y: float, words: str, more: str = "") -> str:
    anchor = "" if "text-anchor" in more else 'text-anchor="middle" '
    return f'<text x="{_short(x)}" y="{_short(y)}" {anchor}{more}>{safe(words)}</text>'


def _short(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")
