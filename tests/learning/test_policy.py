"""Learning a policy from games: it improves, it is written in the search's format, and it can be stopped."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tengen import boards
from tengen.boards import Board
from tengen.records import TengenError
from tengen.search.planes import LIKELIHOOD, MOVE, PLANES
from tengen.search.policy_net import PolicyNet
from tengen.search.strengths_file import the_strengths

torch = pytest.importorskip("torch")

from training.learning import policy, policy_model  # noqa: E402
from training.learning.episode_folder import read_folder  # noqa: E402
from training.learning.played import Played, collection  # noqa: E402
from training.learning.policy import PolicyTraining, learn, put_aside, report  # noqa: E402
from training.learning.policy_model import Noted, PolicyModel, losses, note, see  # noqa: E402
from training.learning.strengths import workshop  # noqa: E402

GAMES = Path(__file__).parents[2] / "examples" / "games"
TOLD = Path(__file__).parents[2] / "training" / "episodes" / "katago"
LARGE, SMALL = boards.parse("19x19"), boards.parse("9x9")
TINY = PolicyTraining(positions=6400, width=8, layers=2, batch=32, pool=600, rate=5e-3, warmup=20)


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> list[Played]:
    return collection([GAMES], tmp_path_factory.mktemp("out") / "policy.npz")


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> list[Played]:
    return collection([TOLD], tmp_path_factory.mktemp("out") / "policy.npz", ["9x9"])


def drawn(count: int, board: Board = LARGE) -> Noted:
    """Return random positions from no game, and their targets."""
    chance, n = np.random.default_rng(1), len(board)
    planes = (chance.random((count, n, PLANES)) < 0.2).astype(np.uint8)
    planes[:, :, LIKELIHOOD] = chance.integers(0, 120, (count, n))
    planes[:, 0, MOVE] = 1
    needed, chances, leads = chance.random((3, count)).astype(np.float32)
    policy = chance.random((count, n)).astype(np.float32)
    return Noted(planes, policy, needed, chances, leads, np.zeros((count, n), np.float32))


@pytest.mark.parametrize("size", ["19x19", "9x9", "7x5"])
def test_the_exported_layers_say_what_the_network_says(size: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(policy_model, "_short_is_fast", lambda: False)
    torch.manual_seed(3)
    model, board = PolicyModel(8, 4), boards.parse(size)
    for weights in model.parameters():
        torch.nn.init.normal_(weights, 0.05, 0.1)
    noted = drawn(64, board)
    model(see(noted, board))  # moves the means and variances of the normalisations
    model.eval()
    with torch.no_grad():
        said = model(see(noted, board))
    found = PolicyNet(model.export({}), board)(noted.planes)
    assert found.chances == pytest.approx(torch.softmax(said.logits, 1).numpy(), abs=1e-4)
    assert found.margins == pytest.approx(said.margins.numpy(), rel=1e-3, abs=1e-2)
    assert found.spreads == pytest.approx(said.spreads.numpy(), rel=1e-3)
    assert found.owners == pytest.approx(said.owners.numpy(), abs=1e-3)


@pytest.mark.parametrize("symmetry", range(8))
def test_what_is_to_be_foreseen_turns_with_the_planes(symmetry: int) -> None:
    noted = drawn(3)
    noted.planes[:, :, 0] = 0
    noted.policy[:] = 0
    for position, point in enumerate((5, 40, 300)):
        noted.planes[position, point, 0] = noted.policy[position, point] = noted.owners[position, point] = 1
    seen = see(noted, LARGE, symmetry)
    place = seen.planes[:, 0].reshape(3, -1).argmax(1).tolist()
    assert place == seen.policy.argmax(1).tolist() == seen.owners.argmax(1).tolist()
    wide = boards.parse("7x5")  # not a square: mirrored but not turned
    assert see(drawn(2, wide), wide, symmetry).planes.shape == (2, PLANES, 5, 7)


def test_unknown_targets_have_no_loss() -> None:
    noted = drawn(8, SMALL)
    for array in (noted.chance, noted.lead, noted.owners):
        array[:] = np.nan
    noted.policy[:] = 0
    seen = see(noted, SMALL)
    model = PolicyModel(8, 2)
    found = losses(model(seen), seen)
    assert [loss.item() for loss in found] == [0, 0, 0, 0]
    found.total().backward()
    slopes = [weights.grad for weights in model.parameters()]
    assert all(slope is None or bool(torch.isfinite(slope).all()) for slope in slopes)


def test_an_engines_opinions_are_noted_as_the_mover_sees_them(told: list[Played]) -> None:
    episode = next(read_folder(TOLD, 0))
    noted = note(workshop(SMALL, the_strengths()), told[0], 1.0, np.random.default_rng(1))
    thoughts = [(turn, thought) for turn, thought in enumerate(episode.thoughts) if thought]
    komi = episode.variant.rules.compensation
    assert len(noted.policy) == len(thoughts) > 20
    for (turn, thought), likely, needed, chance, lead in zip(
        thoughts, noted.policy, noted.needed, noted.chance, noted.lead, strict=True
    ):
        sign = -1 if turn % 2 else 1
        assert (needed, chance) == (sign * komi, pytest.approx(thought.win_rate))
        assert lead == pytest.approx(sign * (thought.lead + komi), abs=1e-3)
        stones = {action: visits for action, visits in thought.visits.items() if action < 81}
        assert not stones or likely[max(stones, key=stones.__getitem__)] == likely.max()
    agree = (noted.lead > noted.needed) == (noted.chance > 0.5)
    assert agree.mean() > 0.9, "a side that leads by more than it needs has the better chance"
    settled = [
        (turn, owners) for (turn, _), owners in zip(thoughts, noted.owners, strict=True) if not np.isnan(owners[0])
    ]
    assert len(settled) > 5
    assert all((owners == (-1) ** turn * np.array(episode.owners)).all() for turn, owners in settled)
    assert {turn % 2 for turn, _ in settled} == {0, 1}


def test_games_of_which_little_or_nothing_is_known(told: list[Played]) -> None:
    said = told[0].said
    assert said is not None
    game = told[0]._replace(said=said._replace(needed=()))
    noted = note(workshop(SMALL, the_strengths()), game, 1.0, np.random.default_rng(1))
    assert len(noted.policy) > 20
    assert np.isnan(noted.chance).all()
    assert np.isnan(noted.owners).all()
    game = told[0]._replace(said=said._replace(thoughts=(None,) * len(said.thoughts)))
    with pytest.raises(TengenError, match="nothing is known of any position of the games on 9"):
        policy.PositionPool([game], TINY, room=100)


@pytest.mark.slow
def test_learning_from_opinions_foresees_chances(told: list[Played]) -> None:
    course = replace(TINY, positions=40_000, width=16, layers=4, pool=4000)
    tested = put_aside(told[:20], course)

    def wrong(model: PolicyModel) -> float:
        return float(report(model, tested).split("wrong by ")[1].split(",")[0])

    assert wrong(list(learn(told[20:], tested, course))[-1][1]) < 0.75 * wrong(PolicyModel(16, 4))


@pytest.mark.slow
def test_learning_foresees_moves_better_than_strengths_alone(games: list[Played]) -> None:
    tested = put_aside(games[:6], TINY)
    before = report(PolicyModel(8, 2), tested)
    found = list(learn(games[6:], tested, TINY))
    assert found[-1][0] >= TINY.positions
    after = report(found[-1][1], tested)
    assert float(after.split()[1].rstrip(";")) > float(before.split()[1].rstrip(";")) + 0.02


def test_learning_goes_on_from_a_checkpoint(games: list[Played], tmp_path: Path) -> None:
    kept, course = tmp_path / "checkpoint", replace(TINY, positions=4 * TINY.batch, pool=TINY.batch, pause=0.0)
    tested = put_aside(games[:2], course)
    running = learn(games, tested, course, kept)
    for _ in range(2):
        next(running)
    del running
    assert [seen // TINY.batch for seen, _ in learn(games, tested, course, kept)] == [3, 4]
    assert not kept.exists(), "it has ended"
    next(learn(games, tested, course, kept))
    with pytest.raises(TengenError, match=r"has \(8, 2\) channels and layers; remove it"):
        next(learn(games, tested, replace(course, width=4), kept))


def test_learning_ends_after_some_minutes(games: list[Played]) -> None:
    course = replace(TINY, positions=10**9, minutes=1e-5, reuse=4.0, replayers=2)
    [(seen, _)] = learn(games, put_aside(games[:2], course), course)
    assert seen == TINY.batch
    assert course.rate_at(10**6, 0.5) == pytest.approx(1e-5 + course.rate / 2)


@pytest.mark.slow
def test_control_c_ends_learning_with_what_was_learnt(games: list[Played], monkeypatch: pytest.MonkeyPatch) -> None:
    drawn_so_far = []
    draw = policy.PositionPool.draw

    def interrupted(pool: policy.PositionPool) -> Noted:
        drawn_so_far.append(1)
        if len(drawn_so_far) > 3:
            raise KeyboardInterrupt
        return draw(pool)

    monkeypatch.setattr(policy.PositionPool, "draw", interrupted)
    [(seen, model)] = list(learn(games, put_aside(games[:2], TINY), replace(TINY, positions=10**6)))
    assert seen == 3 * TINY.batch
    assert isinstance(model, PolicyModel)


def test_notes_are_positions_whose_move_the_tree_tries(games: list[Played]) -> None:
    noted = note(workshop(LARGE, the_strengths()), games[0], 0.3, np.random.default_rng(2))
    assert len(noted.policy) > 10
    assert noted.planes[np.arange(len(noted.policy)), noted.policy.argmax(1), MOVE].all()
    assert np.isnan(noted.chance).all()


def test_an_error_in_the_games_reaches_the_reader(games: list[Played], monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*given: object) -> Noted:
        raise MemoryError("no room for a game")

    monkeypatch.setattr(policy, "note", broken)
    pool = policy.PositionPool(games, TINY, room=100)
    with pytest.raises(MemoryError, match="no room for a game"):
        pool.draw()
    pool.close()
