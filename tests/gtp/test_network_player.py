"""`tengen gtp --player net`: a network plays, and what is missing is said before the session begins."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from tengen.cli import app
from tengen.cli.play import gtp
from tengen.gtp import Engine
from tengen.network.making import untrained
from tengen.network.sizes import Sizes
from tengen.network.weights import save


def test_a_network_plays_by_gtp(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, engines = tmp_path / "tiny.npz", list[Engine]()
    save(untrained(Sizes(width=8, blocks=1, heads=8, rules=8)), file)
    monkeypatch.setattr(gtp, "_run", engines.append)
    words = ["gtp", "--player", "net", "--weights", str(file), "--level", "4", "--board", "5", "--seed", "1"]
    assert CliRunner().invoke(app, words).exit_code == 0
    [engine] = engines
    assert engine.player().name == "Tengen, network"
    assert "level 4, network" in engine.thinking.about
    assert engine.game.board.find(engine.generate("black")) is not None
    assert len(engine.game.moves) == 1
    assert "visits" in engine.explain()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--player", "net", "--weights", "nowhere.npz"], "there is no file of weights nowhere.npz"),
        (["--player", "go"], "player go: it is mcts or net"),
    ],
)
def test_what_is_missing_is_said(words: list[str], says: str) -> None:
    result = CliRunner().invoke(app, ["gtp", *words])
    assert result.exit_code != 0
    assert says in result.output + str(result.exception)
