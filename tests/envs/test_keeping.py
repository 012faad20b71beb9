"""Saved games, copies of games, and komi per game: they continue from the moves played."""

import pickle
from typing import Any

import numpy as np
import pytest
from data import cases

from tengen.envs import GLOBALS, LEAVE, Ending, VectorEnv
from tengen.records import TengenError

SEEN = ("observations", "globals", "masks", "to_play", "turns")


def played(env: VectorEnv, steps: int) -> VectorEnv:
    for _ in range(steps):
        env.step(env.sample())
    return env


def seen(env: VectorEnv, games: Any) -> list[Any]:
    return [getattr(env, name)[games].copy() for name in SEEN]


def same(one: list[Any], other: list[Any]) -> bool:
    return all(map(np.array_equal, one, other))


@pytest.mark.parametrize("name", ["aga", "tao", "gengo", "japanese"])
def test_chosen_games_are_saved_and_restored(name: str) -> None:
    """The others go on; restored games continue as before, including superko, in whatever place."""
    env = played(VectorEnv(name, board="5x5", games=6, seed=2), 50)
    saved = pickle.loads(pickle.dumps(env.save([4, 1])))
    before = seen(env, [4, 1])
    moves = [env.game(index).moves for index in (4, 1)]
    one = [seen(played(env, 1), [4, 1]) for _ in range(40)]
    others = seen(env, [0, 2])
    env.restore(saved, [3, 5])
    assert same(seen(env, [3, 5]), before)
    assert same(seen(env, [0, 2]), others)
    assert [env.game(index).moves for index in (3, 5)] == moves
    for expected in one:
        assert same(seen(played(env, 1), [3, 5]), expected)
    with pytest.raises(TengenError, match="another kind or number"):
        env.restore(saved)


@pytest.mark.parametrize(("name", "board"), [("new-zealand", "3x3"), ("tao", "4x4"), ("gengo", "5x5")])
def test_a_copy_is_the_game_replayed(name: str, board: str) -> None:
    """Copies of a game equal its replayed moves, and each continues separately."""
    env = played(VectorEnv(name, board=board, games=8, seed=3), 25)
    env.copy(2, [0, 5, 7])
    env.copy([1, 3], [4, 6])
    for source, target in ((2, 0), (2, 5), (2, 7), (1, 4), (3, 6)):
        assert env.game(target).moves == env.game(source).moves
        assert same(seen(env, target), seen(env, source))
        assert not env.rewards[target].any()
    again = VectorEnv(name, board=board, games=8)
    for turn in range(len(env.game(2).moves)):
        again.step([int(env._memory.moves[2, turn]), *[LEAVE] * 7])
    assert same(seen(again, 0), seen(env, 7))
    for _ in range(30):
        actions = env.sample().copy()
        actions[7] = actions[2] if env.turns[7] == env.turns[2] else LEAVE
        if env.turns[7] != env.turns[2]:
            break
        env.step(actions)
        assert same(seen(env, 7), seen(env, 2))
    assert env.game(0).moves != env.game(5).moves


def test_a_copy_of_a_game_that_is_over_is_over() -> None:
    env = VectorEnv("chinese", board="3x3", games=3, autoreset=False)
    for actions in ([9, 4, 4], [9, LEAVE, LEAVE]):
        env.step(actions)
    env.copy(0, [2])
    assert env.ends.tolist() == [Ending.SCORE, 0, Ending.SCORE]
    assert not env.masks[2].any()
    assert not env.terminated[2]
    env.copy([1], [0])
    assert env.ends[0] == 0
    assert env.step([0, 1, LEAVE]).masks[0].any()


@pytest.mark.parametrize(("source", "targets", "words"), cases("keeping", "copies_that_cannot_be"))
def test_copies_that_cannot_be(source: Any, targets: Any, words: str) -> None:
    env = VectorEnv("chinese", board="3x3", games=4)
    with pytest.raises(TengenError, match=words):
        env.copy(source, targets)


def test_every_game_has_its_komi() -> None:
    """Komi decides the game, is observed, survives resets, and belongs to saved games and copies."""
    env = VectorEnv("chinese", board="3x3", games=4)
    env.set_komi([0.5, 9.5], games=[0, 2])
    env.set_komi(3, games=[3])
    assert env.komi.tolist() == [0.5, 7.5, 9.5, 3]
    assert env.globals[:, GLOBALS.index("komi")].tolist() == [-0.5, -7.5, -9.5, -3]
    for actions in ([4] * 4, [9] * 4, [9] * 4):
        env.step(actions)
    assert env.margins.tolist() == [8.5, 1.5, -0.5, 6]
    assert env.rewards[:, 0].tolist() == [1, 1, -1, 1]
    env.step([4, 4, 4, 0])
    game = env.game(2)
    assert (game.rules.komi, game.moves) == (9.5, env.game(0).moves)
    env.copy(2, [1])
    env.restore(env.save([3]), [0])
    assert env.komi.tolist() == [3, 9.5, 9.5, 3]
    env.reset()
    assert env.komi.tolist() == [3, 9.5, 9.5, 3]


def test_komi_does_not_include_the_bonus_of_a_handicap() -> None:
    env = VectorEnv("chinese", board="5x5", games=2, handicap=3, handicap_kind="free", handicap_bonus="n", komi=0.5)
    env.set_komi(2.5, games=[1])
    assert env.komi.tolist() == [0.5, 2.5]
    assert env.globals[:, 0].tolist() == [-3.5, -5.5]
    assert env.game(1).rules.compensation == 5.5


@pytest.mark.parametrize("komi", ["much", [1, 2, 3], float("nan"), float("inf"), 1e9, True, None])
def test_komi_that_is_none(komi: Any) -> None:
    env = VectorEnv("chinese", board="3x3", games=2)
    with pytest.raises(TengenError, match="komi must be"):
        env.set_komi(komi)
    assert env.komi.tolist() == [7.5, 7.5]
