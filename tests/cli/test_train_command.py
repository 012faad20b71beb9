"""`tengen train`: games, learning and comparing by the command line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

from tengen.network.making import untrained
from tengen.network.sizes import Sizes
from tengen.network.weights import save

Run = Callable[..., Result]


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


def test_games_are_drawn_from_several_stages(run: Run, tmp_path: Path) -> None:
    assert run("train", "games", "--stage", "1:3", "--stage", "2", "--games", "2", "--out", "mixed").exit_code == 0
    twice = run("train", "games", "--stage", "1", "--stage", "1:3", "--games", "2", "--out", "twice")
    assert twice.exit_code == 2
    assert "stage 1 is named twice" in twice.output
