"""Illustrated examples of the rules: a position and a few steps, each with a sentence and what it claims.

``rule_examples.toml`` says them. Playing an example checks every claim, so that no page says what the game does not do.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files
from typing import Any

from ...game import Game
from ...records import Colour, Content, Mark, TengenError
from .positions import DrawnPosition, drawn_position


class FalseClaim(TengenError):
    """An example says what the game does not do."""


@dataclass(frozen=True)
class ExampleStep:
    """One step: a sentence, and a move that is made or something that is shown without one.

    ``takes`` are the stones a move removes and ``tile`` where it lays a tile: both are claimed of every move.
    ``illegal`` is a move that is illegal for exactly these ``reasons``; ``legal`` is one that is not. ``chain`` names a
    stone whose chain is shown to have these ``liberties``; ``footprint`` a stone whose blocked points are shown,
    ``around`` one whose neighbours are, ``joined`` stones of one chain. ``score`` is what the score is now, with the
    ``dead`` stones removed, ``prisoners`` who holds how many, ``ends`` who wins and how.
    """

    text: str
    move: str | None = None
    takes: list[str] = field(default_factory=list)
    tile: str | None = None
    illegal: str | None = None
    reasons: list[str] = field(default_factory=list)
    legal: str | None = None
    chain: str | None = None
    liberties: list[str] = field(default_factory=list)
    footprint: str | None = None
    around: str | None = None
    joined: list[str] = field(default_factory=list)
    score: dict[str, float] | None = None
    dead: list[str] = field(default_factory=list)
    prisoners: dict[str, int] | None = None
    ends: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Example:
    """A position, given by rows or by stones, the steps from it, and the ``pages`` of the variants that show it."""

    name: str
    title: str
    pages: list[str]
    steps: tuple[ExampleStep, ...]
    rows: str = ""
    stones: Mapping[str, Content] = field(default_factory=dict)
    board: str | None = None
    to_play: Colour = "black"
    given: Mapping[str, Any] = field(default_factory=dict)

    def start(self, variant: str) -> Game:
        """Return the game of a variant from the example's position."""
        rows = self.rows.split()
        return Game.setup(variant, rows or self.stones, board=self.board, to_play=self.to_play, **self.given)

    def stored_positions(self, variant: str | None = None) -> tuple[DrawnPosition, ...]:
        """Play the example under a variant (the first that shows it) and return how it stands at each step.

        Raises:
            FalseClaim: something that a step says is not so.
        """
        game = self.start(variant or self.pages[0])
        return tuple(_shown(game, step, f"{self.name}, step {number}") for number, step in enumerate(self.steps))


def _shown(game: Game, step: ExampleStep, where: str) -> DrawnPosition:
    """Make a step's move, check what it says, and return what is shown."""
    gone: list[str] = []
    laid: list[str] = []
    if step.move:
        _hold(not game.why_not(step.move), f"{where}: {step.move} is illegal")
        turn = game.play(step.move)
        gone = sorted(game.board.names(turn.captured + turn.lost))
        laid = [step.move] if turn.tile else []
    _hold(gone == sorted(step.takes), f"{where}: takes {gone}")
    _hold(laid == ([step.tile] if step.tile else []), f"{where}: lays tiles on {laid}")
    for problem in _untrue(game, step):
        _hold(False, f"{where}: {problem}")
    score = game.score(dead=step.dead) if step.score else None
    shown = drawn_position(game)
    return replace(shown, owners=score.owner if score else None, dead=tuple(step.dead), marks=_signs(game, step))


def _hold(claim: bool, problem: str) -> None:
    if not claim:
        raise FalseClaim(problem)


def _untrue(game: Game, step: ExampleStep) -> Iterator[str]:
    """Yield what a step claims of the game as it stands, and is not so."""
    if step.illegal:
        reasons = [str(reason) for reason in game.why_not(step.illegal)]
        if reasons != step.reasons or not reasons:
            yield f"{step.illegal} is illegal for {reasons}"
    if step.legal and game.why_not(step.legal):
        yield f"{step.legal} is illegal"
    if step.chain:
        free = sorted(game.board.names(game.liberties(step.chain)))
        if free != sorted(step.liberties):
            yield f"the liberties of {step.chain} are {free}"
    if step.joined and not set(step.joined) <= {*game.board.names(game.chain(step.joined[0]))}:
        yield f"{step.joined} are not one chain"
    if step.score:
        score = game.score(dead=step.dead)
        if {"black": score.black, "white": score.white} != step.score:
            yield f"the score is {score.black}, {score.white}"
    if step.prisoners and game.prisoners != step.prisoners:
        yield f"the prisoners are {game.prisoners}"
    ended = [] if game.outcome is None else [game.outcome.winner or "nobody", game.outcome.how]
    if ended != step.ends:
        yield f"the game's end is {ended}"


def _signs(game: Game, step: ExampleStep) -> dict[Mark, list[str]]:
    """Return the signs that show what a step says."""
    board, labels = game.board, game.board.labels
    shown = [step.illegal.split()[-1]] if step.illegal and step.illegal.split()[-1] in labels else []
    marks: dict[Mark, list[str]] = {
        "cross": shown,
        "circle": [step.legal] if step.legal in labels else [],
        "triangle": list(step.joined),
        "square": [*board.names(board.footprint[board.point(step.footprint)])] if step.footprint else [],
    }
    near = board.names(board.neighbours[board.point(step.around)]) if step.around else ()
    marks["circle"] = [str(each) for each in [*marks["circle"], *near, *(step.liberties if step.chain else [])]]
    return {name: points for name, points in marks.items() if points}


@cache
def examples() -> tuple[Example, ...]:
    """Return every example, in the order in which pages show them."""
    data = tomllib.loads((files(__package__) / "rule_examples.toml").read_text("utf-8"))
    return tuple(
        Example(**{**each, "steps": tuple(ExampleStep(**step) for step in each["steps"])}) for each in data["examples"]
    )


def examples_of(variant: str) -> tuple[Example, ...]:
    """Return the examples on a variant's page."""
    return tuple(each for each in examples() if variant in each.pages)
