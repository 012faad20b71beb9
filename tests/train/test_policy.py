"""Learning a policy from games: it gets better, it is written as the search reads it, and it can be ended."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tengen import boards
from tengen.search.planes import LIKELIHOOD, MOVE, PLANES
from tengen.search.policy_net import PolicyNet, read_layers
from tengen.search.strengths_file import the_strengths

torch = pytest.importorskip("torch")

from tengen.train import policy  # noqa: E402
from tengen.train.played import Moves, collection  # noqa: E402
from tengen.train.policy import Course, Noted, PolicyModel, learn, main, note, put_aside, report, see  # noqa: E402
from tengen.train.strengths import workshop  # noqa: E402

GAMES = Path(__file__).parents[2] / "examples" / "games"
TINY = Course(positions=6400, width=8, layers=2, batch=32, pool=600, rate=5e-3, warmup=20)


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> list[Moves]:
    return [game.moves for game in collection([GAMES], tmp_path_factory.mktemp("out") / "policy.npz")]


def drawn(count: int) -> Noted:
    """Return positions drawn by chance, which no game has."""
    chance = np.random.default_rng(1)
    planes = (chance.random((count, 361, PLANES)) < 0.2).astype(np.uint8)
    planes[:, :, LIKELIHOOD] = chance.integers(0, 120, (count, 361))
    planes[:, 0, MOVE] = 1
    return Noted(planes, np.zeros(count, np.int32))


def test_the_exported_layers_say_what_the_network_says() -> None:
    torch.manual_seed(3)
    model = PolicyModel(8, 4)
    for weights in model.parameters():
        torch.nn.init.normal_(weights, 0.1, 0.2)
    noted = drawn(64)
    model(see(noted))  # moves the means and variances of the normalisations
    model.eval()
    with torch.no_grad(), torch.autocast("cpu", enabled=False):
        said = torch.softmax(model(see(noted)), 1).numpy()
    found = PolicyNet(model.export({}), boards.parse("19x19"))(noted.planes)
    assert np.abs(found - said).max() < 0.02, "the network learns with numbers of two bytes"


@pytest.mark.parametrize("symmetry", range(8))
def test_what_was_played_turns_with_the_planes(symmetry: int) -> None:
    noted = drawn(3)
    noted.planes[:, :, 0] = 0
    for position, point in enumerate((5, 40, 300)):
        noted.planes[position, point, 0] = 1
    seen = see(Noted(noted.planes, np.array([5, 40, 300], np.int32)), symmetry)
    assert seen.planes[:, 0].reshape(3, -1).argmax(1).tolist() == seen.played.tolist()


@pytest.mark.slow
def test_learning_foresees_moves_better_than_strengths_alone(games: list[Moves]) -> None:
    tested = put_aside(games[:6], TINY)
    before = report(PolicyModel(8, 2), tested)
    found = list(learn(games[6:], tested, TINY))
    assert found[-1][0] >= TINY.positions
    after = report(found[-1][1], tested)
    assert float(after.split()[1].rstrip(";")) > float(before.split()[1].rstrip(";")) + 0.02


@pytest.mark.slow
def test_control_c_ends_learning_with_what_was_learnt(games: list[Moves], monkeypatch: pytest.MonkeyPatch) -> None:
    drawn_so_far = []
    draw = policy.Pool.draw

    def interrupted(pool: policy.Pool) -> Noted:
        drawn_so_far.append(1)
        if len(drawn_so_far) > 3:
            raise KeyboardInterrupt
        return draw(pool)

    monkeypatch.setattr(policy.Pool, "draw", interrupted)
    [(seen, model)] = list(learn(games, put_aside(games[:2], TINY), replace(TINY, positions=10**6)))
    assert seen == 3 * TINY.batch
    assert isinstance(model, PolicyModel)


@pytest.mark.slow
def test_the_command_writes_weights_with_their_story(tmp_path: Path) -> None:
    out = tmp_path / "policy.npz"
    words = [str(GAMES), "--out", str(out), "--positions", "600", "--width", "8", "--blocks", "1", "--pool", "300"]
    assert main([*words, "--source", "the package's examples"]) == 0
    layers = read_layers(out)
    assert layers.story["source"] == "the package's examples"
    assert "tengen.train.policy" in layers.story["command"]
    assert layers.story["positions"] >= 600
    assert layers.blocks.shape == (2, 72, 8)
    assert [path.name for path in tmp_path.iterdir()] == ["policy.npz"]


def test_notes_are_positions_in_which_the_move_was_one_of_the_trees(games: list[Moves]) -> None:
    noted = note(workshop(boards.parse("19x19"), the_strengths()), games[0], 0.3, np.random.default_rng(2))
    assert len(noted.played) > 10
    assert noted.planes[np.arange(len(noted.played)), noted.played, MOVE].all()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["nowhere.sgf", "--out", "policy.npz"], "nowhere.sgf"),
        (["one.sgf", "--out", "policy.npz"], "at least two games on 19x19 are needed"),
        (["one.sgf", "--out", "nowhere/policy.npz"], "there is no folder nowhere"),
    ],
)
def test_what_cannot_be_learnt_is_said(
    words: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("one.sgf").write_text("(;GM[1]SZ[19];B[aa])", encoding="utf-8")
    assert main(words) == 1
    assert said in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["one.sgf"]


def test_an_error_in_the_games_reaches_whoever_draws(games: list[Moves], monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*given: object) -> Noted:
        raise MemoryError("no room for a game")

    monkeypatch.setattr(policy, "note", broken)
    pool = policy.Pool(games, TINY)
    with pytest.raises(MemoryError, match="no room for a game"):
        pool.draw()
    pool.close()
