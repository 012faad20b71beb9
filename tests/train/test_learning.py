"""Learning: losses fall, a kill changes nothing, and examples say what happened in the game."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tengen.players.actions import move_of
from tengen.records import TengenError
from tengen.train.curriculum import Kind
from tengen.train.episode_folder import EpisodeFolder
from tengen.train.episodes import PACES, Episode, Thought

torch = pytest.importorskip("torch")

from tengen.network.sizes import Sizes  # noqa: E402
from tengen.network.weights import save  # noqa: E402
from tengen.train.checkpoints import checkpoints, read_checkpoint, write_checkpoint  # noqa: E402
from tengen.train.distillation import Course, Distillation, append_line  # noqa: E402
from tengen.train.examples import examples_of, legal_actions  # noqa: E402
from tengen.train.learning import LOSSES, Learner, LearningOptions  # noqa: E402
from tengen.train.window import Replay  # noqa: E402

TINY = LearningOptions(Sizes(width=8, blocks=1, heads=4, rules=4), steps=40, boards=2, size=8, warmup=2, rate=5e-3)


def played(number: int, kind: Kind) -> Episode:
    """Return a game of random moves, each with a thought that prefers it."""
    chance, game = random.Random(number), kind.start(0.5 if kind.has_komi else None)
    n, actions, thoughts = len(game.board), list[int](), list[Thought | None]()
    while game.outcome is None and len(actions) < 4 * n:
        legal = np.flatnonzero(legal_actions(game) == 1).tolist()
        action = chance.choice([action for action in legal if action != 2 * n] or legal)
        thoughts.append(Thought(0.5, 0.0, {action: 150, legal[0]: 50} if action != legal[0] else {action: 200}))
        actions.append(action)
        game.push(move_of(action, n))
    sides = np.frombuffer(game.score("area").sides, np.int8).tolist()
    outcome = game.outcome
    return Episode(
        number=number,
        game=kind.variant.name,
        axes={"komi": game.rules.komi},
        board=kind.board,
        actions=tuple(actions),
        paces=tuple(PACES[0] for _ in actions),
        thoughts=tuple(thoughts),
        ended="cut" if outcome is None else outcome.how,
        winner=None if outcome is None else {"black": 1, "white": -1, None: 0}[outcome.winner],
        margin=None if outcome is None else outcome.margin,
        owners=tuple(sides),
        seed=0,
        level="random",
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder of games on two boards."""
    path: Path = tmp_path_factory.mktemp("games")
    with EpisodeFolder(path) as kept:
        for number in range(1, 25):
            kept.add(played(number, (Kind("chinese", "3x3"), Kind("tile", "graph:cube"))[number % 2]))
    return path


def test_examples_say_what_happened(folder: Path) -> None:
    episode = played(3, Kind("tile", "graph:cube"))
    made = examples_of(episode)
    assert made is not None
    _, examples = made
    count = len(episode.actions)
    assert len(examples.left) == count
    assert np.allclose(np.expm1(examples.left), np.arange(count, 0, -1), atol=1e-3)
    assert (examples.policy.argmax(axis=1) == episode.actions).all()
    assert np.allclose(examples.policy.sum(axis=1), 1, atol=1e-2)
    assert (examples.legal[np.arange(count), list(episode.actions)] == 1).all()
    assert episode.winner is not None
    wins = examples.result[:, 0] > examples.result[:, 2]
    assert (wins == [episode.winner == (1 if at % 2 == 0 else -1) for at in range(count)]).all()
    assert (examples.owners[0] == episode.owners).all()
    assert (examples.owners[1] == -np.array(episode.owners)).all()


def test_losses_fall_and_the_same_seed_learns_the_same(folder: Path) -> None:
    replay = Replay([folder])
    replay.read()
    window, tests = replay.window, replay.tests
    assert (len(window.kinds), len(tests.kinds)) == (2, 1)
    one, two = Learner(TINY), Learner(TINY)
    found = [one.learn(window) for _ in range(TINY.steps)]
    again = [two.learn(window) for _ in range(3)]
    assert found[:3] == again
    first, last = np.mean(found[:5], axis=0), np.mean(found[-5:], axis=0)
    assert (last < first)[[LOSSES.index(name) for name in ("result", "margin", "left")]].all()
    assert len(one.test(tests)) == len(LOSSES)


def test_a_window_keeps_the_latest(folder: Path) -> None:
    replay = Replay([folder], kept=20)
    replay.read()
    for board, examples in replay.window.draw(np.random.default_rng(1), 5, 300):
        assert len(examples.left) == 300
        assert examples.points.shape[1] == len(board)
    assert set(replay.window.kinds.values()) == {20}


KILLED = """
import os, signal, sys
sys.path.insert(0, sys.argv[1])
from pathlib import Path
from test_learning import long_course
from tengen.train.distillation import Distillation
for progress in Distillation(long_course(Path(sys.argv[2]), Path(sys.argv[3]))).run():
    if progress.step == 7:
        os.kill(os.getpid(), signal.SIGKILL)
"""


def long_course(folder: Path, out: Path) -> Course:
    torch.set_num_threads(1)
    options = replace(TINY, steps=12)
    return Course((folder,), out, options, refresh=5, telling=1, saving=4)


def test_after_kill_9_learning_goes_on_as_if_nothing_had_been(folder: Path, tmp_path: Path) -> None:
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    command = [sys.executable, "-c", KILLED, str(Path(__file__).parent), str(folder), str(killed)]
    assert subprocess.run(command, check=False).returncode == -9
    (killed / ".half.pt").write_bytes(b"torn")
    assert [path.name for path in checkpoints(killed)] == ["step-000000004.pt"]
    for out in (whole, killed):
        list(Distillation(long_course(folder, out)).run())
    one, two = read_checkpoint(whole), read_checkpoint(killed)
    assert one["step"] == two["step"] == 12
    for part in ("model", "average"):
        assert all(torch.equal(one[part][name], two[part][name]) for name in one[part])
    steps = [json.loads(line)["step"] for line in (killed / "log.jsonl").read_text("utf-8").splitlines()]
    assert steps == [1, 2, 3, 4, 5, 6, 7, 5, 6, 7, 8, 9, 10, 11, 12]
    assert (killed / "curves.svg").read_text("utf-8").startswith("<svg")


def test_a_torn_line_of_the_log_makes_room(tmp_path: Path) -> None:
    (tmp_path / "log.jsonl").write_text('{"step": 1}\n{"st', "utf-8")
    append_line(tmp_path / "log.jsonl", {"step": 2})
    assert (tmp_path / "log.jsonl").read_text("utf-8") == '{"step": 1}\n{"step": 2}\n'


def test_learning_begins_with_weights_that_are_given_and_with_no_others(folder: Path, tmp_path: Path) -> None:
    before = Learner(replace(TINY, seed=9))
    save(before.weights({}), tmp_path / "before.npz")
    course = Course((folder,), tmp_path / "out", TINY, weights=tmp_path / "before.npz")
    run = Distillation(course)
    assert all(
        torch.allclose(one, two, atol=2e-3)  # a file has two bytes a number
        for one, two in zip(before.average.parameters(), run.learner.model.parameters(), strict=True)
    )
    assert run.story["began_with"] == "before.npz"
    list(run.run())
    learned = run.learner.model.state_dict()
    assert all(
        torch.equal(each, learned[name]) for name, each in Distillation(course).learner.model.state_dict().items()
    )
    wider = replace(TINY, sizes=replace(TINY.sizes, width=TINY.sizes.width + 8))
    with pytest.raises(TengenError, match="these weights are of"):
        Distillation(Course((folder,), tmp_path / "other", wider, weights=tmp_path / "before.npz"))


def test_checkpoints_make_room_and_others_are_refused(tmp_path: Path) -> None:
    state = Learner(TINY).state() | {"taken": {}}
    for step in range(5):
        write_checkpoint(tmp_path, step, state | {"step": step})
    assert [path.name for path in checkpoints(tmp_path)] == [f"step-{step:09}.pt" for step in (2, 3, 4)]
    assert read_checkpoint(tmp_path)["step"] == 4
    (tmp_path / "other.pt").write_text("no weights")
    (tmp_path / "empty").mkdir()
    with pytest.raises(TengenError, match=r"other\.pt is no checkpoint"):
        read_checkpoint(tmp_path / "other.pt")
    torch.save({"model": {}, "step": 1}, tmp_path / "step-000000009.pt")
    with pytest.raises(TengenError, match="is no checkpoint of a network that learns; without that file"):
        read_checkpoint(tmp_path)
    with pytest.raises(TengenError, match="no checkpoint"):
        read_checkpoint(tmp_path / "empty")
    broken: dict[str, Any]
    for broken in ({"options": {}}, {"model": {}}, {"options": state["options"] | {"unknown": 1}}):
        with pytest.raises(TengenError, match="this checkpoint is damaged, or of another version"):
            Learner.from_state(state | broken, TINY)
    assert TINY.said("sizes") == f"--width {TINY.sizes.width} --blocks {TINY.sizes.blocks}"


def test_without_games_nothing_is_learned(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    with pytest.raises(TengenError, match="no games to learn from"):
        Distillation(Course((tmp_path / "games",), tmp_path / "out", TINY))
