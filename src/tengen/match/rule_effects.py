"""How often each rule of a game mattered in it: the same moves under rules in which one axis has its default."""

from __future__ import annotations

from typing import NamedTuple

from ..game import Game
from ..records import Colour, TengenError
from ..rules import AXES, Rules, variant
from ..rules.conflicts import idle


class RuleEffect(NamedTuple):
    """What an axis changed in a game: ``turns`` at which other moves were legal, and whether the ``winner`` did."""

    turns: int
    winner: bool


def rule_effects(game: Game) -> dict[str, RuleEffect]:
    """Return the effect of every axis that differs from its default, as far as the rules make sense without it.

    After a move that is illegal under the other rules, which counts as one turn, the two games are no longer compared.

    >>> game = Game("chinese", board="5x5", komi=30.5)
    >>> for move in ("C3", "pass", "pass"):
    ...     _ = game.play(move)
    >>> rule_effects(game)["komi"]
    RuleEffect(turns=0, winner=True)
    """
    values, found = game.rules.to_dict(), {}
    others: dict[str, Game] = {}
    settled = variant(game.variant, fairness="none")  # with the komi that was bid
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
    """Return who has won, or would win as it stands; None also where only the last move decides, and is not made."""
    if game.outcome is not None:
        return game.outcome.winner
    return game.score().winner if game.rules.ends_by_passes else None
