"""Whole boards of games (`whole_board`): the supported questions, the moves that prove them, and lines of play."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, NamedTuple

from tengen.game import Game
from tengen.records import Colour, Move, Pass
from tengen.solve import ordinary
from tengen.solve.budget import Budget, PositionNotServed
from tengen.solve.proofs import bounds
from tengen.solve.proofs.bounds import nodes_of
from tengen.solve.proofs.proof_tree import PASS
from tengen.solve.proofs.prover import ProofNode
from tengen.solve.route import continuations

from .distance import MOST_POINTS, is_fit
from .job_tree import Key
from .proof_numbers import NumberProver
from .shared import SharedQuestion

_AGAIN: Final = 1 << 25
"""The maximum number of positions searched for the end of a line."""


def question_of(game: Game, side: Colour, megabytes: int = 256) -> SharedQuestion:
    """Return the question whether a side gets the whole board in a game's position, or raise the reason against it."""
    refused = bounds.refusal(game)
    if refused is not None:
        raise refused
    if game.rules.suicide == "allowed":
        raise PositionNotServed("a proof of the whole board by proof numbers needs rules without suicide")
    if not is_fit(game.board, game.rules.passes):
        raise PositionNotServed(
            f"{game.board.text} has more than {MOST_POINTS} points, or one with a single neighbour; "
            "proof numbers need distances, which are not measured there"
        )
    return SharedQuestion(game.board, _node(game, side), passes=game.rules.passes, megabytes=megabytes)


def proving_moves(game: Game, side: Colour, question: SharedQuestion) -> tuple[str, ...]:
    """Return the moves known to prove that the side to move in a game gets the whole board."""
    if game.to_play != side:
        return ()
    known = [move for move, _, _ in _proved_moves(game, side, question)]
    is_its_already = question.tree.is_proved and not question.tree.is_inner(question.tree.root)
    passed = game.copy()
    passed.play(Pass)
    whose = {1 if side == "black" else -1}
    wins_by_a_pass = passed.outcome is not None and {*memoryview(passed.score("area").sides).cast("b")} == whose
    if (is_its_already and not known) or wins_by_a_pass:
        known.append(Pass)
    return tuple(map(game.write_move, known))


class ProvedLine(NamedTuple):
    """A line of play, and whether it goes on until the side certainly has the whole board."""

    moves: tuple[str, ...]
    is_whole: bool


def line_of(game: Game, side: Colour, question: SharedQuestion) -> tuple[str, ...]:
    """Return a line of play as far as the tree of jobs goes, if it is proved that a side gets the whole board.

    That side makes the moves whose proofs took the fewest positions, the other those whose refutations took the most.
    """
    return _in_tree(game, side, question)[0]


def whole_line(game: Game, side: Colour, question: SharedQuestion, budget: Budget) -> ProvedLine:
    """Return a line of play to its end: after that of `line_of`, a job's proof is searched again.

    It stops at the tree's end if that takes more than 34 million positions, or the line of the proof is lost.
    """
    line, at, node = _in_tree(game, side, question)
    if node is None:
        return ProvedLine(line, False)
    prover = NumberProver(game.board, passes=game.rules.passes, budget=budget)
    points = prover.line(node) if prover.search(node, _AGAIN) else ()
    rest = tuple(ordinary.written(at, None if point == PASS else point) for point in points)
    return ProvedLine((*line, *rest), bool(rest))


def _in_tree(game: Game, side: Colour, question: SharedQuestion) -> tuple[tuple[str, ...], Game, ProofNode | None]:
    """Return a line as far as the tree goes, the game after it, and the node there; None without a proof."""
    line, at, node, seen = list[str](), game.copy(), _known_as(question, _node(game, side)), set[Key]()
    while node is not None and question.tree.is_inner(key := question.key(node)) and key not in seen:
        seen.add(key)
        moves = _proved_moves(at, side, question)
        if not moves:
            break
        choose = min if at.to_play == side else max
        move, after, node = choose(moves, key=lambda each: question.tree.cost(question.key(each[2])))
        line.append(at.write_move(move))
        at = after
    return tuple(line), at, node


def _proved_moves(game: Game, side: Colour, question: SharedQuestion) -> list[tuple[Move, Game, ProofNode]]:
    """Return the moves to nodes that the tree has proved, with the games after them and the nodes."""
    going_on = [(move, after) for move, after in continuations(game) if after.outcome is None]
    known = [(move, after, _known_as(question, _node(after, side))) for move, after in going_on]
    return [(move, after, node) for move, after, node in known if node is not None]


def _known_as(question: SharedQuestion, node: ProofNode) -> ProofNode | None:
    """Return the form of a node in which the tree has proved it: without passes if the prover is to move."""
    forms = [node] if node.turn else [node, replace(node, passes=0)]
    return next((form for form in forms if question.tree.has_proved(question.key(form))), None)


def _node(game: Game, side: Colour) -> ProofNode:
    return nodes_of(game)[0 if side == "black" else 1]
