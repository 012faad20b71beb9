"""What a network says: the same of the same position, however it lies, whoever's it is and whatever is asked beside."""

from __future__ import annotations

import numpy as np
import pytest
from network_seen import drawn, group_of, middle, stirred
from numpy.typing import NDArray

from tengen.game import Game
from tengen.network.evaluator import Evaluator, Opinion
from tengen.network.inputs import Observation
from tengen.network.sizes import Sizes
from tengen.records import Move, Place, Tao

SMALL = Sizes(width=16, blocks=3, heads=8, rules=16)


@pytest.fixture(scope="module")
def evaluator() -> Evaluator:
    return Evaluator(stirred(SMALL))


def opinion_of(evaluator: Evaluator, *games: Game) -> Opinion:
    return evaluator.evaluate([group_of(games)])[0]


def turned(game: Game, moved: tuple[int, ...]) -> Game:
    """Return the same game on a board whose points have been moved by a symmetry."""
    other = Game(game.variant, board=game.board)
    for move in game.moves:
        other.play(_turned(move, moved))
    return other


def _turned(move: Move, moved: tuple[int, ...]) -> Move:
    return type(move)(moved[move.point]) if isinstance(move, Place | Tao) else move


def actions_turned(policy: NDArray[np.float32], moved: tuple[int, ...]) -> NDArray[np.float32]:
    """Return a policy (2n + 2) on points moved by a symmetry."""
    n, found = len(moved), policy.copy()
    for p, q in enumerate(moved):
        found[[q, n + q]] = policy[[p, n + p]]
    return found


@pytest.mark.parametrize(
    ("kind", "board"),
    [
        ("chinese", "5x5"), ("tile", "4x6 torus"), ("cushion", "4x4 torus"), ("tao", "6x5 cylinder"),
        ("chinese", "5x3 mobius"), ("japanese", "honeycomb 2x2"), ("chinese", "graph:petersen"), ("gengo", "9x9"),
        ("tile", "triangular 4x4"), ("chinese", "5x5 klein"),
    ],
)  # fmt: skip
def test_symmetric_positions_get_symmetric_answers(kind: str, board: str, evaluator: Evaluator) -> None:
    game = middle(kind, board, turns=9)
    here = opinion_of(evaluator, game)
    assert np.ptp(here.policy[here.policy > 0]) > 1e-3
    for moved in game.board.symmetries():
        there = opinion_of(evaluator, turned(game, moved))
        assert there.policy[0] == pytest.approx(actions_turned(here.policy[0], moved), abs=1e-5)
        assert there.ownership[0, list(moved)] == pytest.approx(here.ownership[0], abs=1e-5)
        assert [there.value[0], there.left[0]] == pytest.approx([here.value[0], here.left[0]], rel=1e-4, abs=1e-5)
        assert there.margin[0] == pytest.approx(here.margin[0], abs=1e-3)


def test_colours_swapped_get_the_same_answers(evaluator: Evaluator) -> None:
    black = Game.setup("tao", ["XXO..", "..OX.", "T.O..", "XO.X.", "....."], to_play="black", komi=0)
    white = Game.setup("tao", ["OOX..", "..XO.", "T.X..", "OX.O.", "....."], to_play="white", komi=0)
    for one, other in zip(opinion_of(evaluator, black), opinion_of(evaluator, white), strict=True):
        assert np.array_equal(one, other)


def test_no_opinion_depends_on_what_is_asked_beside(evaluator: Evaluator) -> None:
    kinds = [("chinese", "9x9"), ("tao", "5x5"), ("gengo", "7x7"), ("tile", "5x5 torus"), ("chinese", "graph:petersen")]
    groups = [group_of([middle(kind, board, seed) for seed in range(3)]) for kind, board in kinds]
    graph, seen, legal = groups[0]
    points, numbers, beside, actions = (np.concatenate([part] * 20) for part in (*seen, legal))
    together = evaluator.evaluate([*groups, (graph, Observation(points, numbers, beside), actions), *groups[::-1]])
    for place, group in enumerate(groups):
        alone = evaluator.evaluate([group])[0]
        for one, other in zip(alone, together[place], strict=True):
            assert one == pytest.approx(other, abs=1e-4)
        for one, other in zip(alone, together[-1 - place], strict=True):
            assert one == pytest.approx(other, abs=1e-4)
    for one, other in zip(together[0], together[len(groups)], strict=True):
        assert np.concatenate([one] * 20) == pytest.approx(other, abs=1e-4)


@pytest.mark.parametrize("seed", range(20))
def test_only_legal_actions_are_given_any_chance(seed: int, evaluator: Evaluator) -> None:
    graph, seen, legal = group_of([drawn(seed)])
    said = evaluator.evaluate([(graph, seen, legal)])[0]
    assert (said.policy[legal != 1] == 0).all()
    assert said.policy.sum() == pytest.approx(float((legal == 1).any()))
    for part in said:
        assert np.isfinite(part).all()
    assert (np.abs(said.value) <= 1).all()
    assert (np.abs(said.ownership) <= 1).all()
    assert (said.left >= 0).all()


def test_nothing_legal_and_nobody_asking(evaluator: Evaluator) -> None:
    graph, seen, legal = group_of([middle("chinese", "5x5")])
    none = Observation(seen.points[:0], seen.globals[:0], seen.groups[:0])
    opinions = evaluator.evaluate([(graph, seen, np.zeros_like(legal)), (graph, none, legal[:0])])
    assert not opinions[0].policy.any()
    assert opinions[1].policy.shape == (0, 52)
    assert evaluator.evaluate([]) == []
