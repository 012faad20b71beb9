"""A report as a self-contained HTML page."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from importlib.resources import files as resources

from ...draw.changes import Frame, bare, stepper
from ...game import Game
from ...records import COLOURS, NAMES, Markup, Text, joined
from ...records.diagram import point_of
from . import words
from .game_report import GameReport, LinePosition
from .losses import MoveLoss


def html(report: GameReport, source: str = "", most: int = 10) -> str:
    """Return a report as a page: the game to step through, its costliest moves, the ``most`` mistakes of each side."""
    title = escape(words.title(report, source))
    style = resources(__package__).joinpath("report.css").read_text("utf-8")
    costliest = report.costliest(3)
    others = [made for colour in COLOURS for made in report.worst(colour, most) if made not in costliest]
    told = {made.node: _loss(report, made) for made in costliest + others}
    frames = {each.node: _frame(report, each, told) for each in report.course.positions}
    return "\n".join(
        (
            f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f'<style>\n{style}</style></head><body class="report"><h1>{title}</h1>',
            f'<p class="facts">{"<br>".join(map(escape, words.facts(report)))}</p>',
            stepper([*frames.values()], _graph(report)),
            '<p class="facts">On the boards: a ring is the move played, a triangle the better one.</p>',
            _moves("The costliest moves", costliest, frames, told) or "<p>No move cost anything.</p>",
            _moves("Other mistakes", others, frames, told),
            _table(report),
            f'<p class="facts">{escape(words.METHOD)}</p>',
            "</body></html>\n",
        )
    )


def _table(report: GameReport) -> str:
    stones = {"black": "●", "white": "○"}
    heads = "".join(f"<th>{head}</th>" for head in ("", *words.HEADS))
    rows = "".join(
        f"<tr><td>{stones[colour]} {escape(name)}</td>{''.join(f'<td>{each}</td>' for each in line)}</tr>"
        for colour, name, line in words.side_lines(report)
    )
    return f'<h2>Both sides</h2><div class="wide"><table><tr>{heads}</tr>{rows}</table></div>'


# -- the game ----------------------------------------------------------------------------------------------------------


def _frame(report: GameReport, position: LinePosition, told: dict[int, Text]) -> Frame:
    """Return a position, after a loss with a triangle on the better move; ``told`` are the losses with a line."""
    made = next((each for each in report.losses if each.node == position.node), None)
    look, markup, said = report.looks.get(position.node), Markup(), list[str]()
    if position.by is not None:
        said.append(words.named(position.number, position.by, position.move))
    if look is not None:
        said.append(f"{words.chance(look)}.")
    if made is not None and made.line and made.is_loss:
        better = point_of(made.line[0])
        markup = Markup(marks={"triangle": [better]} if better else {})
        said.append(told.get(made.node) or _loss(report, made, reading=False))
    line = _line(report.game_before(made), made) if made and made.node in told else ()
    return Frame(position.game.svg(markup=markup), joined(said), [*line])


def _loss(report: GameReport, made: MoveLoss, reading: bool = True) -> Text:
    cost = words.cost(made, report.course.variant.rules.ends_by_passes)
    return joined([f"{cost}.", words.better_and_why(report, made, reading)])


def _line(before: Game, made: MoveLoss) -> Iterator[Frame]:
    """Yield the engine's line in place of a move, with numbered stones, as far as it is legal."""
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


def _moves(heading: str, made: list[MoveLoss], frames: dict[int, Frame], told: dict[int, Text]) -> str:
    """Return moves with the board after each: the move ringed, a triangle on the better one; "" for none."""
    places = {node: place for place, node in enumerate(frames)}
    figures = [
        f'<figure><div class="board">{bare(frames[each.node].svg)}</div><figcaption><button type="button" '
        f'data-go="{places[each.node]}">{escape(words.named(each.number, each.by, each.move))}</button> '
        f"{escape(told[each.node])}</figcaption></figure>"
        for each in made
    ]
    return f'<h2>{heading}</h2><div class="moves">{"".join(figures)}</div>' if figures else ""


def _graph(report: GameReport) -> list[dict[str, object]]:
    """Return the page's data of every frame: the number, Black's win rate with its standard error, a mistake."""
    mistakes = {made.node: made for colour in COLOURS for made in report.worst(colour, len(report.looks))}
    rows = list[dict[str, object]]()
    for each in report.course.positions:
        look, made = report.looks.get(each.node), mistakes.get(each.node)
        row = {"number": each.number, "chance": look and look.black, "error": look and look.black_error}
        rows.append({**row, "by": made and made.by, "degree": made and made.degree})
    return rows
