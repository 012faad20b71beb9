"""Batches of several kinds of games: each plays as in its own batch, and all are reported in one layout."""

import copy
from typing import Any

import numpy as np
import pytest
from data import cases

from tengen.envs import GLOBALS, MixedEnv, VectorEnv
from tengen.game import Game
from tengen.records import Pass, Place, Return, TengenError

KINDS: list[dict[str, Any]] = cases("mixed", "kinds")


def mixed(**options: Any) -> MixedEnv:
    return MixedEnv(KINDS, **{"games": 4, "seed": 3} | options)


def plain(mix: MixedEnv, **options: Any) -> list[VectorEnv]:
    """Return batches, one per kind, with the planes of the mixed batch."""
    names = ("stones", "history", "ko", "tiles", "incursion", "tao", "prisoners", "footprints",
             "passes", "side", "komi", "degree", "rim", "board")  # fmt: skip
    found = []
    for kind in KINDS:
        asked = {"games": 4, "planes": names, **kind, **options}
        found.append(VectorEnv(**asked))
    assert [plane.name for plane in mix.planes] == [plane.name for plane in found[0].planes]
    return found


@pytest.mark.parametrize("autoreset", [True, False])
def test_each_kind_plays_as_in_a_batch_of_its_own(autoreset: bool) -> None:
    mix = mixed(threads=2, autoreset=autoreset)
    envs = plain(mix, autoreset=autoreset)
    for _ in range(70):
        chosen = mix.sample().copy()
        over = mix.ends * (not autoreset) > 0
        for env, actions, kind in zip(envs, mix.actions, range(9)):
            games = np.flatnonzero(mix.kind_ids == kind)
            compare(mix, env, games, actions)
            moves = [None if over[game] else actions.move(chosen[game]) for game in games]
            env.step([0 if move is None else env.actions.number(move) for move in moves])
        mix.step(chosen)


def compare(mix: MixedEnv, env: VectorEnv, games: Any, actions: Any) -> None:
    """Assert that some games of a mixed batch equal those of a plain one, with empty padding."""
    n = len(env.board)
    for mine, theirs in ((mix.observations, env.observations), (mix.final_observations, env.final_observations)):
        flat = theirs.reshape(env.games, len(env.planes), -1)
        assert np.array_equal(mine[games, :, :n], flat)
        assert not mine[games, :, n:].any()
    moves = [env.actions.move(action) for action in range(len(env.actions))]
    numbers = [actions.number(move) for move in moves]
    assert np.array_equal(mix.masks[np.ix_(games, numbers)], env.masks)
    assert mix.masks[games].sum() == env.masks.sum()
    assert np.array_equal(mix.owners[games, :n], env.owners)
    for name in ("globals", "rewards", "terminated", "truncated", "ends", "margins", "lengths", "turns", "to_play"):
        assert np.array_equal(getattr(mix, name)[games], getattr(env, name)), name


def test_one_layout_of_actions_and_boards() -> None:
    mix = mixed()
    assert (mix.room, mix.masks.shape) == (25, (21, 52))
    assert len(mix.boards) == 4
    assert mix.points.sum(axis=1).tolist() == [16, 25, 10, 16]
    assert mix.board_ids.tolist() == [0] * 4 + [1] * 5 + [2] * 4 + [3] * 4 + [0] * 4
    for board, near, under in zip(mix.boards, mix.neighbours, mix.footprints):
        for point in range(mix.room):
            known = point < len(board)
            assert near[point][near[point] < 25].tolist() == (list(board.neighbours[point]) if known else [])
            assert under[point][under[point] < 25].tolist() == (list(board.footprint[point]) if known else [])
    tao, tile = mix.actions_of(0), mix.actions_of(9)
    assert [tao.number(move) for move in (Place(3), Pass, "tao A1")] == [3, 50, 37]
    assert tile.number(Return) == 51
    assert 50 not in tile
    with pytest.raises(TengenError, match="game 0: action 20 is not a move"):
        mix.step([20, *[-1] * 20])
    with pytest.raises(TengenError, match="game 9: action 50 is not a move"):
        mix.step([*[0] * 9, 50, *[-1] * 11])


def test_komi_saved_games_and_copies() -> None:
    mix = mixed()
    mix.set_komi(np.arange(21) / 2)
    assert mix.komi.tolist() == (np.arange(21) / 2).tolist()
    assert mix.globals[:, GLOBALS.index("komi")].tolist() == (-np.arange(21) / 2).tolist()
    for _ in range(9):
        mix.step(mix.sample())
    saved, seen = mix.save([20, 6, 1]), mix.observations[[20, 6, 1]].copy()
    for _ in range(9):
        mix.step(mix.sample())
    mix.copy(0, [2, 3])
    assert mix.game(3).moves == mix.game(0).moves
    mix.restore(saved, [0, 17, 8])
    assert np.array_equal(mix.observations[[17, 8, 0]], seen)
    assert mix.komi[[0, 8, 17]].tolist() == [0.5, 3, 10]
    other = copy.deepcopy(mix)
    assert np.array_equal(other.sample(), mix.sample())
    assert np.array_equal(other.step(other._drawn).observations, mix.step(mix._drawn).observations)
    assert mix.position(5) == other.position(5)
    with pytest.raises(TengenError, match="own kind"):
        mix.copy(0, [4])
    with pytest.raises(TengenError, match="another kind or number"):
        mix.restore(saved)
    with pytest.raises(TengenError, match="save"):
        mix.restore(VectorEnv("tao", board="4x4", games=4).save())  # type: ignore[arg-type]


@pytest.mark.parametrize(("kinds", "words"), cases("mixed", "kinds_that_are_none"))
def test_kinds_that_are_none(kinds: Any, words: str) -> None:
    with pytest.raises(TengenError, match=words):
        MixedEnv(kinds, games=2)


def test_a_game_is_a_kind() -> None:
    start = Game.setup("chinese", ["X..", "...", "..."], to_play="white")
    mix = MixedEnv([start, {"game": start, "games": 1}], games=2)
    assert mix.observations[:, 1, 0].tolist() == [1, 1, 1]
    mix.step([4, 5, 6])
    assert mix.game(2).moves == (Place(6),)
