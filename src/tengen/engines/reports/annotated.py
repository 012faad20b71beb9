"""A report within its record: comments on every move, marks and the engine's variations where a move was a mistake."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace
from typing import Final

from ...records import Annotation, Colour, Markup, Node, Record, Text, joined, other
from ...records.diagram import point_of
from . import words
from .game_report import GameReport
from .losses import MoveLoss

_LINE: Final = "The engine's line."


def annotated(report: GameReport, most: int = 10) -> Record:
    """Return a copy of the record with the report in it.

    Every position that was looked at says how it stands. The ``most`` largest mistakes of each side are judged as bad
    (or doubtful) moves, a triangle marks the better point, and the engine's line is a variation beside the move.
    """
    course = report.course
    record = deepcopy(course.record)
    nodes = list(record.main_line())
    for node in nodes:
        _take_back(node)
    for each in course.positions:
        if (look := report.looks.get(each.node)) is not None:
            said = Text(
                "{chance} ({engine}, {visits:,} visits).", chance=words.chance(look), engine=look.by, visits=look.visits
            )
            _comment(nodes[each.node], said)
    counts = course.variant.rules.ends_by_passes
    for colour in ("black", "white"):
        for made in report.worst(colour, most):
            _judge(report, nodes, made, counts)
    if nodes:
        _comment(nodes[0], "\n".join(words.facts(report)))
    return record


def _judge(report: GameReport, nodes: list[Node], made: MoveLoss, counts: bool) -> None:
    node, before = nodes[made.node], nodes[made.node - 1]
    mistake = Text("A grave mistake: {cost}.") if made.degree == "grave" else Text("A mistake: {cost}.")
    said = mistake.with_values(cost=words.cost(made, counts))
    _comment(node, joined([said, words.better_and_why(report, made)]))
    given = node.annotation or Annotation()
    if given.quality is None:  # what the record's author says stays
        node.annotation = replace(given, quality="bad" if made.degree == "grave" else "doubtful")
    if made.line and all(child.move != made.line[0] for child in before.children):
        _mark(node, made.line[0])
        before.children.append(_variation(made.line, made.by))


def _mark(node: Node, move: str) -> None:
    point = point_of(move)
    if point is not None:
        markup = node.markup = node.markup or Markup()
        marked = markup.marks.setdefault("triangle", [])
        if point not in marked:
            marked.append(point)


def _variation(line: tuple[str, ...], colour: Colour) -> Node:
    """Return a line as nodes below each other."""
    first = node = Node(move=line[0], colour=colour, comment=_LINE)
    for move in line[1:]:
        colour = other(colour)
        node.children = [Node(move=move, colour=colour)]
        node = node.children[0]
    return first


def _take_back(node: Node) -> None:
    """Take a report of before out of a node's comment, and its lines out of the variations."""
    node.comment = "\n\n".join(each for each in node.comment.split("\n\n") if not words.is_reported(each))
    node.children[1:] = [each for each in node.children[1:] if each.comment != _LINE]


def _comment(node: Node, said: str) -> None:
    node.comment = "\n\n".join(filter(None, (node.comment, said)))
