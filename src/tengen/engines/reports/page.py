"""A report as one page of HTML that needs nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from importlib.resources import files as resources
from typing import Final

from ...draw.changes import Frame, bare, sheets, stepper
from ...game import Game
from ...records import COLOURS, NAMES, Markup, Text, joined
from ...records.diagram import point_of
from . import words
from .game_report import GameReport, LinePosition
from .losses import MoveLoss

_LEFT, _TOP, _WIDTH, _HEIGHT = 66, 10, 560, 200
"""Where the frame of the graph is, in units of its picture."""
_STONES: Final = {"black": "●", "white": "○"}
_COSTLIEST: Final = 3


def html(report: GameReport, source: str = "", most: int = 10) -> str:
    """Return a report as a page: the game to step through, its costliest moves, the ``most`` mistakes of each side."""
    title = escape(words.title(report, source))
    style = resources(__package__).joinpath("report.css").read_text("utf-8")
    mistakes = [made for colour in COLOURS for made in report.worst(colour, most)]
    costliest = report.costliest(_COSTLIEST)
    others = [made for made in mistakes if made not in costliest]
    frames = {each.node: _frame(report, each, mistakes + costliest) for each in report.course.positions}
    return "\n".join(
        (
            f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<style>\n{style}</style></head><body>",
            f"<h1>{title}</h1>",
            f'<p class="facts">{"<br>".join(map(escape, words.facts(report)))}</p>',
            stepper([*frames.values()], _graph(report), "page"),
            '<p class="facts">On the boards: a ring is the move played, a triangle the better one.</p>',
            _moves(report, "The costliest moves", costliest, frames) or "<p>No move cost anything.</p>",
            _moves(report, "Other mistakes", others, frames),
            _table(report),
            f'<p class="facts">{escape(words.METHOD)}</p>',
            f"{sheets()}\n</body></html>\n",
        )
    )


def _table(report: GameReport) -> str:
    heads = "".join(f"<th>{head}</th>" for head in ("", *words.HEADS))
    rows = "".join(
        f"<tr><td>{_STONES[colour]} {escape(name)}</td>{''.join(f'<td>{each}</td>' for each in line)}</tr>"
        for colour, name, line in words.side_lines(report)
    )
    return f'<h2>Both sides</h2><div class="wide"><table><tr>{heads}</tr>{rows}</table></div>'


# -- the game ----------------------------------------------------------------------------------------------------------


def _frame(report: GameReport, position: LinePosition, shown: list[MoveLoss]) -> Frame:
    """Return a position with what is said of it; after a move that cost something, a triangle is on the better one."""
    made = next((each for each in report.losses if each.node == position.node), None)
    look, markup, said = report.looks.get(position.node), Markup(), list[str]()
    if position.by is not None:
        said.append(words.named(position.number, position.by, position.move))
    if look is not None:
        said.append(f"{words.chance(look)}.")
    if made is not None and made.line and made.is_loss:
        better = point_of(made.line[0])
        markup = Markup(marks={"triangle": [better]} if better else {})
        said.append(_loss(report, made))
    line = _line(report.game_before(made), made) if made in shown else ()
    return Frame(position.game.svg(markup=markup), joined(said), [*line])


def _loss(report: GameReport, made: MoveLoss) -> Text:
    cost = words.cost(made, report.course.variant.rules.ends_by_passes)
    return joined([f"{cost}.", words.better_and_why(report, made)])


def _line(before: Game, made: MoveLoss) -> Iterator[Frame]:
    """Yield what the engine expects in place of a move, each stone with its number, as far as it is legal."""
    game, numbers = before.copy(), dict[str, int]()
    for number, move in enumerate(made.line, 1):
        if game.outcome is not None or game.why_not(move):
            return
        player = NAMES[game.to_play]
        game.play(move)
        if (point := point_of(move)) is not None:
            numbers[point] = number
        seen = {point: number for point, number in numbers.items() if point in game.stones}
        text = Text("In place of move {instead}: {number}, {player} {move}.")
        said = text.with_values(instead=made.number, number=number, player=player, move=move)
        yield Frame(game.svg(numbers=seen), said)


def _moves(report: GameReport, heading: str, made: list[MoveLoss], frames: dict[int, Frame]) -> str:
    """Return moves with the board after each: the move ringed, a triangle on the better one; "" for none."""
    places = {node: place for place, node in enumerate(frames)}
    figures = [
        f'<figure><div class="board">{bare(frames[each.node].svg)}</div><figcaption><button type="button" '
        f'data-go="{places[each.node]}">{escape(words.named(each.number, each.by, each.move))}</button> '
        f"{escape(_loss(report, each))}</figcaption></figure>"
        for each in made
    ]
    return f'<h2>{heading}</h2><div class="moves">{"".join(figures)}</div>' if figures else ""


# -- the graph ---------------------------------------------------------------------------------------------------------


def _graph(report: GameReport) -> str:
    """Return Black's chance over the moves as a picture with axes, with its standard errors and the mistakes."""
    graph = report.graph
    if len(graph) < 2:
        return ""
    numbers = [each.number for each in report.course.positions]
    first, last = numbers[0], max(numbers[-1], numbers[0] + 1)

    def x(number: int) -> float:
        return round(_LEFT + _WIDTH * (number - first) / (last - first), 1)

    def y(chance: float) -> float:
        return round(_TOP + _HEIGHT * (1 - min(1.0, max(0.0, chance))), 1)

    line = " ".join(f"{x(number)},{y(look.black)}" for number, look in graph)
    upper = [f"{x(number)},{y(look.black + look.black_error)}" for number, look in graph]
    lower = [f"{x(number)},{y(look.black - look.black_error)}" for number, look in graph]
    dots = "".join(_dot(made, x(made.number), y(made.after.black)) for c in COLOURS for made in report.worst(c, last))
    step = next((each for each in (1, 2, 5, 10, 20, 50, 100, 200) if (last - first) / each <= 8), 500)
    base = _TOP + _HEIGHT
    ticks = "".join(
        f'<text x="{x(number)}" y="{base + 20}" text-anchor="middle">{number}</text>'
        for number in range(-(-first // step) * step, last + 1, step)
    )
    rules = "".join(
        f'<line x1="{_LEFT}" x2="{_LEFT + _WIDTH}" y1="{y(share)}" y2="{y(share)}" stroke="var(--line)"/>'
        f'<text x="{_LEFT - 6}" y="{y(share) + 5}" text-anchor="end">{share:.0%}</text>'
        for share in (0, 0.25, 0.5, 0.75, 1)
    )
    across = " ".join(str(x(number)) for number in numbers)
    return (
        f'<figure class="graph"><svg viewBox="0 0 {_LEFT + _WIDTH + 14} {base + 46}" data-across="{across}" role="img" '
        f'aria-label="Black\'s chance to win in per cent, by move">{rules}{ticks}'
        f'<polygon points="{" ".join(upper + lower[::-1])}" fill="var(--muted)" opacity="0.25"/>'
        f'<polyline points="{line}" fill="none" stroke="var(--ink)" stroke-width="2"/>'
        f'<g class="now"><line y1="{_TOP}" y2="{base}" stroke="var(--muted)" stroke-dasharray="4 3"/></g>{dots}'
        f'<text x="{_LEFT + _WIDTH / 2}" y="{base + 41}" text-anchor="middle">Move</text></svg>'
        f"<figcaption>Black's chance to win after each move. Grey: one standard error, if the engine states it. "
        "Mistakes: a disc is Black's, a circle White's, a large one grave.</figcaption></figure>"
    )


def _dot(made: MoveLoss, x: float, y: float) -> str:
    told = escape(f"{words.named(made.number, made.by, made.move)} {words.cost(made, counts=False)}")
    size = 7 if made.degree == "grave" else 5
    return f'<circle class="{made.by}" cx="{x}" cy="{y}" r="{size}"><title>{told}</title></circle>'
