"""Notebook displays of boards, games, records, rules and results: self-contained pictures or HTML."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Any

from .boards import Board
from .draw import svg
from .draw.changes import Frame, stepper
from .game import Game, Score, Turn
from .game.game_records import record_variant
from .game.record_walk import walk
from .kernel.batch import Playouts
from .match.match_play import MatchResult
from .players import Analysis
from .records import Position, Record
from .rules import Variant
from .rules.prose import describe
from .solve.route import Value


def shown(value: object) -> dict[str, str]:
    """Return a value's display by media type: boards and games 400 pixels wide, on a painted margin."""
    match value:
        case Game():
            return {"image/svg+xml": value.svg(size=400, paper=True)}
        case Board():
            return {"image/svg+xml": svg(value, Position({}), size=400, paper=True)}
        case Record():
            return {"text/html": _slider(value)}
    return {"text/html": _found(value)}


def _slider(record: Record) -> str:
    frames = []
    for stage in walk(record, record_variant(record)):
        told = f"{stage.number}. {stage.turn.told(stage.game.board, stage.game.rules)}." if stage.turn else "The start."
        frames.append(Frame(stage.game.svg(size=400), f"{told} {stage.node.comment}".strip()))
    return stepper(frames)


def _found(value: object) -> str:
    """Return rules, turns and results as tables."""
    match value:
        case Variant():
            told = describe(value)
            changed = [(row.axis, row.value, row.sentence) for row in told.rows if row.changed]
            return _table(f"{told.title} on {told.board}", "axis value meaning", changed, told.prose)
        case Turn():
            told_by = ((name, getattr(value, name)) for name in value._fields)
            return _table(f"Turn {value.number}", "field value", [row for row in told_by if row[1] or row[1] == 0])
        case Score():
            lead = f"{value.winner.capitalize()} leads by {abs(value.margin):g}" if value.winner else "Even"
            points = {"Black": value.black, "White": value.white, "komi": value.komi, "handicap": value.bonus}
            return _table(lead, f"side {value.kind}", points.items(), " ".join(value.notes))
        case MatchResult():
            title = f"{value.wins} won, {value.losses} lost, {value.draws} drawn"
            games = (
                (game.number, game.names[game.black == "second"], game.result, len(game.moves)) for game in value.games
            )
            return _table("{} (95%: {:.1%} to {:.1%})".format(title, *value.interval), "game Black result moves", games)
        case Playouts():
            figures = (("moves", value.moves), ("score", value.scores)) if len(value.scores) else ()
            spans = ((name, f"{of.mean():.1f}", f"{of.std():.1f}", of.min(), of.max()) for name, of in figures)
            return _table(f"{len(value.scores):,} random games", "figure mean deviation least most", spans)
    return _opinion(value)


def _opinion(value: object) -> str:
    """Return the findings of a search or a proof about a position as a table."""
    match value:
        case Analysis():
            title = f"{value.by}: {value.win_rate:.1%} for the side to move, Black's lead {value.lead:+.1f}"
            moves = ((each.move, each.visits, f"{each.win_rate:.1%}", f"{each.lead:+.1f}", " ".join(each.variation))
                     for each in value.candidates)  # fmt: skip
            return _table(title, "move visits chance lead line", moves, value.note)
        case Value():
            worth = f"{value.low:g}" if value.low == value.high else f"{value.low:g} to {value.high:g}"
            proof = {"moves": " ".join(value.moves), "line": " ".join(value.line), "proved": value.rules,
                     "route": value.route, "positions": value.nodes}  # fmt: skip
            return _table(f"Value for Black: {worth} ({value.unit})", "proof ", proof.items())
    raise TypeError(f"notebooks show no {type(value).__name__}")


def _table(title: str, heads: str, rows: Iterable[Iterable[Any]], below: str = "") -> str:
    """Return a table with a title above it and a text below it; its colours are the notebook's."""
    top = "".join(f'<th style="text-align:left">{escape(head)}</th>' for head in heads.split(" "))
    cells = ("".join(f'<td style="text-align:left">{escape(str(cell))}</td>' for cell in row) for row in rows)
    body = "".join(f"<tr>{row}</tr>" for row in cells)
    return f"<p><b>{escape(title)}</b></p><table><tr>{top}</tr>{body}</table><p>{escape(below)}</p>"
