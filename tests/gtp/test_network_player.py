"""`tengen gtp --player net`: a network plays, and what is missing is said before the session begins."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from network_seen import stirred
from talking import talk
from typer.testing import CliRunner

from tengen import boards, variant
from tengen.cli import app
from tengen.cli.play import gtp
from tengen.gtp import Engine, Thinking
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


@pytest.mark.parametrize(("player", "said"), [("mcts+net", "advised by the network"), ("best", "the best player")])
def test_players_with_the_network_play_by_gtp(player: str, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    engines = list[Engine]()
    monkeypatch.setattr(gtp, "_run", engines.append)
    words = ["gtp", "--player", player, "--level", "2", "--board", "5", "--seed", "1", "--no-book", "--threads", "1"]
    assert CliRunner().invoke(app, words).exit_code == 0
    [engine] = engines
    assert said in engine.thinking.about
    assert engine.game.board.find(engine.generate("black")) is not None
    assert "visits" in engine.explain()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--player", "net", "--weights", "nowhere.npz"], "there is no file of weights nowhere.npz"),
        (["--player", "mcts+net", "--weights", "nowhere.npz"], "there is no file of weights nowhere.npz"),
        (["--player", "go"], "player go: it is mcts, mcts+net, net, best or katago"),
    ],
)
def test_what_is_missing_is_said(words: list[str], says: str) -> None:
    result = CliRunner().invoke(app, ["gtp", *words])
    assert result.exit_code != 0
    assert says in result.output + str(result.exception)


@pytest.mark.parametrize(
    ("name", "board", "words"),
    [
        ("chinese", "5x5", "policy policyPass"),
        ("chinese", "4x3 without A1", "policy policyPass"),
        ("tao", "4x4 torus", "policy policyPass policyTao"),
        ("tile", "graph:petersen", "policy policyPass policyReturn"),
        ("gengo", "gengo 7", "policy policyPass"),
    ],
)
def test_what_it_says_is_told_as_kata_go_does(name: str, board: str, words: str, tmp_path: Path) -> None:
    file, chosen = tmp_path / "stirred.npz", variant(name)
    save(stirred(Sizes(width=8, blocks=1, heads=8, rules=8)), file)
    engine = Engine(chosen, boards.parse(board, footprint=chosen.footprint), Thinking("net", file))
    told = [_read(talk(f"kata-raw-nn {colour} 0\n", engine)) for colour in "bw"]
    shares = [share for key, said in told[0].items() if key.startswith("policy") for share in said]
    assert sum(share for share in shares if share == share) == pytest.approx(1, abs=1e-4)
    assert [key for key in told[0] if key.startswith("policy")] == words.split()
    points = engine.board.rows and len(engine.board.rows) * len(engine.board.rows[0])
    assert {len(told[0][key]) for key in ("policy", "whiteOwnership")} == {points or len(engine.board)}
    # the empty board with colours swapped, but for komi: what one side hopes for, the other fears
    if not chosen.rules.komi:
        assert told[0]["whiteWin"] == told[1]["whiteLoss"]
        assert told[0]["whiteLead"] == [-lead for lead in told[1]["whiteLead"]]
    assert sum(told[0][key][0] for key in ("whiteWin", "whiteLoss", "noResult")) == pytest.approx(1, abs=1e-5)
    every = talk("kata-raw-nn b all\n", engine)
    assert [_read(part)["symmetry"] for part in every[2:].split("symmetry")[1:]] == [[each] for each in range(8)]


def _read(answer: str) -> dict[str, list[float]]:
    """Read an answer as KataGo's documentation says: keys, each followed by numbers, between any blanks."""
    found: dict[str, list[float]] = {}
    words = answer.removeprefix("= ").split()
    for word in words if words[0] == "symmetry" else ["symmetry", *words]:
        if re.fullmatch("[a-zA-Z]{4,}", word):
            key = word
            found[key] = []
        else:
            found[key].append(float(word))
    return found
