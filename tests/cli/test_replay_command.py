"""`tengen replay`: output streams and exit codes."""

import json
from pathlib import Path

import pytest
from command_line import Run

KEYS = ["file", "game", "moves", "captures", "ko_captures", "tiled_points", "first_tile", "highest_stack"]
KEYS += ["illegal", "odd", "score"]
EXAMPLES = sorted((Path(__file__).parents[2] / "examples" / "games").glob("*.sgf"))


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    games = {
        "quiet.sgf": "(;SZ[5];B[cc];W[bb];B[dd])",
        "cut.sgf": "(;SZ[5];B[cc];W[bb];B[dd]",
        "late.sgf": "(;SZ[5];B[cc];AW[dd];B[bb])",
        "handicap.sgf": "(;SZ[5]HA[2];W[cc];B[bb];W[cc])",
    }
    for name, text in games.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "binary.sgf").write_bytes(bytes(range(256)))
    return [tmp_path / name for name in (*games, "binary.sgf")] + [tmp_path]


def test_json_is_one_object_a_line(run: Run, files: list[Path]) -> None:
    result = run("replay", *files, "--rules", "tile", "--json")
    told = [json.loads(line) for line in result.stdout.splitlines()]
    assert all(list(one) == KEYS for one in told)
    assert [Path(one["file"]).name for one in told] == ["quiet.sgf", "late.sgf", "handicap.sgf"]
    assert told[0] == {
        "file": str(files[0]),
        "game": 1,
        "moves": 3,
        "captures": 0,
        "ko_captures": 0,
        "tiled_points": 1,
        "first_tile": 3,
        "highest_stack": 1,
        "illegal": None,
        "odd": [],
        "score": told[0]["score"],
    }
    assert told[-1]["illegal"] == {"move": 3, "reasons": ["occupied"]}
    assert result.exit_code == 1
    for name in (
        "cut.sgf: skipped: truncated: the file ends in the middle of the game",
        "late.sgf: stones are set up in mid-game; history restarted once",
        "binary.sgf: skipped",
        "is not an ordinary file",
    ):
        assert name in result.stderr
    assert "handicap.sgf: White moves first" in result.stderr
    assert "under tile" in result.stderr
    assert "Stopped by an illegal move: 1 game (occupied 1)." in result.stderr


def test_the_table_and_the_summary(run: Run, files: list[Path]) -> None:
    result = run("replay", files[0], "--rules", "cushion", "--set", "tile_stack=2")
    assert result.exit_code == 0
    assert "quiet.sgf" in result.stdout
    assert "1 game under cushion: 3 moves, 0 captures (0.0 a game), 0 of them in ko." in result.stdout
    assert "No move was illegal." in result.stdout
    assert not result.stderr


@pytest.mark.parametrize(("place", "said"), [(-2, ""), (1, "column 26: the text ends in the middle of the game")])
def test_what_is_missing_or_cut_off_is_never_counted(run: Run, files: list[Path], place: int, said: str) -> None:
    result = run("replay", files[place], "--rules", "chinese", "--warnings")
    assert result.exit_code == 1
    assert result.stdout == "No game was replayed under chinese; 1 skipped.\n"
    assert said in result.stderr


def test_the_formal_notation_needs_a_board(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "clicks.txt"
    file.write_text("1 (2 3) 2 (1 1) 3 pass")
    result = run("replay", file, "--rules", "chinese", "--board", "5", "--json")
    assert json.loads(result.stdout)["moves"] == 3
    result = run("replay", file, "--rules", "chinese")
    assert result.exit_code == 1
    assert "name the board" in result.stderr
    assert run("replay", file, "--rules", "chinese", "--board", "no such").exit_code == 2


def test_warnings_on_demand(run: Run, files: list[Path]) -> None:
    assert "HA[2]" not in run("replay", files[3], "--rules", "chinese").stderr
    assert "HA[2]" in run("replay", files[3], "--rules", "chinese", "--warnings").stderr


@pytest.mark.skipif(not EXAMPLES, reason="no examples here")
def test_the_examples_replay(run: Run) -> None:
    told = [json.loads(line) for line in run("replay", *EXAMPLES, "--rules", "chinese", "--json").stdout.splitlines()]
    assert [one["illegal"] for one in told] == [None] * len(EXAMPLES)


def test_records_are_replayed_under_their_own_rules(run: Run, tmp_path: Path) -> None:
    odd = tmp_path / "odd.sgf"
    odd.write_text("(;SZ[5]RU[Japanese];B[cc];B[dd];W[];B[];W[aa])")
    result = run("replay", odd, "--json")
    assert json.loads(result.stdout)["odd"] == [
        {"move": 2, "reasons": ["not_your_turn"]},
        {"move": 5, "reasons": ["game_over"]},
    ]
    assert "Made as written, against the rules: 2 moves in 1 game (not_your_turn 1, game_over 1)." in result.stderr
    assert "move 2, D2, was made against the rules: not_your_turn" in run("replay", odd, "--warnings").stderr
    assert "Stopped by an illegal move" in run("replay", odd, "--rules", "japanese").stdout
    assert "name it with --rules" in run("replay", odd, "--set", "komi=1").stderr
    shown = run("show", odd, "--move", "2", "--ascii")
    assert "line 1, column 26: move 2, Black D2, is played as recorded, against the rules" in shown.stderr
    assert shown.exit_code == 0
    assert "Move 2, D2, is illegal." in run("show", odd, "--move", "2", "--rules", "chinese", "--ascii").stdout
    assert "move 5, White A5," in run("convert", odd, "-", "--to-format", "rows").stderr
