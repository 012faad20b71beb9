"""`python -m training.learning`: games, KataGo's opinions of them, strengths and the network by the command line."""

from pathlib import Path

import pytest
from command_line import Run
from fake_katago import FakeKataGo

from tengen.search.policy_net import read_layers
from tengen.search.strengths_file import read_strengths
from training.learning.__main__ import learning
from training.learning.episode_folder import read_folder

ONE = str(Path(__file__).parents[2] / "examples" / "games" / "game-01.sgf")
GAMES = str(Path(__file__).parents[2] / "examples" / "games")
SCRIPTS = (learning,)
KATAGO = "KataGo 0.0.1 (fake-net)"


def test_games_are_played_and_played_on(run: Run) -> None:
    games = ("learning", "games", "--board", "3x3", "--board", "3x2", "--seed", "1", "--games", "4", "--out", "games")
    assert run(*games).stdout.startswith("4 games in games; 4 of them now")
    assert run(*games).stdout.startswith("4 games in games; 0 of them now")
    assert {episode.board for episode in read_folder(Path("games"))} == {"3", "3x2"}
    assert run("learning", "games", "--hours", "nan", "--out", "x").exit_code == 2
    assert run("learning", "games", "--variant", "chinese", "--board", "nowhere", "--out", "x").exit_code == 2
    assert not Path("x").exists()


@pytest.mark.slow  # compiles what only the fitting needs
def test_strengths_are_fitted(run: Run) -> None:
    words = ("--out", "strengths.npz", "--step", "4", "--shapes", "200", "--epochs", "2", "--source", "examples")
    done = run("learning", "strengths", GAMES, *words)
    assert done.exit_code == 0, done.output
    assert read_strengths(Path("strengths.npz")).story["source"] == "examples"


@pytest.mark.slow
def test_the_network_is_trained(run: Run) -> None:
    pytest.importorskip("torch")
    words = ("--out", "network.npz", "--positions", "600", "--width", "8", "--blocks", "1", "--pool", "300")
    done = run("learning", "network", GAMES, *words, "--source", "examples", "--device", "cpu")
    assert done.exit_code == 0, done.output
    story = read_layers(Path("network.npz")).story
    assert story["source"] == "examples"
    assert story["positions"] >= 600


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("strengths", "nowhere.sgf", "--out", "x.npz"), "nowhere.sgf"),
        (("strengths", ONE, "--out", "x.npz"), "at least two games on 19x19 are needed"),
        (("strengths", ONE, "--out", "nowhere/x.npz"), "there is no folder nowhere"),
        (("strengths", ONE, "--out", "x.npz", "--step", "0"), "--step"),
        (("network", "nowhere.sgf", "--out", "x.npz"), "nowhere.sgf"),
        (("network", GAMES, "--out", "x.npz", "--board", "9x2"), "the network does not support 9x2"),
        (("network", ONE, "--out", "x.npz", "--device", "abacus"), "expected cpu, cuda or auto"),
    ],
)
def test_what_cannot_be_learnt_is_refused(run: Run, words: tuple[str, ...], said: str) -> None:
    if "network" in words:
        pytest.importorskip("torch")
    refused = run("learning", *words)
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert said in refused.stderr
    assert not Path("x.npz").exists()


def test_games_are_looked_at_again_by_another_engine(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    fake = FakeKataGo(tmp_path / "fake")
    assert run("engines", "add", "katago", fake.program, "--network", fake.network).exit_code == 0
    again = ("learning", "reanalyse", "games", "--out", "again", "--visits", 8)
    for variant, games, said in (
        ("chinese", 1, "1 game in again; 1 of them now"),
        ("tile", 2, "1 game in again; 0 of them now"),
        ("tile", 2, "1 game in again; 0 of them now"),
        ("chinese", 4, "3 games in again; 2 of them now"),
    ):
        played = run("learning", "games", "--variant", variant, "--board", "3x3", "--games", games, "--out", "games")
        assert played.exit_code == 0, played.output
        done = run(*again)
        assert done.stdout.startswith(said), done.output
        assert (f"1 game left out, which {KATAGO} does not know" in done.stdout) is (games > 1)
    assert [episode.number for episode in read_folder(tmp_path / "again")] == [1, 3, 4]  # the second is of Tile Go
    assert run(*again).stdout.startswith("3 games in again; 0 of them now")
    others = ("--variant", "chinese", "--board", "3x3", "--seed", 1, "--games", 4, "--out", "others")
    assert run("learning", "games", *others).exit_code == 0
    for words, said in (
        (("nothing", "--out", "x"), "there are no games to learn from in nothing"),
        (("games", "--out", "games"), "--out must be another folder"),
        (
            ("games", "--out", "again", "--visits", 9),
            f"again has evaluations by {KATAGO}:8, not by {KATAGO}:9",
        ),
        (("others", "--out", "again", "--visits", 8), "again has games of another folder than others"),
        (("games", "--out", "x", "--engine", "nobody"), "unknown engine 'nobody'"),
    ):
        refused = run("learning", "reanalyse", *words)
        assert (refused.exit_code, said in refused.output) == (2, True), refused.output
        assert not (tmp_path / "x").exists()
