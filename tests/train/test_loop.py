"""The loop, self-play and the arena: games go on to learning, learning to matches, and after a stop all goes on."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import count
from pathlib import Path
from statistics import median

import pytest

from tengen import Game
from tengen.network.evaluator import Evaluator
from tengen.network.making import untrained
from tengen.network.sizes import Sizes
from tengen.network.weights import load, save
from tengen.records import Move, Pass, Place, TengenError
from tengen.train import comparing
from tengen.train.arena import Guided, RandomSide, Side, Standing, contest, lead_seen, side
from tengen.train.curriculum import HeldOut, Kind, own_kinds
from tengen.train.episode_folder import EpisodeFolder, read_folder
from tengen.train.selfplay import SelfPlayOptions, Shift, play_shift
from tengen.train.sheet import Origin, Sheet
from tengen.train.teacher import Plan, play_episode

SIZES = Sizes(width=8, blocks=1, heads=4, rules=4)
WEIGHTS = untrained(SIZES, 1)
KINDS = (*own_kinds("chinese", ["3x3"]), *own_kinds("tile", ["graph:cube"]))


def test_a_shift_plays_the_same_games_again() -> None:
    shift = Shift((3, 4, 5), WEIGHTS, "some", KINDS, 7, SelfPlayOptions(full=6, quick=2, share=0.5, games=2))
    episodes = play_shift(shift)
    assert episodes == play_shift(shift)
    assert [episode.number for episode in episodes] == [5, 6, 7, 8, 9, 10]
    for episode in episodes:
        assert episode.level == "some:6"
        for (number, game), pace, thought in zip(episode.replay(), episode.paces, episode.thoughts):
            assert (thought is None) == (pace == "random"), number
            assert not thought or all(0 <= a < 2 * len(game.board) + 2 for a in thought.visits)


def test_contests_exchange_colours_and_count_from_the_first_side() -> None:
    class Passing:
        """Passes, but for a first stone as Black: so Black wins."""

        name = "passing"

        def choose(self, games: Sequence[Game]) -> list[Move]:
            return [Pass if game.moves else Place(4) for game in games]

    start = HeldOut(Kind("chinese", "3x3"), 0.5).start
    assert contest(Passing(), Passing(), start, 4, openings=0) == Standing(2, 0, 2)
    assert Standing(2, 1, 1).rate == 0.625


def test_sides_are_read_and_others_refused(tmp_path: Path) -> None:
    save(WEIGHTS, tmp_path / "some.npz")
    assert [side(text, 8).name for text in ("random", "mcts:60", str(tmp_path / "some.npz"))] == [
        "random",
        "mcts:60",
        "some.npz:8",
    ]
    for wrong in ("mcts:", "mcts:0", "mcts:x"):
        with pytest.raises(TengenError, match="mcts:120"):
            side(wrong, 8)


def test_a_game_that_is_cut_has_no_winner() -> None:
    sheet = Sheet(Kind("tile", "graph:cube").start())
    sheet.game.push(next(iter(sheet.game.legal_moves())))
    episode = Sheet(sheet.game).episode(Origin(1, 0, "nobody"))
    assert (episode.ended, episode.winner, episode.paces) == ("cut", None, ("random",))


def test_an_untrained_network_is_legal_everywhere() -> None:
    network = Evaluator(WEIGHTS)
    for kind in (Kind("cushion tao", "3x3"), Kind("gengo", "gengo 5")):
        found = contest(Guided(network, 4), RandomSide(), HeldOut(kind, None).start, 2, openings=0)
        assert found.games == 2


def test_gating_draws_komis_around_what_the_old_network_holds_for_fair(monkeypatch: pytest.MonkeyPatch) -> None:
    komis: list[float] = []

    def noted(one: Side, two: Side, start: Callable[[], Game], games: int, **_: object) -> Standing:
        komis.append(start().rules.komi)
        return Standing(games, 0, 0)

    new, old = Evaluator(WEIGHTS), Evaluator(WEIGHTS)
    monkeypatch.setattr(comparing, "contest", noted)
    monkeypatch.setattr(comparing, "lead_seen", lambda game, network: 7.0 if network is old else -7.0)
    comparing.gate(new, old, own_kinds("chinese", ["5x5"]), 200, 3)
    assert len(komis) == 50
    assert 6 <= median(komis) <= 8


def test_the_lead_that_a_network_sees_is_blacks() -> None:
    network, rest = Evaluator(WEIGHTS), [".....", ".....", "....."]
    game = Game.setup("chinese", ["XX...", ".X...", *rest], to_play="black", komi=0)
    swapped = Game.setup("chinese", ["OO...", ".O...", *rest], to_play="white", komi=0)
    assert lead_seen(game, network) == pytest.approx(-lead_seen(swapped, network), abs=1e-4)
    assert lead_seen(game, network)


def test_the_loop_stops_and_goes_on(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    from tengen.train.learning import LearningOptions
    from tengen.train.loop import Loop, LoopOptions

    options = LoopOptions(
        KINDS, first=4, games=4, steps=3, gating=4,
        learning=LearningOptions(SIZES, steps=60, boards=2, size=4),
        selfplay=SelfPlayOptions(full=4, quick=2, games=2),
    )  # fmt: skip
    told: list[str] = []
    for patience in (3, 5, 8, 60):
        asked = count()
        told += Loop(tmp_path, options).run(is_over=lambda: next(asked) >= patience)  # noqa: B023
    assert any("the first weights" in line for line in told)
    assert any("the old ones" in line for line in told)
    episodes = [*read_folder(tmp_path / "games")]
    assert [episode.level.partition(":")[0] for episode in episodes[:4]] == ["mcts"] * 4
    assert episodes[-1].level.startswith("cycle")
    assert load(tmp_path / "weights.npz").sizes == SIZES
    gatings = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text("utf-8").splitlines()]
    assert all(sum(line["gating"]) >= 4 for line in gatings if "gating" in line)


def test_a_loop_begins_with_weights_and_games_that_are_there(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    from tengen.train.learning import LearningOptions
    from tengen.train.loop import Loop, LoopOptions

    save(WEIGHTS, tmp_path / "some.npz")
    options = LoopOptions(KINDS, games=2, weights=tmp_path / "some.npz", learning=LearningOptions(SIZES))
    loop = Loop(tmp_path / "out", options)
    with EpisodeFolder(tmp_path / "out" / "games"), pytest.raises(TengenError, match="another command"):
        next(loop.run())
    assert not loop.weights_file.exists()
    assert not [*loop.run(is_over=lambda: True)]
    assert all(
        (load(loop.weights_file).arrays[name] == array).all()
        for name, array in load(tmp_path / "some.npz").arrays.items()
    )
    wider = replace(options, learning=LearningOptions(Sizes(width=16, blocks=1, heads=4, rules=4)))
    with pytest.raises(TengenError, match="width=8"):
        Loop(tmp_path / "other", wider)


def test_a_loop_needs_games_to_learn_from(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    from tengen.train.learning import LearningOptions
    from tengen.train.loop import Loop, LoopOptions

    options = LoopOptions(KINDS, first=0, learning=LearningOptions(SIZES))
    with pytest.raises(TengenError, match=r"there are no games to learn from in .*games"):
        next(Loop(tmp_path, options).run())
    with pytest.raises(TengenError, match=r"there are no games to learn from in .*nowhere"):
        Loop(tmp_path, replace(options, taught=(tmp_path / "nowhere",)))
    with EpisodeFolder(tmp_path / "games") as folder:
        folder.add(play_episode(Plan(1, KINDS, 1)))
    with pytest.raises(TengenError, match="the folder's own games"):
        Loop(tmp_path, replace(options, taught=(tmp_path / "games" / ".." / "games",)))


@pytest.mark.slow
def test_a_tiny_network_learns_in_two_minutes(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    from tengen.train.learning import Learner, LearningOptions
    from tengen.train.window import Replay

    kinds = (*own_kinds("chinese", ["4x4"]), *own_kinds("tile", ["4x4"]), *own_kinds("tao", ["graph:petersen"]))
    with EpisodeFolder(tmp_path) as folder:
        for number in range(1, 301):
            folder.add(play_episode(Plan(number, kinds, 1)))
    replay = Replay([tmp_path])
    replay.read()
    learner = Learner(LearningOptions(Sizes(width=24, blocks=3), steps=400, boards=3, size=48))
    before = learner.test(replay.tests)
    for _ in range(400):
        learner.learn(replay.window)
    after = learner.test(replay.tests)
    assert after[0] < 0.85 * before[0]
    assert after[1] < 0.8 * before[1]
    network, chance = Evaluator(learner.weights({})), random.Random(1)
    for kind, _ in kinds:
        start = HeldOut(kind, 0.5 if kind.has_komi else None).start
        found = contest(Guided(network, 16), RandomSide(chance.getrandbits(32)), start, 20)
        assert found.rate >= 0.8, kind
