"""Files of results: written whole, read back, continued, and never mistaken for another match."""

import json
import os
from pathlib import Path
from typing import Any

import pytest
from data import cases

from tengen import FormatError, TengenError, variant
from tengen.match.entrants import entrant
from tengen.match.match_play import ResultFile, conditions_of, head_of
from tengen.match.referee import GameResult

CONDITIONS = conditions_of("tile", "4x4", openings=0, seed=1)
HEAD = head_of(entrant("random"), entrant("2"), CONDITIONS)
GAMES = [
    GameResult(1, "first", "second", "W+", "no_moves", ("A1", "return"), ("Rändom", "B"), 0, (0.1, 0.25), "", ()),
    GameResult(2, "second", None, "Void", "void", (), ("Rändom", "B"), reason="both\nfailed"),
    GameResult(3, "first", "first", "B+2.5", "score", ("A1",), ("Rändom", "B"), dead=("A1", "B1")),
]


def written(path: Path, *games: GameResult) -> Path:
    with ResultFile(path, HEAD, resume=False) as results:
        for game in games:
            results.add(game)
    return path


def test_results_come_back_as_they_were(tmp_path: Path) -> None:
    path = written(tmp_path / "match.jsonl", *GAMES)
    with ResultFile(path, HEAD, resume=True) as results:
        assert results.entries == GAMES
        results.finish({"games": 3})
    with pytest.raises(TengenError, match="already exists; --resume"):
        ResultFile(path, HEAD, resume=False)
    lines = path.read_text("utf-8").splitlines()
    assert [next(iter(json.loads(line))) for line in lines] == ["tengen", "game", "game", "game", "summary"]
    with ResultFile(path, HEAD, resume=True) as results:
        assert results.entries == GAMES


def test_a_line_cut_off_is_dropped_and_no_game_counts_twice(tmp_path: Path) -> None:
    path = written(tmp_path / "match.jsonl", *GAMES[:2], GAMES[0])
    whole = path.read_bytes()
    path.write_bytes(whole + b'{"game": 3, "black": "fi')
    with ResultFile(path, HEAD, resume=True) as results:
        assert results.entries == GAMES[:2]
        results.add(GAMES[2])
    with ResultFile(path, HEAD, resume=True) as results:
        assert results.entries == GAMES
    head = whole.splitlines()[0]
    path.write_bytes(head[:10])
    with ResultFile(path, HEAD, resume=True) as results:
        assert results.entries == []


@pytest.mark.parametrize(("change", "says"), cases("tournament_results", "another_match_is_refused"))
def test_another_match_is_refused(tmp_path: Path, change: dict[str, Any], says: str) -> None:
    path = written(tmp_path / "match.jsonl", GAMES[0])
    before = path.read_bytes()
    with pytest.raises(TengenError) as refused:
        ResultFile(path, {**HEAD, **change}, resume=True)
    assert says in str(refused.value)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    "content", ["not JSON\n", "[1, 2]\n", '{"tengen": 1, "kind": "record"}\n', "some text without an end"]
)
def test_other_files_are_refused_and_left_alone(tmp_path: Path, content: str) -> None:
    path = tmp_path / "file"
    path.write_text(content)
    with pytest.raises(FormatError):
        ResultFile(path, HEAD, resume=True)
    assert path.read_text() == content


@pytest.mark.parametrize(
    "line", ["nonsense", '{"game": 1}', '{"game": 1, "black": 3}', '{"game": "1", "winner": "nobody"}', "7"]
)
def test_damaged_lines_are_named(tmp_path: Path, line: str) -> None:
    path = written(tmp_path / "match.jsonl", GAMES[0])
    with open(path, "a", encoding="utf-8") as file:
        file.write(line + "\n")
    with pytest.raises(FormatError) as refused:
        ResultFile(path, HEAD, resume=True)
    assert refused.value.line == 3


def test_two_matches_cannot_write_into_one_file(tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    with (
        ResultFile(tmp_path / "match.jsonl", HEAD, resume=False),
        pytest.raises(TengenError, match="another match is writing to it"),
    ):
        ResultFile(tmp_path / "match.jsonl", HEAD, resume=True)


def test_a_line_without_room_is_not_begun(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write = os.write
    with ResultFile(tmp_path / "match.jsonl", HEAD, resume=False) as results:
        results.add(GAMES[0])
        before = results.path.read_bytes()
        monkeypatch.setattr(os, "write", lambda file, data: write(file, data[:9]))
        with pytest.raises(OSError, match="No space left") as refused:
            results.add(GAMES[1])
        monkeypatch.undo()
        assert refused.value.filename == str(results.path)
        assert results.path.read_bytes() == before
        results.add(GAMES[1])
    with ResultFile(results.path, HEAD, resume=True) as again:
        assert again.entries == GAMES[:2]


def test_rules_of_ones_own_are_told_whole() -> None:
    own = variant("tile", tile_stack=2, komi=1.5)
    assert head_of(entrant("1"), entrant("2"), conditions_of(own, "4x4"))["axes"] == {"komi": 1.5, "tile_stack": 2}
