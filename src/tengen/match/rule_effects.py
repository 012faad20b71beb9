"""The effect of each rule on a game: its moves replayed with one axis at its default."""

from __future__ import annotations

from typing import NamedTuple

from ..game import Game
from ..records import Colour, TengenError
from ..rules import AXES, Rules, variant
from ..rules.conflicts import idle


class RuleEffect(NamedTuple):
    """The effect of an axis on a game: ``turns`` with other legal moves, and whether the ``winner`` changed."""

    turns: int
    winner: bool


def rule_effects(game: Game) -> dict[str, RuleEffect]:
    """Return the effect of every axis that differs from its default, if the rules make sense without it.

    After a move that is illegal under the other rules, which counts as one turn, the comparison stops.

    >>> game = Game("chinese", board="5x5", komi=30.5)
    >>> for move in ("C3", "pass", "pass"):
    ...     _ = game.play(move)
    >>> rule_effects(game)["komi"]
    RuleEffect(turns=0, winner=True)
    """
    values, found = game.rules.to_dict(), {}
    others: dict[str, Game] = {}
    settled = variant(game.variant, fairness="none")  # with the komi bid
    for axis in game.rules.differences(Rules()):
        if not idle(axis, values) and (game.rules.handicap or not axis.startswith("handicap")):
            try:
                chosen = variant(settled, **{axis: AXES[axis].default})
                others[axis] = Game.from_position(chosen, game.board, game.start)
            except TengenError:
                continue
    mine, turns = Game.from_position(settled, game.board, game.start), dict.fromkeys(others, 0)
    ended = dict[str, bool]()
    for move in game.moves:
        legal = set(mine.legal_moves())
        for axis in others.keys() - ended.keys():
            turns[axis] += legal != set(others[axis].legal_moves())
            try:
                others[axis].play(move)
            except TengenError:
                ended[axis] = True
        mine.play(move)
    for axis, other in others.items():
        found[axis] = RuleEffect(turns[axis], axis not in ended and _winner(other) != _winner(game))
    return found


def _winner(game: Game) -> Colour | None:
    """Return the winner or current leader; None also before the end of a game won by the last move."""
    if game.outcome is not None:
        return game.outcome.winner
    return game.score().winner if game.rules.ends_by_passes else None
