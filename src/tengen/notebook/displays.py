"""What notebooks show for boards, games, records, rules and results: a picture or HTML that needs nothing else."""

from __future__ import annotations

from collections.abc import Iterable
from functools import singledispatch
from html import escape
from typing import Any, Final

from ..boards import Board
from ..draw import svg
from ..draw.changes import Frame, sheets, stepper
from ..game import Game, Score, Turn
from ..game.game_records import record_variant
from ..game.record_walk import walk
from ..kernel.batch import Playouts
from ..match.match_play import MatchResult
from ..players import Analysis
from ..records import Position, Record
from ..rules import Variant
from ..rules.prose import describe
from ..solve.route import Value

_SIZE: Final = 400
"""The longer side of a picture, in pixels."""


@singledispatch
def shown(value: object) -> dict[str, str]:
    """Return a value as notebooks show it, by media type; {} for what has no display of its own."""
    return {}


@shown.register
def _(game: Game) -> dict[str, str]:
    return {"image/svg+xml": game.svg(size=_SIZE, paper=True)}


@shown.register
def _(board: Board) -> dict[str, str]:
    return {"image/svg+xml": svg(board, Position({}), size=_SIZE, paper=True)}


@shown.register
def _(record: Record) -> dict[str, str]:
    frames = []
    for stage in walk(record, record_variant(record)):
        told = f"{stage.number}. {stage.turn.told(stage.game.board)}." if stage.turn else "The start."
        frames.append(Frame(stage.game.svg(size=_SIZE), f"{told} {stage.node.comment}".strip()))
    return {"text/html": stepper(frames) + sheets()}


@shown.register
def _(variant: Variant) -> dict[str, str]:
    told = describe(variant)
    rows = [(row.axis, row.value, row.sentence) for row in told.rows if row.changed]
    return _html(f"{told.title} on {told.board}", ("axis", "value", "meaning"), rows, told.prose)


@shown.register
def _(turn: Turn) -> dict[str, str]:
    given = {name: getattr(turn, name) for name in turn._fields}
    rows = [(name, value) for name, value in given.items() if value != turn._field_defaults.get(name, value is None)]
    return _html(f"Turn {turn.number}", ("field", "value"), rows)


@shown.register
def _(score: Score) -> dict[str, str]:
    rows = [("Black", f"{score.black:g}"), ("White", f"{score.white:g}"), ("komi", f"{score.komi:g}")]
    rows += [("handicap", f"{score.bonus:g}")] if score.bonus else []
    lead = f"{score.winner.capitalize()} leads by {abs(score.margin):g}" if score.winner else "Even"
    return _html(lead, ("side", score.kind), rows, " ".join(score.notes))


@shown.register
def _(analysis: Analysis) -> dict[str, str]:
    rows = [
        (each.move, f"{each.visits:,}", f"{each.win_rate:.1%}", f"{each.lead:+.1f}", " ".join(each.variation))
        for each in analysis.candidates[:10]
    ]
    title = f"{analysis.by}: {analysis.win_rate:.1%} for the side to move, Black's lead {analysis.lead:+.1f}"
    return _html(title, ("move", "visits", "chance", "Black's lead", "line"), rows, analysis.note)


@shown.register
def _(result: MatchResult) -> dict[str, str]:
    low, high = result.interval
    rows = [(game.number, game.names[game.black == "second"], game.result, len(game.moves)) for game in result.games]
    title = f"{result.wins} won, {result.losses} lost, {result.draws} drawn: {result.rate:.1%}"
    return _html(f"{title} (95%: {low:.1%} to {high:.1%})", ("game", "Black", "result", "moves"), rows)


@shown.register
def _(played: Playouts) -> dict[str, str]:
    count = len(played.scores)
    figures = (("moves", played.moves), ("score", played.scores)) if count else ()
    rows = [(name, f"{of.mean():.1f}", f"{of.std():.1f}", f"{of.min():g}", f"{of.max():g}") for name, of in figures]
    return _html(f"{count:,} random games", ("of a game", "mean", "deviation", "least", "most"), rows)


@shown.register
def _(value: Value) -> dict[str, str]:
    worth = f"{value.low:g}" if value.low == value.high else f"{value.low:g} to {value.high:g}"
    rows = [
        ("moves that keep it", " ".join(value.moves)),
        ("line", " ".join(value.line)),
        ("proved", value.rules),
        ("route", value.route),
        ("positions", f"{value.nodes:,}"),
    ]
    return _html(f"Value for Black: {worth} ({value.unit})", ("proof", ""), (row for row in rows if row[1]))


def _html(title: str, heads: Iterable[str], rows: Iterable[Iterable[Any]], below: str = "") -> dict[str, str]:
    """Return a table with a caption and a text below it; its colours are the notebook's."""
    top = "".join(f'<th style="text-align:left">{escape(head)}</th>' for head in heads)
    cells = ("".join(f'<td style="text-align:left">{escape(str(cell))}</td>' for cell in row) for row in rows)
    body = "".join(f"<tr>{row}</tr>" for row in cells)
    text = f"<p>{escape(below)}</p>" if below else ""
    return {"text/html": f"<p><b>{escape(title)}</b></p><table><thead><tr>{top}</tr></thead>{body}</table>{text}"}
