"""Tests of the GPU's games in Numba's simulator: test_gpu.py runs them in a process with it."""

import gc
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import gpu_games
import gpu_simulated
import numpy as np
import pytest
from gpu_games import KINDS, assert_same
from invented import NEW, AddRule, add_value

from tengen import TengenError
from tengen.envs import VectorEnv
from tengen.gpu import available, exchange, games, target
from tengen.gpu.exchange import DeviceArray
from tengen.gpu.games import GpuGames
from tengen.kernel import playouts
from tengen.records import UnservedRules
from tengen.rules import REPETITIONS

pytestmark = pytest.mark.filterwarnings("ignore:overflow encountered:RuntimeWarning")  # random numbers wrap


@pytest.fixture(autouse=True, scope="module")
def _dressed() -> None:
    gpu_simulated.dress_kernels()


def pair(games: int = 3, **kind: Any) -> tuple[VectorEnv, GpuGames]:
    return gpu_games.pair(games, 2, **kind)


def test_this_is_the_simulator() -> None:
    assert target.SIMULATED
    assert available()


def test_the_examples_of_the_reference() -> None:
    gpu_games.check_examples()


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_games_are_those_of_the_cpu_turn_by_turn(kind: dict[str, Any]) -> None:
    cpu, gpu = pair(seed=5, **kind)
    assert_same(cpu, gpu)
    for _ in range(16):
        actions = cpu.sample().copy()
        drawn = gpu.sample()
        assert np.array_equal(drawn.to_host(), actions)
        cpu.step(actions)
        gpu.step(drawn)
        assert_same(cpu, gpu)


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_playouts_are_those_of_the_cpu(kind: dict[str, Any]) -> None:
    gpu = GpuGames(games=3, block=1, **{key: value for key, value in kind.items() if key not in ("limit", "autoreset")})
    found = gpu.playout(seed=11).to_host()
    expected = playouts(gpu.board, gpu.rules, games=3, seed=11)
    assert found.moves.tolist() == expected.moves.tolist()
    assert found.scores.tolist() == expected.scores.tolist()
    assert found.winners.tolist() == expected.winners.tolist()


def test_invented_rules_are_obeyed_or_refused(add_rule: AddRule, monkeypatch: pytest.MonkeyPatch) -> None:
    """A superko by another name is a superko; a rule without a code is refused before anything is made."""
    add_rule(replace(REPETITIONS["situational"], name="twin"))
    told = []
    for name in ("situational", "twin"):
        gpu = GpuGames("new-zealand", board="2x2", games=3, block=2, seed=5, repetition=name)  # type: ignore[arg-type]
        for _ in range(16):
            gpu.step(gpu.sample())
        told.append(gpu.save().arrays)
    assert all(np.array_equal(one, other) for one, other in zip(*told))
    for row in NEW:
        add_rule(row)
        with pytest.raises(
            UnservedRules, match=f"a batch of games does not serve repetition = {row.name}; it serves ko"
        ):
            GpuGames("chinese", board="2x2", games=3, block=2, repetition=row.name)  # type: ignore[arg-type]
    add_value(monkeypatch, "tiles", "odd")
    with pytest.raises(UnservedRules, match="does not serve tiles = odd"):
        GpuGames("chinese", board="2x2", games=3, block=2, tiles="odd")  # type: ignore[arg-type]


def test_more_playouts_than_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "_MOST_LANES", 2)
    monkeypatch.setattr(games, "_SLICE", 2)
    gpu = GpuGames("chinese", board="2x2", games=3, block=1)
    told: list[int] = []
    found = gpu.playout(seed=-4, games=9, progress=told.append).to_host()
    expected = playouts(gpu.board, gpu.rules, games=9, seed=-4)
    assert found.moves.tolist() == expected.moves.tolist()
    assert told == [4, 4, 1]


def test_more_games_than_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "_MOST_LANES", 2)
    monkeypatch.setattr(games, "_CHUNK", 1000)  # so that memory is cleared in pieces
    cpu, gpu = pair(games=5, game="tile", board="3x3", seed=2)
    for _ in range(8):
        cpu.step(cpu.sample())
        gpu.step(gpu.sample(), trusted=True)
    assert_same(cpu, gpu)


def test_games_of_other_numbers_have_their_own_number_of_threads() -> None:
    several = [pair(games=number, game="chinese", board="2x2", seed=1) for number in (5, 1)]
    for _ in range(3):
        for cpu, gpu in several:
            cpu.step(cpu.sample())
            gpu.step(gpu.sample())
            assert_same(cpu, gpu)


def test_an_illegal_action_is_refused_and_nothing_has_moved() -> None:
    gpu = GpuGames("chinese", board="3x3", games=3, block=1)
    gpu.step([0, 4, 9])
    before = gpu.save()
    with pytest.raises(TengenError, match="game 1: action 4, B2, is illegal: occupied"):
        gpu.step([1, 4, 0])
    with pytest.raises(TengenError, match="game 2: there is no action 77; choose 0 to 9"):
        gpu.step(np.array([1, 1, 77]))
    with pytest.raises(TengenError, match="game 0: there is no action -2"):
        gpu.step([-2, 1, 1])
    for mine, theirs in zip(gpu.save().arrays, before.arrays):
        assert np.array_equal(mine, theirs)
    gpu.step([1, 0, -1])
    assert [len(gpu.game(index).moves) for index in range(3)] == [2, 2, 1]


def test_a_trusted_step_ignores_illegal_actions() -> None:
    gpu = GpuGames("chinese", board="3x3", games=3, block=1)
    gpu.step([0, 4, 9])
    gpu.step([1, 4, -3], trusted=True)
    assert [len(gpu.game(index).moves) for index in range(3)] == [2, 1, 1]
    gpu.step([2, 0, 0])
    assert [len(gpu.game(index).moves) for index in range(3)] == [3, 2, 2]


@pytest.mark.parametrize("actions", [[1, 2], [1.0, 2.0, 3.0], [[1, 2, 3]], np.ones(3, np.uint64)])
def test_actions_of_the_wrong_kind(actions: Any) -> None:
    gpu = GpuGames("chinese", board="2x2", games=3, block=1)
    with pytest.raises(TengenError, match="step takes 3 whole numbers, one for each game, not"):
        gpu.step(actions)


def test_actions_of_any_integers_on_the_device() -> None:
    for kind in (np.uint8, np.int16, np.int64):
        gpu = GpuGames("chinese", board="2x2", games=2, block=1)
        gpu.step(DeviceArray(target.cuda.to_device(np.array([3, 1], kind))))
        assert [str(gpu.game(index).moves[0]) for index in range(2)] == [
            str(gpu.actions.move(3)), str(gpu.actions.move(1)),
        ]  # fmt: skip


def test_games_go_on_from_the_cpu_to_the_gpu_and_back() -> None:
    cpu, gpu = pair(game="cushion", board="3x3", superko=True, seed=1)
    for _ in range(5):
        cpu.step(cpu.sample())
    gpu.restore(cpu.save())
    gpu.step(gpu.sample())
    cpu.restore(gpu.save())
    gpu.restore(gpu.save())
    assert_same(cpu, gpu)
    with pytest.raises(TengenError, match="saved from games of another kind or number"):
        gpu.restore(VectorEnv("cushion", board="3x3", games=2).save())
    with pytest.raises(TengenError, match="saved from games of another kind or number"):
        gpu.restore(VectorEnv("cushion", board="3x3 torus", games=3, superko=True).save())


def test_what_was_over_begins_anew_where_games_do() -> None:
    cpu = VectorEnv("chinese", board="2x2", games=2, autoreset=False)
    for _ in range(2):
        cpu.step([4, -1])
    gpu = GpuGames("chinese", board="2x2", games=2, block=1)
    gpu.restore(cpu.save())
    assert gpu.to_host().masks.sum(axis=1).tolist() == [5, 5]
    assert gpu.ends.to_host().tolist() == [0, 0]


def test_resets_of_some_games_and_seeds() -> None:
    cpu, gpu = pair(game="chinese", board="3x3", seed=1)
    cpu.step([0, 1, 2])
    gpu.step([0, 1, 2])
    cpu.reset([8, 9], games=[0, 2])
    gpu.reset([8, 9], games=[0, 2])
    assert_same(cpu, gpu)
    assert [len(gpu.game(index).moves) for index in range(3)] == [0, 1, 0]
    with pytest.raises(TengenError, match="games must be indices"):
        gpu.reset(games=[3])


def test_arrays_are_lent_by_dlpack_without_a_copy() -> None:
    gpu = GpuGames("chinese", board="3x2", games=2, block=1)
    names = ("observations", "masks", "rewards", "terminated", "ends", "margins", "lengths", "to_play")
    for array in (getattr(gpu, name) for name in names):
        lent = np.from_dlpack(array)
        assert (lent.shape, lent.dtype) == (array.shape, array.dtype)
        assert np.array_equal(lent, array.to_host())
    masks = np.from_dlpack(gpu.masks)
    gpu.step([0, 1])
    assert masks[:, :2].tolist() == [[False, True], [True, False]]
    assert np.asarray(gpu.masks).tolist() == masks.tolist()
    assert gpu.masks.nbytes == masks.nbytes
    assert len(gpu.masks) == 2


def test_what_is_lent_is_kept_until_it_is_given_back() -> None:
    gc.collect()
    before = len(exchange._lent)
    array = GpuGames("chinese", board="2x2", games=2, block=1).masks
    lent, capsule = np.from_dlpack(array), array.__dlpack__()
    del array
    gc.collect()
    assert len(exchange._lent) == before + 2
    assert lent.all()
    del lent, capsule
    gc.collect()
    assert len(exchange._lent) == before


def test_dlpack_refuses_copies_and_other_devices() -> None:
    masks = GpuGames("chinese", board="2x2", games=2, block=1).masks
    for asked in ({"copy": True}, {"dl_device": (2, 0)}):
        with pytest.raises(BufferError, match="lent where it lies"):
            masks.__dlpack__(**asked)
    with pytest.raises(ValueError, match="as a copy only"):
        np.asarray(masks, copy=False)
    assert not hasattr(masks, "__cuda_array_interface__")  # no device memory here


def test_the_memory_of_games_is_told_and_too_much_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    gpu = GpuGames("chinese", board="3x3", games=2, superko=False)
    cpu = VectorEnv("chinese", board="3x3", games=2, superko=False)
    assert cpu.memory_per_game < gpu.memory_per_game < 4 * cpu.memory_per_game
    context = type("Context", (), {"get_memory_info": lambda self: (100 * gpu.memory_per_game, 0)})()
    monkeypatch.setattr(target.cuda, "current_context", lambda: context)
    GpuGames("chinese", board="3x3", games=100, superko=False)
    with pytest.raises(TengenError, match=r"101 games on 3 need 0.\d MB, .* ask for at most 100, for fewer planes"):
        GpuGames("chinese", board="3x3", games=101, superko=False)


@pytest.mark.parametrize(
    ("argument", "range_"), [({"games": 0}, "1 to 16,777,216"), ({"block": 257}, "1 to 256"), ({"limit": 0}, "1 to")]
)
def test_arguments_out_of_range(argument: dict[str, Any], range_: str) -> None:
    with pytest.raises(TengenError, match=f"{next(iter(argument))} must be a whole number from {range_}"):
        GpuGames("chinese", board="2x2", **argument)


def test_the_page_runs_as_written(capsys: pytest.CaptureFixture[str]) -> None:
    page = (Path(__file__).parents[2] / "docs" / "how" / "gpu.md").read_text(encoding="utf-8")
    code = re.search("```python\n(.*?)```", page, re.DOTALL)
    assert code is not None
    smaller = code[1].replace("9x9", "2x2").replace("4096", "2").replace("range(100)", "range(3)")
    exec(compile(smaller, "docs/how/gpu.md", "exec"), {})
    longest, memory, _mean = capsys.readouterr().out.split()
    assert (int(longest), int(memory) > 1000) == (0, True)
