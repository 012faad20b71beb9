"""`tengen train`: games, learning and comparing by the command line."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from fake_katago import FakeKataGo
from typer.testing import Result

from tengen.network.making import untrained
from tengen.network.sizes import Sizes
from tengen.network.weights import load, save
from tengen.train.episode_folder import read_folder

Run = Callable[..., Result]
KATAGO = "KataGo 0.0.1 (fake-net)"


def test_the_commands(run: Run, tmp_path: Path) -> None:
    pytest.importorskip("torch")
    save(untrained(Sizes(width=8, blocks=1, heads=4, rules=4), 1), tmp_path / "some.npz")
    games = ("train", "games", "--variant", "chinese", "--board", "3x3", "--games", "4", "--out", "games")
    assert run(*games).stdout.startswith("4 games in games")
    assert run(*games).stdout.startswith("4 games in games; 0 of them now")
    learned = run("train", "distill", "games", "--out", "out", "--steps", "2", "--width", "8", "--blocks", "1")
    assert "weights.npz plays" in learned.stdout, learned.output
    compared = run(
        "train", "compare", "out/weights.npz", "--against", "random", "--games", "2", "--simulations", "4",
        "--variant", "chinese", "--board", "3x3",
    )  # fmt: skip
    assert compared.stdout.startswith("The network with 4 simulations a move against random, 2 games each")
    assert "chinese on 3x3" in compared.stdout
    assert run("train", "games", "--board", "3x3", "--out", "x").exit_code == 2
    assert run("train", "games", "--variant", "chinese", "--stage", "1", "--out", "x").exit_code == 2


def test_games_and_learning_side_by_side(run: Run) -> None:
    pytest.importorskip("torch")
    words = (
        "train", "run", "--together", "--variant", "chinese", "--board", "3x3", "--out", "out", "--device", "cpu",
        "--width", "8", "--blocks", "1", "--simulations", "2", "--tables", "2", "--batch", "4", "--mix", "1",
    )  # fmt: skip
    done = run(*words, "--hours", "0.0005")
    assert done.exit_code == 0, done.output
    assert "Stopped after step" in done.stdout
    assert load(Path("out") / "weights.npz").sizes.width == 8
    refusals: tuple[tuple[tuple[str, ...], str], ...] = (
        (("--cluster", "somewhere:6379"), "--together is for one machine"),
        (("--gating", "8"), "--gating is for training in cycles"),
        (("--first", "0"), "--first is for training in cycles"),
    )
    for more, said in refusals:
        refused = run(*words, *more)
        assert (refused.exit_code, said in refused.output) == (2, True), refused.output
    refusals = (
        (("--reuse", "2"), "--reuse is for --together"),
        (("--first", "9", "--weights", "out/weights.npz"), "--first is for beginning without weights"),
        (("--hours", "nan"), "--hours must be more than 0"),
        (("--rate", "inf"), "rate must be more than 0 and finite"),
    )
    for more, said in refusals:
        refused = run("train", "run", "--out", "other", "--variant", "chinese", *more)
        assert (refused.exit_code, said in refused.output) == (2, True), refused.output
    assert not Path("other").exists()


def test_help_says_what_is_taken_where_nothing_is_given(run: Run) -> None:
    pytest.importorskip("torch")
    from tengen.train.loop import LoopOptions
    from tengen.train.together import TogetherOptions

    told = " ".join(run("train", "run", "--help").stdout.split())
    for kind, name in (
        (LoopOptions, "first"),
        (LoopOptions, "games"),
        (LoopOptions, "gating"),
        (TogetherOptions, "reuse"),
    ):
        assert re.search(rf"--{name} <[^>]*>[^\[]*\[default: {getattr(kind, name):g}\]", told), name


def test_games_are_drawn_from_several_stages(run: Run, tmp_path: Path) -> None:
    assert run("train", "games", "--stage", "1:3", "--stage", "2", "--games", "2", "--out", "mixed").exit_code == 0
    twice = run("train", "games", "--stage", "1", "--stage", "1:3", "--games", "2", "--out", "twice")
    assert twice.exit_code == 2
    assert "stage 1 is named twice" in twice.output


def test_games_are_looked_at_again_by_another_engine(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    fake = FakeKataGo(tmp_path / "fake")
    assert run("engines", "add", "katago", fake.program, "--network", fake.network).exit_code == 0
    again = ("train", "reanalyse", "games", "--out", "again", "--visits", 8)
    for variant, games, said in (
        ("chinese", 1, "1 game in again; 1 of them now"),
        ("tile", 2, "1 game in again; 0 of them now"),
        ("tile", 2, "1 game in again; 0 of them now"),
        ("chinese", 4, "3 games in again; 2 of them now"),
    ):
        played = run("train", "games", "--variant", variant, "--board", "3x3", "--games", games, "--out", "games")
        assert played.exit_code == 0, played.output
        done = run(*again)
        assert done.stdout.startswith(said), done.output
        assert (f"1 game left out, which {KATAGO} does not know" in done.stdout) is (games > 1)
    assert [episode.number for episode in read_folder(tmp_path / "again")] == [1, 3, 4]  # the second is of Tile Go
    assert run(*again).stdout.startswith("3 games in again; 0 of them now")
    others = ("train", "games", "--variant", "chinese", "--board", "3x3", "--seed", 1, "--games", 4, "--out", "others")
    assert run(*others).exit_code == 0
    for words, said in (
        (("nothing", "--out", "x"), "there are no games to learn from in nothing"),
        (("games", "--out", "games"), "--out must be another folder"),
        (
            ("games", "--out", "again", "--visits", 9),
            f"again has games with the opinions of {KATAGO}:8, not of {KATAGO}:9",
        ),
        (("others", "--out", "again", "--visits", 8), "again has games of another folder than others"),
        (("games", "--out", "x", "--engine", "nobody"), "there is no engine 'nobody'"),
    ):
        refused = run("train", "reanalyse", *words)
        assert (refused.exit_code, said in refused.output) == (2, True), refused.output
        assert not (tmp_path / "x").exists()
