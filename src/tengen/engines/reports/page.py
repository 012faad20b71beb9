"""A report as one page of HTML that needs nothing else."""

from __future__ import annotations

from base64 import b64encode
from html import escape
from typing import Final

from ...records import COLOURS, Colour, Markup
from ...records.diagram import point_of
from . import words
from .game_report import GameReport
from .losses import Look, MoveLoss

_WIDTH, _HEIGHT = 900, 240
_STONES: Final = {"black": "●", "white": "○"}
_STYLE: Final = """
:root { color-scheme: light dark; --ink: #1d1b18; --paper: #fbf8f2; --muted: #6d675e; --line: #d9d1c3; --mark: #c2402a }
@media (prefers-color-scheme: dark) {
  :root { --ink: #ece6db; --paper: #1f1b17; --muted: #a39a8c; --line: #463d33; --mark: #e5755f }
}
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 60rem;
  margin: 2rem auto; padding: 0 1rem }
h1 { font-size: 1.5rem } h2 { font-size: 1.15rem; margin-top: 2rem }
.facts, figcaption small { color: var(--muted) }
.wide { overflow-x: auto }
table { border-collapse: collapse; font-variant-numeric: tabular-nums }
th, td { padding: .25rem .75rem; text-align: right; border-bottom: 1px solid var(--line); white-space: nowrap }
th:first-child, td:first-child { text-align: left; padding-left: 0 }
svg.graph { width: 100%; height: auto; display: block }
.mistakes { display: grid; grid-template-columns: repeat(auto-fill, minmax(17rem, 1fr)); gap: 1.5rem }
figure { margin: 0 } figure img { width: 100% } figcaption strong { display: block }
"""


def html(report: GameReport, source: str = "", most: int = 10) -> str:
    """Return a report as a page; it shows the ``most`` largest mistakes of each side, each with its board."""
    title = escape(words.title(report, source))
    parts = [
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>',
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><style>{_STYLE}</style></head><body>',
        f"<h1>{title}</h1>",
        f'<p class="facts">{"<br>".join(map(escape, words.facts(report)))}</p>',
        _table(report),
        _graph(report),
        *(_mistakes(report, colour, most) for colour in COLOURS),
        f'<p class="facts">{escape(words.METHOD)}</p>',
    ]
    return "\n".join(parts) + "\n</body></html>\n"


def _table(report: GameReport) -> str:
    heads = "".join(f"<th>{head}</th>" for head in ("", *words.HEADS))
    rows = "".join(
        f"<tr><td>{_STONES[colour]} {escape(name)}</td>{''.join(f'<td>{each}</td>' for each in line)}</tr>"
        for colour, name, line in words.side_lines(report)
    )
    return f'<div class="wide"><table><tr>{heads}</tr>{rows}</table></div>'


def _graph(report: GameReport) -> str:
    """Return Black's chance over the moves as a picture, with the mistakes on it."""
    graph = report.graph
    if len(graph) < 2:
        return ""
    first, last = graph[0][0], graph[-1][0]
    across = _WIDTH / max(1, last - first)

    def at(number: int, look: Look) -> str:
        return f"{(number - first) * across:.1f},{_HEIGHT * (1 - look.black):.1f}"

    line = " ".join(at(number, look) for number, look in graph)
    dots = "".join(_dot(made, (made.number - first) * across) for c in COLOURS for made in report.worst(c, len(graph)))
    numbers = "".join(
        f'<text x="{(number - first) * across:.1f}" y="{_HEIGHT + 16}" font-size="12" text-anchor="middle" '
        f'fill="var(--muted)">{number}</text>'
        for number in range(50, last + 1, 50)
    )
    rule = f'<line x2="{_WIDTH}" stroke="var(--line)" y1="{_HEIGHT / 2}" y2="{_HEIGHT / 2}"/>'
    frame = f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="none" stroke="var(--line)"/>'
    return (
        "<h2>Black's chance</h2>"
        f'<svg class="graph" viewBox="-8 -8 {_WIDTH + 16} {_HEIGHT + 30}" role="img" '
        f'aria-label="Black\'s chance to win over the moves, from 0 % below to 100 % above">{frame}{rule}'
        f'<polyline points="{line}" fill="none" stroke="var(--ink)" stroke-width="2"/>{dots}{numbers}</svg>'
    )


def _dot(made: MoveLoss, across: float) -> str:
    size = 5 if made.degree == "grave" else 3.5
    told = escape(f"Move {made.number}, {made.by.capitalize()} {made.move}: {words.cost(made, counts=False)}")
    return (
        f'<circle cx="{across:.1f}" cy="{_HEIGHT * (1 - made.after.black):.1f}" r="{size}" fill="var(--mark)">'
        f"<title>{told}</title></circle>"
    )


def _mistakes(report: GameReport, colour: Colour, most: int) -> str:
    found = report.worst(colour, most)
    heading = f"<h2>{colour.capitalize()}'s largest mistakes</h2>"
    if not found:
        return f"{heading}<p>None was found.</p>"
    figures = list[str]()  # the boards before them, each move crossed out and the better one as A
    counts = report.course.variant.rules.ends_by_passes
    for made in found:
        caption = f"Move {made.number}: {made.move}"
        played, wished = point_of(made.move), point_of(made.line[0]) if made.line else None
        markup = Markup(marks={"cross": [played]} if played else {}, labels={wished: "A"} if wished else {})
        picture = b64encode(report.game_before(made).svg(markup=markup).encode()).decode()
        better = words.better_and_why(report, made, "A")
        figures.append(
            f'<figure><img alt="The board before move {made.number}" loading="lazy" '
            f'src="data:image/svg+xml;base64,{picture}"><figcaption><strong>{escape(caption)}</strong>'
            f"{escape(words.cost(made, counts))}.<br>{escape(better)} <small>{escape(made.before.by)}</small>"
            "</figcaption></figure>"
        )
    return f'{heading}<div class="mistakes">{"".join(figures)}</div>'
