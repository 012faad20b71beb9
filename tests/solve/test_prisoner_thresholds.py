"""Thresholds of prisoners: against plain recursion over games, and against lists in which every number is a state."""

import random
from collections.abc import Hashable, Iterator
from typing import Any

import networkx as nx
import pytest

from benchmarks.surveys.graphs import graphs
from tengen import Game
from tengen.solve.states import prisoner_thresholds
from tengen.solve.states.prisoner_thresholds import BareStates, ThresholdValues
from tengen.solve.states.state_values import StateValues
from tengen.solve.value import Budget, value

_TILE: list[tuple[str, dict[str, Any]]] = [
    ("1x2", {}), ("1x3", {}), ("1x4", {}), ("2x2", {}), ("1x2", {"tile_stack": 2}), ("1x3", {"tile_stack": 2}),
    ("graph:star-4", {}), ("graph:cycle-4", {}), ("graph:complete-4", {}), ("3x1 torus", {}),
]  # fmt: skip


def place(game: Game) -> Hashable:
    """Return everything on which the future of a game of Tile Go depends: a ko shows in the legal moves."""
    position = game.position
    stones, tiles = (tuple(sorted(each.items())) for each in (position.stones, position.tiles))
    held = tuple(sorted(position.prisoners.items()))
    return stones, tiles, held, position.to_play, position.last_incursion, frozenset(game.legal_moves())


def played_out(game: Game, known: dict[Hashable, tuple[bool, int]]) -> tuple[bool, int]:
    """Return whether the side to move wins, and in how many turns, by exhaustive play: Tile Go is finite."""
    if game.outcome is not None:
        return game.outcome.winner == game.to_play, 0
    at = place(game)
    if at not in known:
        ends = []
        for move in game.legal_moves():
            game.play(move)
            ends.append(played_out(game, known))
            game.undo()
        won = [turns for wins, turns in ends if not wins]
        known[at] = (True, 1 + min(won)) if won else (False, 1 + max(turns for _, turns in ends))
    return known[at]


def random_places(game: Game, seed: int, many: int) -> Iterator[Game]:
    """Yield the positions of random games, from the beginning of each to its end."""
    chance = random.Random(seed)
    while many > 0:
        at = game.copy()
        while at.outcome is None and many > 0:
            yield at
            many -= 1
            at.play(chance.choice(list(at.legal_moves())))


def differences(game: Game, most: int, many: int) -> tuple[int, int]:
    """Return how many positions were compared between thresholds and exhaustive play, and how many differ."""
    values = ThresholdValues(BareStates(game, Budget()), most)
    known: dict[Hashable, tuple[bool, int]] = {}
    compared = different = 0
    for at in random_places(game, 7, many):
        wins, turns = played_out(at, known)
        sign = 1.0 if wins else -1.0
        compared += 1
        different += (tuple(values.bracket(at)), values.plies(at)) != ((sign, sign), turns)
    return compared, different


@pytest.mark.parametrize(("board", "axes"), _TILE[:3])
def test_playing_everything_out_finds_the_same(board: str, axes: dict[str, Any]) -> None:
    assert differences(Game("tile", board=board, **axes), 12, 40) == (40, 0)


@pytest.mark.slow
def test_exhaustive_play_agrees_thousands_of_times() -> None:
    """Winners, and the least number of turns, at 4,000 places of ten boards, with the prisoners held there."""
    found = [differences(Game("tile", board=board, **axes), 16, 400) for board, axes in _TILE]
    assert [sum(counts) for counts in zip(*found, strict=True)] == [4_000, 0]


@pytest.mark.slow
@pytest.mark.parametrize("variant", ["tile", "cushion"])
def test_every_small_graph_has_the_values_of_the_list_of_states(variant: str) -> None:
    """Two lists: in one every number of prisoners is a state; brackets at 50 places of each of ten graphs."""
    compared = 0
    for graph6 in graphs(4):
        game = Game(variant, board=f"graph6:{graph6}")
        if game.outcome is not None:
            continue
        ours, listed = ThresholdValues(BareStates(game, Budget()), 12), StateValues(game, 12, Budget())
        for at in random_places(game, 3, 50):
            if max(at.prisoners.values()) <= 4:
                assert ours.bracket(at) == listed.bracket(at), (graph6, at.moves)
                compared += 1
    assert compared > 350


@pytest.mark.parametrize("variant", ["tile", "cushion"])
def test_a_higher_limit_never_widens_a_bracket(variant: str) -> None:
    game = Game(variant, board="2x2")
    states = BareStates(game, Budget())
    brackets = [ThresholdValues(states, limit).bracket(game) for limit in (1, 2, 3, 5, 8)]
    assert [one.low for one in brackets] == sorted(one.low for one in brackets)
    assert [one.high for one in brackets] == sorted((one.high for one in brackets), reverse=True)


def test_a_position_with_prisoners_is_worth_what_is_played_out() -> None:
    """Prisoners in hand at the start count (spec 2.6)."""
    for black in range(2):
        for white in range(2):
            game = Game.setup("tile", ["X.", ".."], to_play="white", prisoners={"black": black, "white": white})
            wins, turns = played_out(game, {})
            found = value(game)
            assert (found.exact, found.plies) == (-1.0 if wins else 1.0, turns)


def test_what_thresholds_do_not_serve_is_left_to_lists() -> None:
    """If own stones may be captured, the stones do not determine the number of prisoners that a move makes."""
    refused: tuple[dict[str, Any], ...] = ({"suicide": "allowed"}, {"tao": "on"})
    for axes in refused:
        assert not prisoner_thresholds.is_served(Game("tile", board="2x2", **axes))
    assert prisoner_thresholds.is_served(Game("cushion", board=nx.path_graph(3)))
