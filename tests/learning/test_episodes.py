"""Episodes: round trips, repair of torn files, and replay."""

import gzip
import random
from dataclasses import replace
from pathlib import Path

import pytest

from tengen.kernel.game_calls import HOMES, game_calls, uncompiled
from tengen.players.scope import action_of, move_of
from tengen.records import FormatError, Pass, Place, Return, Tao, TengenError
from training.learning import episode_folder
from training.learning.episode_folder import EpisodeFolder, read_folder
from training.learning.episodes import Episode, Thought, read_episode
from training.learning.games import Plan, draw_komi, play_episode

SHORT = Episode(
    number=1,
    game="chinese",
    axes={"komi": 0.5},
    board="2",
    actions=(0, 8, 8),
    paces=("full", "quick", "random"),
    thoughts=(Thought(0.5, 1.25, {0: 7, 8: 1}), Thought(0.25, -1.0, {}), None),
    ended="score",
    winner=1,
    margin=3.5,
    owners=(1, 1, 1, 1),
    seed=0,
    level="mcts:8",
)


def test_a_line_is_read_as_it_was_written() -> None:
    assert read_episode(SHORT.line()) == SHORT
    assert read_episode(SHORT.line().replace('"level"', '"trust":0.25,"level"')) == SHORT  # of an earlier version
    assert SHORT.settled_from == 3
    positions = [(number, game.to_play, len(game.stones)) for number, game in SHORT.replay()]
    assert positions == [(0, "black", 0), (1, "white", 1), (2, "black", 1)]


@pytest.mark.parametrize("line", ["", "{}", "[1]", '{"tengen":2}', SHORT.line().replace("fqr", "fqx"), "{"])
def test_another_line_is_refused(line: str) -> None:
    with pytest.raises(FormatError, match="not a line of an episode"):
        read_episode(line)


def test_actions_are_moves() -> None:
    moves = (Place(0), Place(8), Tao(3), Pass, Return)
    assert tuple(move_of(action_of(move, 9), 9) for move in moves) == moves


def test_a_folder_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(episode_folder, "FULL", 3)
    for begin in (1, 5):
        with EpisodeFolder(tmp_path) as folder:
            assert folder.last == begin - 1
            for number in range(begin, begin + 4):
                folder.add(replace(SHORT, number=number))
    assert [path.name for path in episode_folder.compressed(tmp_path)] == ["000001.jsonl.gz", "000002.jsonl.gz"]
    assert [each.number for each in read_folder(tmp_path)] == [*range(1, 9)]
    with EpisodeFolder(tmp_path) as folder:
        assert (folder.count, folder.last) == (8, 8)


def test_numbers_continue_after_the_largest_in_any_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with EpisodeFolder(tmp_path) as folder:
        for number in (1, 4, 2):
            folder.add(replace(SHORT, number=number))
    with EpisodeFolder(tmp_path) as folder:
        assert (folder.last, folder.newest) == (4, replace(SHORT, number=2))
        monkeypatch.setattr(episode_folder, "FULL", 2)
        for number in (9, 3, 5, 6, 7, 8):
            folder.add(replace(SHORT, number=number))
    with EpisodeFolder(tmp_path) as folder:
        assert (folder.last, folder.count, len(episode_folder.compressed(tmp_path))) == (9, 9, 3)
    (tmp_path / "growing.jsonl").write_bytes(SHORT.line().encode() + b"no game\n")
    with pytest.raises(TengenError, match=r"line 2, column 1: .*growing\.jsonl: not a line"):
        [*read_folder(tmp_path)]


def test_a_torn_line_is_dropped_and_a_second_writer_refused(tmp_path: Path) -> None:
    with EpisodeFolder(tmp_path) as folder:
        folder.add(SHORT)
        with pytest.raises(TengenError, match="another command is writing"):
            EpisodeFolder(tmp_path)
    growing = tmp_path / "growing.jsonl"
    growing.write_bytes(growing.read_bytes() + SHORT.line().encode()[:50])
    assert len([*read_folder(tmp_path)]) == 1
    with EpisodeFolder(tmp_path) as folder:
        folder.add(replace(SHORT, number=2))
    assert [each.number for each in read_folder(tmp_path)] == [1, 2]


def test_lines_compressed_before_a_kill_are_not_repeated(tmp_path: Path) -> None:
    lines = "".join(replace(SHORT, number=number).line() for number in (1, 2)).encode()
    (tmp_path / "000001.jsonl.gz").write_bytes(gzip.compress(lines))
    (tmp_path / "growing.jsonl").write_bytes(lines)
    with EpisodeFolder(tmp_path) as folder:
        assert (folder.count, folder.last) == (2, 2)
    assert [each.number for each in read_folder(tmp_path)] == [1, 2]


@pytest.mark.parametrize(
    "plan",
    [
        Plan(1, "chinese", ("4", "3x4 torus"), 1),
        Plan(2, "japanese", ("graph:petersen",), 1),
        Plan(3, "tao", ("3",), 1),
        Plan(4, "tile", ("3x4",), 1),
    ],
    ids=str,
)
def test_an_episode_replays_to_its_result(plan: Plan) -> None:
    played = play_episode(plan)
    assert played == play_episode(plan)
    assert played.board in plan.boards
    assert read_episode(played.line()) == played
    positions = [(at, game.to_play) for at, game in played.replay()]
    assert len(positions) == len(played.actions) == len(played.paces) == len(played.thoughts)
    game = played.start()
    for action in played.actions:
        game.play(move_of(action, len(game.board)))
    assert game.outcome is not None
    assert game.outcome.how == played.ended
    if played.variant.rules.scoring != "territory":  # if dead stones are removed
        assert played.winner == {"black": 1, "white": -1, None: 0}[game.outcome.winner]
    for thought, pace in zip(played.thoughts, played.paces):
        assert (thought is None) == (pace == "random")
        assert thought is None or 0 <= thought.win_rate <= 1


def test_an_episode_is_the_same_before_the_rules_are_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = Plan(8, "cushion", ("4x4",), 1)
    played = play_episode(plan)
    for wide in (False, True):
        for name, home in HOMES.items():
            monkeypatch.setattr(game_calls(wide), name, uncompiled(getattr(home, name)))
    assert play_episode(plan) == played


def test_komis_are_whole_or_half_and_mostly_fair() -> None:
    chance = random.Random(1)
    drawn = [draw_komi(25, 3.5, chance) for _ in range(400)]
    assert all(2 * komi == round(2 * komi) and -25 <= komi <= 25 for komi in drawn)
    assert sum(abs(komi - 3.5) <= 2 for komi in drawn) > 240


def test_what_is_compressed_while_a_folder_is_read_is_read_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(episode_folder, "FULL", 3)
    with EpisodeFolder(tmp_path) as folder:
        for number in range(1, 6):
            folder.add(replace(SHORT, number=number))
        found = []
        for episode in read_folder(tmp_path):
            found.append(episode.number)
            if len(found) == 2:  # the second file is compressed, a third begins
                folder.add(replace(SHORT, number=6))
                folder.add(replace(SHORT, number=7))
        assert found == [1, 2, 3, 4, 5, 6, 7]
        assert episode_folder.count_folder(tmp_path) == 7
        assert [episode.number for episode in read_folder(tmp_path, 4)] == [5, 6, 7]
