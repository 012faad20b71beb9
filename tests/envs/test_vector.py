"""The vector environment: every game in it is a `Game`, and the batch as a whole keeps its promises."""

import copy
import pickle
import random
import threading
from collections import Counter
from typing import Any

import numpy as np
import pytest
from agreement import Tally, draw_pair
from data import cases
from env_playing import follow
from example_counts import examples, first
from hypothesis import example, given
from hypothesis import strategies as st

from tengen import boards
from tengen.envs import LEAVE, Ending, Step, VectorEnv
from tengen.envs.core.steps import advance
from tengen.game import Game
from tengen.records import TengenError
from tengen.rules import AXES, Rules, Variant, variants

BOARDS = ("5x5", "4x3 torus", "honeycomb 2x2", "graph:petersen", "4x4 without B2 C3", "2x1")
WIDE = ("5x5", "7x6", "4x3")


@pytest.mark.parametrize("preset", variants(), ids=lambda preset: preset.name)
@given(rng=st.randoms(use_true_random=False), data=st.data())
@examples(3)
def test_every_variant_is_played_as_game_plays_it(preset: Variant, rng: random.Random, data: st.DataObject) -> None:
    board = data.draw(st.sampled_from(WIDE if preset.footprint else BOARDS))
    follow(Game(preset, board=board), rng, data.draw(st.sampled_from((20, 50, 80))))


@given(st.integers(0, 1 << 32))
@example(3209)  # three seats, which the whole state of spec 1.6 does not include
@examples(30)
def test_any_rules_on_any_board_from_any_position(seed: int) -> None:
    rng = random.Random(seed)
    game = draw_pair(rng.choice, Tally(), 16).game
    if game.rules.removes_specially or game.rules.where != "anywhere":  # batches refuse these
        usual = {axis: AXES[axis].default for axis in ("removal", "captured", "least_liberties", "where")}
        game = Game(game.rules.replace(**usual), board=game.board)
    follow(game, rng, rng.choice((10, 40, 80)))


@pytest.mark.slow
def test_any_rules_on_any_board_for_long() -> None:
    ends: Counter[Ending | None] = Counter()
    for seed in range(4_000):
        rng = random.Random(seed)
        ends[follow(draw_pair(rng.choice, Tally(), 25).game, rng, rng.choice((20, 60, 200)))] += 1
    assert set(ends) == {None, *Ending} - {Ending.GOES_ON}


@pytest.mark.parametrize("repetition", first(3, ["natural", "ing", "no-result", "positional", "situational", "formal"]))
@pytest.mark.parametrize("suicide", ["forbidden", "allowed"])
def test_small_boards_repeat_and_are_told_apart(repetition: Any, suicide: Any) -> None:
    """On tiny boards positions recur all the time."""
    for seed, text in enumerate(("2x2", "3x1", "3x2", "graph:cycle-5", "2x2", "3x3")):
        rules = Rules(repetition=repetition, suicide=suicide, passes=3)
        follow(Game(rules, board=text), random.Random(seed), 60)


@pytest.mark.parametrize(
    ("axes", "board"),
    [
        *cases("vector", "axes_that_need_care"),
        ({"tao": "on", "tao_payment": "points", "tao_price": (0, 2)}, "3x3"),
    ],
)
@pytest.mark.parametrize("seeds", first(1, [range(3), range(3, 10)]), ids=str)
def test_axes_that_need_care(axes: dict[str, Any], board: str, seeds: range) -> None:
    for seed in seeds:
        follow(Game(Rules(**axes), board=board), random.Random(seed), 60)


def test_a_handicap_with_nothing_left_to_play_goes_on_with_white() -> None:
    """Spec 0.6: one stone fits on each pair of points."""
    game = Game(Rules(handicap=3, handicap_kind="free"), board="edges:a-b,c-d")
    assert follow(game, random.Random(1), 20) == Ending.SCORE


def test_ends_of_a_batch_are_those_of_its_games() -> None:
    """With automatic resets the reported results are those of the games that were played."""
    env = VectorEnv("tile", board="4x4", games=20, seed=3)
    seen: Counter[Ending] = Counter()
    for _ in range(100):
        actions = env.sample().copy()
        games = [env.game(i) for i in range(20)]
        env.step(actions)
        for i, game in enumerate(games):
            game.play(env.actions.move(int(actions[i])))
            seen[Ending(env.ends[i])] += 1
            assert env.terminated[i] == (game.outcome is not None)
            assert env.turns[i] == (0 if env.ends[i] else len(game.moves))
            if game.outcome is not None:
                assert env.lengths[i] == len(game.moves)
                assert env.rewards[i, 0] == (1 if game.outcome.winner == "black" else -1)
                assert env.masks[i].sum() == 16
    assert seen[Ending.NO_MOVES] + seen[Ending.TOO_LONG] > 20


@pytest.mark.parametrize(("name", "board"), [("chinese", "5x5"), ("gengo", "7x7"), ("cushion", "4x4")])
def test_threads_and_batches_play_the_same_games(name: str, board: str) -> None:
    """A game depends on its seed and its actions, not on threads or other games."""

    def play(threads: int, games: int) -> list[Any]:
        found: list[Any] = []
        with VectorEnv(name, board=board, games=games, threads=threads, seed=7) as env:
            for _ in range(120):
                step = env.step(env.sample())
                found.append([array[:5].copy() for array in (*step, env.ends, env.margins, env.lengths, env.to_play)])
        return found

    one = play(1, 5)
    for threads, games in ((2, 5), (3, 64), (16, 5)):
        for mine, theirs in zip(one, play(threads, games)):
            assert all(np.array_equal(a, b) for a, b in zip(mine, theirs))


def test_arrays_stay_the_same_objects() -> None:
    env = VectorEnv("chinese", board="5x5", games=3)
    first = env.reset(seed=1)
    second = env.step(env.sample())
    assert all(a is b for a, b in zip(first, second))
    assert first.observations is env.observations
    assert first.observations.base is not None


def test_seeds() -> None:
    def drawn(env: VectorEnv) -> list[list[int]]:
        return [env.step(env.sample()) and env._drawn.tolist() for _ in range(20)]

    env = VectorEnv("chinese", board="9x9", games=4, seed=5)
    one = drawn(env)
    assert len({tuple(row[i] for row in one) for i in range(4)}) == 4
    env.reset(seed=5)
    assert drawn(env) == one
    env.reset(seed=6)
    assert drawn(env) != one
    env.reset(seed=[9, 9, 8, 7])
    many = drawn(env)
    assert all(row[0] == row[1] for row in many)
    assert any(row[0] != row[2] for row in many)


def test_some_games_are_reset() -> None:
    env = VectorEnv("chinese", board="5x5", games=4, seed=1)
    for _ in range(3):
        env.step(env.sample())
    before = env.observations.copy()
    env.reset(games=[1, 3])
    assert env.turns.tolist() == [3, 0, 3, 0]
    assert np.array_equal(env.observations[[0, 2]], before[[0, 2]])
    env.reset(games=np.array([True, False, False, False]))
    assert env.turns.tolist() == [0, 0, 3, 0]


def test_games_are_left_alone() -> None:
    env = VectorEnv("chinese", board="3x3", games=3)
    env.step([4, LEAVE, 0])
    assert env.turns.tolist() == [1, 0, 1]
    for _ in range(2):
        env.step([LEAVE, 9, LEAVE])
    assert env.ends.tolist() == [0, Ending.SCORE, 0]
    assert env.step([0, LEAVE, 1]).terminated.tolist() == [False, True, False]
    assert env.turns.tolist() == [2, 0, 2]


def test_a_game_that_is_over_stays_so() -> None:
    """Even if it is saved and restored elsewhere; only a reset restarts it."""
    env = VectorEnv("chinese", board="3x3", games=2, autoreset=False)
    for actions in ([4, 0], [9, LEAVE], [9, LEAVE]):
        env.step(actions)
    assert env.ends.tolist() == [Ending.SCORE, 0]
    env.step([3, 1])
    with pytest.raises(TengenError, match="no action -2"):
        env.step([-2, LEAVE])
    other = VectorEnv("chinese", board="3x3", games=2, autoreset=False)
    other.restore(env.save())
    for each in (env, other):
        assert each.ends.tolist() == [Ending.SCORE, 0]
        assert each.masks.any(axis=1).tolist() == [False, True]
        assert not each.terminated.any()
        assert not each.rewards.any()
        assert np.array_equal(each.observations, env.observations)
        assert each.game(0).outcome is not None
    env.reset(games=[0])
    assert env.ends.tolist() == [0, 0]
    assert env.masks[0].sum() == 10


def test_superko_is_a_choice() -> None:
    assert VectorEnv("chinese", board="5x5", games=1, superko=False).rules.repetition == "ko"
    assert VectorEnv("chinese", board="5x5", games=1).rules.repetition == "positional"
    assert VectorEnv("aga", board="5x5", games=1, superko=True).rules.repetition == "situational"
    assert VectorEnv("japanese", board="5x5", games=1, superko=True).rules.repetition == "positional"
    assert VectorEnv("japanese", board="5x5", games=1, superko=False).rules.repetition == "no-result"
    lean = VectorEnv("chinese", board="9x9", games=1, superko=False).memory_per_game
    assert lean < VectorEnv("chinese", board="9x9", games=1).memory_per_game


def test_an_illegal_action_changes_nothing() -> None:
    env = VectorEnv("chinese", board="3x3", games=2)
    env.step([4, 0])
    before = [array.copy() for array in env._memory]
    for actions, words in (
        ([0, 0], "game 1: action 0, A3, is illegal: occupied"),
        ([10, 1], "game 0: there is no action 10; choose 0 to 9"),
        ([-2, 1], "game 0: there is no action -2"),
        ([1 << 40, 1], "no action"),
        ([1], "2 whole numbers"),
        ([0.5, 1.0], "2 whole numbers"),
    ):
        with pytest.raises(TengenError, match=words):
            env.step(actions)
        assert all(np.array_equal(a, b) for a, b in zip(before, env._memory))


@pytest.mark.parametrize(
    ("options", "words"),
    [
        *cases("vector", "wrong_arguments"),
        ({"games": float("nan")}, "games must be"),
        (
            {"games": 1 << 24, "board": 19, "limit": 100_000},
            r"games on 19 need .* GB, .* ask for at most [\d,]+, for fewer",
        ),
    ],
)
def test_wrong_arguments(options: dict[str, Any], words: str) -> None:
    chosen: dict[str, Any] = {"game": "chinese", "board": "3x3", "games": 2} | options
    with pytest.raises(TengenError, match=words):
        VectorEnv(**chosen)


def test_a_game_that_has_moves_is_no_start() -> None:
    game = Game("chinese", board="3x3")
    game.play("B2")
    with pytest.raises(TengenError, match="without moves"):
        VectorEnv(game)
    with pytest.raises(TengenError, match="already has its board and rules"):
        VectorEnv(Game("chinese", board="3x3"), komi=3)


def test_planes_of_boards_without_rows_are_flat() -> None:
    env = VectorEnv("chinese", board="graph:petersen", games=1)
    assert env.observations.shape == (1, len(env.planes), 10)
    holes = VectorEnv("chinese", board="4x4 without B2", games=1)
    assert holes.observations.shape[2:] == (4, 4)
    assert [plane.name for plane in holes.planes][-1] == "points"
    assert len(boards.parse("4x4 without B2")) == holes.observations[0, -1].sum() == 15


@pytest.mark.parametrize("games", [[2], [-1], [0.5], [[0], [0, 1]], "all", np.array([True])])
def test_games_that_are_none(games: Any) -> None:
    env = VectorEnv("chinese", board="3x3", games=2)
    with pytest.raises(TengenError, match="games must be"):
        env.reset(games=games)
    env.step([4, 4])
    assert env.reset(games=[]).masks.sum() == 18
    assert env.turns.tolist() == [1, 1]


@pytest.mark.parametrize("kind", [np.uint8, np.int8, np.uint64, ">i4"])
def test_actions_of_any_integers(kind: Any) -> None:
    env = VectorEnv("chinese", board="3x3", games=2)
    given = np.array([4, 9], kind)
    given.flags.writeable = False
    assert env.step(given).masks[0].sum() == 9
    with pytest.raises(TengenError, match=r"actions must be|step takes"):
        env.step([[1], [2, 3]])
    with pytest.raises(TengenError, match=f"no action {1 << 40};"):
        env.step([1 << 40, 0])
    with pytest.raises(TengenError, match=r"no action 2\.5"):
        env.actions.move(2.5)  # type: ignore[arg-type]


def test_a_state_of_games_of_another_kind_is_refused() -> None:
    """Arrays of the same shapes: on another board the kernel would follow missing links."""
    env = VectorEnv("chinese", board="4x4", games=2)
    others: list[Any] = [
        VectorEnv("chinese", board="4x4 torus", games=2),
        VectorEnv("chinese", board="4x4", games=2, komi=0.5),
        VectorEnv("aga", board="4x4", games=2),
        VectorEnv(Game.setup("chinese", ["X...", "....", "....", "...."]), games=2),
    ]
    for other in others:
        with pytest.raises(TengenError, match="another kind"):
            env.restore(other.save())
    with pytest.raises(TengenError, match="save"):
        env.restore(None)  # type: ignore[arg-type]
    undone = Game("chinese", board="4x4")
    undone.play("A1")
    undone.undo()
    env.step([3, 4])
    alike = VectorEnv(undone, games=2, threads=2, planes=["history", "side"], autoreset=False)
    alike.restore(env.save())
    assert np.array_equal(alike.masks, env.masks)


def test_what_was_over_begins_anew_where_games_do() -> None:
    env = VectorEnv("chinese", board="3x3", games=2, autoreset=False)
    for actions in ([9, 4], [9, LEAVE]):
        env.step(actions)
    going = VectorEnv("chinese", board="3x3", games=2)
    step = going.restore(env.save())
    assert (going.ends.tolist(), going.turns.tolist()) == ([0, 0], [0, 1])
    assert step.masks.sum(axis=1).tolist() == [10, 9]


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_of_an_environment_plays_on_by_itself(copied: Any) -> None:
    env = VectorEnv("tao", board="4x4", games=40, threads=2, seed=4, history=2, limit=30, autoreset=False)
    while not env.terminated.any():
        env.step(env.sample())
    other = copied(env)
    for name in (*Step._fields, "ends", "margins", "lengths", "to_play", "turns"):
        assert np.array_equal(getattr(other, name), getattr(env, name)), name
    before = env.observations.copy()
    played = other.step(other.sample())
    assert np.array_equal(env.observations, before)
    env.step(env.sample())
    assert np.array_equal(played.observations, env.observations)
    assert other.planes == env.planes


@pytest.mark.parametrize("threads", [1, 2])
def test_a_closed_environment_says_so(threads: int) -> None:
    with VectorEnv("chinese", board="3x3", games=4, threads=threads) as env:
        actions = env.sample()
    env.close()
    for call in (env.sample, env.reset, lambda: env.step(actions), lambda: env.restore(env.save())):
        with pytest.raises(TengenError, match="the environment is closed"):
            call()


@pytest.mark.parametrize("threads", [1, 3])
def test_an_interrupted_step_is_made_in_all_games(threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C is raised in the main thread after its first part; no thread is working by then."""
    env, calm = (VectorEnv("chinese", board="5x5", games=60, threads=count, seed=1) for count in (threads, 1))
    main, pressed = threading.get_ident(), threading.Event()

    def interrupted(*given: Any) -> None:
        if threading.get_ident() != main:
            pressed.wait(9)  # so that a part is left for the main thread
        advance(*given)
        if not pressed.is_set():
            pressed.set()
            raise KeyboardInterrupt

    monkeypatch.setattr(env._stretches[0], "_advance", interrupted)
    for _ in range(30):
        actions = calm.sample().copy()
        assert np.array_equal(env.sample(), actions)
        pressed.set()
        calm.step(actions)
        pressed.clear()
        with pytest.raises(KeyboardInterrupt):
            env.step(actions)
        for mine, theirs in zip((*env._memory, *env._results), (*calm._memory, *calm._results)):
            assert np.array_equal(mine, theirs)


def test_a_swap_is_an_action_and_rewards_belong_to_players() -> None:
    env = VectorEnv(Game("go-with-pie", board="3x3"), games=2, autoreset=False)
    swap = env.actions.number("swap")
    assert (swap, len(env.actions), env.actions.text(swap), env.masks[:, swap].tolist()) == (10, 11, "swap", [0, 0])
    env.step([env.actions.number("B2"), env.actions.number("pass")])
    assert env.masks[:, swap].tolist() == [True, False]
    with pytest.raises(TengenError, match="swap, is illegal: only the opponent may swap sides"):
        env.step([swap, swap])
    env.step([swap, LEAVE])
    assert (env.to_play.tolist(), env.masks[0, swap], env.game(0).seats["black"]) == ([0, 1], False, "second")
    saved = env.save([0])
    for _count in range(2):
        env.step([env.actions.number("pass"), LEAVE])
    assert env.game(0).winner == "second"
    assert (env.rewards[0].tolist(), env.ends[0], env.margins[0]) == ([-1, 1], Ending.SCORE, 9)
    env.reset()
    assert env.to_play.tolist() == [0, 0]
    env.step([env.actions.number("B2")] * 2)
    assert env.to_play.tolist() == [1, 1]
    env.restore(saved, [0])
    assert env.to_play.tolist() == [0, 1]
    env = VectorEnv(Game.setup("go-with-pie", ["..."] * 3, to_play="white", order="B WW", order_turn=1), games=1)
    env.step([env.actions.number("B2")])
    assert not env.masks[0, swap]  # White moves again
    with pytest.raises(TengenError, match="fairness = bid; it serves none, swap"):
        VectorEnv("komi-bidding", board="3x3")
