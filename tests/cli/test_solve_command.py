"""`tengen solve`: output, files and errors."""

import gzip
import json
import signal
from pathlib import Path

import pytest
from command_line import Run

from tengen import Game


def test_a_board_is_solved(run: Run) -> None:
    found = run("solve", "--board", "3x1", "--set", "repetition=ko")
    assert found.exit_code == 0
    assert found.stdout.splitlines()[1:] == [
        "Black wins by 3.",
        "Moves that keep this: B1.",
        "A line of best play: B1 pass pass.",
        "Proved under: plain ko, with any history, whatever a cycle is worth; superko is not covered.",
        "Found by listing every position (10 positions).",
    ]


def test_what_depends_on_cycles_is_said(run: Run) -> None:
    found = run("solve", "--board", "2x2", "--set", "repetition=ko")
    assert "It depends on the value of infinite play: between -4 and +4 for Black; +0 if that is 0." in found.stdout


def test_the_end_of_a_record_is_solved(run: Run, tmp_path: Path) -> None:
    game = Game("chinese", board="2x2", komi=0)
    game.play("A1")
    Path("game.sgf").write_text(game.sgf(), encoding="utf-8")
    found = json.loads(run("solve", "game.sgf", "--json").stdout)
    assert (found["low"], found["high"], found["unit"], found["complete"]) == (1, 1, "points", True)
    assert "with the history of this game" in found["rules"]
    changed = json.loads(run("solve", "game.sgf", "--set", "komi=0.5", "--json").stdout)
    assert changed["low"] == 0.5


def test_settings_hold_from_the_first_move_of_a_record(run: Run) -> None:
    """The record's own rules forbid the suicide at B1."""
    Path("game.sgf").write_text("(;GM[1]FF[4]SZ[2:1]RU[Chinese]KM[0];B[aa];W[];B[ba])", encoding="utf-8")
    refused = run("solve", "game.sgf")
    assert refused.exit_code == 2
    assert "suicide" in refused.output
    found = run("solve", "game.sgf", "--set", "suicide=allowed", "--set", "repetition=none")
    assert found.exit_code == 0, found.output


@pytest.mark.parametrize(
    ("to_play", "superko", "verdict"),
    [("white", "natural", "White wins by 2."), ("black", "positional", "Black wins by 23.")],
)
def test_the_triple_ko_claims_are_commands(run: Run, to_play: str, superko: str, verdict: str) -> None:
    """Spec 1.24."""
    asked = ("--points", "A6 A5,C6 C5 e6 E5 A3", "--set", f"repetition={superko}", "--to-play", to_play)
    for source in (("--position", "triple-ko-3"), ("triple-ko-1",)):
        found = run("solve", *source, *asked)
        assert found.exit_code == 0, found.output
        assert verdict in found.stdout.splitlines()
        assert f"{superko} superko" in found.stdout
        assert "both sides play on A6 C6 E6 A5 C5 E5 A3 alone, or pass." in found.stdout


def test_a_position_that_was_shown_is_solved_without_komi(run: Run) -> None:
    Path("rows.txt").write_text("XXX\n.X.\n", encoding="utf-8")
    assert "Black wins by 6." in run("solve", "rows.txt", "--set", "repetition=ko").stdout


def test_limits_leave_bounds(run: Run) -> None:
    found = run("solve", "--board", "5x5", "--set", "repetition=ko", "--memory", "64MiB", "--limit", "0.2")
    assert found.exit_code == 1
    assert "Not decided within the limits: the value for Black is between -" in found.stdout


def test_a_game_that_is_over_is_told_as_that(run: Run) -> None:
    game = Game("chinese", board="2x2")
    game.play("A1")
    game.play("resign")
    Path("over.sgf").write_text(game.sgf(), encoding="utf-8")
    found = run("solve", "over.sgf").stdout.splitlines()
    assert found == ["Go, Chinese rules on 2x2, where the game is over.", "White resigns: Black wins."]


def test_where_nothing_is_known_that_is_said(run: Run) -> None:
    found = run("solve", "--variant", "japanese", "--board", "3x3", "--limit", "0.000001")
    assert found.exit_code == 1
    assert "the value is unknown so far" in found.stdout


def test_a_proof_is_written_and_checked(run: Run) -> None:
    ko = ("--set", "repetition=ko")
    found = run("solve", "--board", "3x1", *ko, "--proof", "proof.gz")
    assert found.exit_code == 0, found.output
    assert found.stdout.splitlines()[-1] == "Wrote proof.gz: 4 lines. tengen check-proof proof.gz checks it."
    checked = run("check-proof", "proof.gz")
    assert checked.exit_code == 0, checked.output
    assert "Black gets at least 3 points, safe within 1 turn: Black's margin is at least 3" in checked.stdout
    plain = gzip.decompress(Path("proof.gz").read_bytes()).decode("ascii")
    assert run("check-proof", "-", lines=plain).stdout == checked.stdout
    assert "tengen: -: line 1:" in run("check-proof", "-", lines="no proof").output
    claims = json.loads(run("check-proof", "proof.gz", "--json").stdout)["claims"]
    assert [(one["side"], one["points"], one["moves"]) for one in claims] == [("black", 3, 1)]
    again = run("solve", "--board", "3x1", *ko, "--proof", "proof.gz")
    assert again.exit_code == 2
    assert "proof.gz already exists; --force replaces it" in again.output
    before = Path("proof.gz").read_bytes()
    assert run("solve", "--board", "3x1", *ko, "--proof", "proof.gz", "--force").exit_code == 0
    assert Path("proof.gz").read_bytes() == before


def test_the_proof_of_a_variant_is_written_and_checked(run: Run) -> None:
    found = run("solve", "--variant", "tile", "--board", "2x2", "--proof", "tile.gz")
    assert found.exit_code == 0, found.output
    assert found.stdout.splitlines()[-1] == "Wrote tile.gz: 17 lines. tengen check-proof tile.gz checks it."
    checked = run("check-proof", "tile.gz")
    assert checked.exit_code == 0, checked.output
    assert checked.stdout.splitlines()[:2] == [
        "Tile Go on 2x2, 4 points; the empty board; black to play.", "White wins, in 16 turns at most.",
    ]  # fmt: skip
    told = json.loads(run("check-proof", "tile.gz", "--json").stdout)
    assert [(one["side"], one["turns"], one["moves"]) for one in told["claims"]] == [("white", 16, 15)]
    assert (
        run("solve", "--variant", "gengo", "--board", "1x5", "--set", "komi=0", "--proof", "gengo.jsonl").exit_code == 0
    )
    text = Path("gengo.jsonl").read_text(encoding="ascii")
    assert "Black gets at least 1 point, in 10 turns" in run("check-proof", "gengo.jsonl").stdout
    assert text.count('"board": "gengo 1x5"') == 1
    Path("gengo.jsonl").write_text(text.replace('"board": "gengo 1x5"', '"board": "1x5"'), encoding="ascii")
    refused = run("check-proof", "gengo.jsonl")
    assert refused.exit_code == 2
    assert "line 1: these points and neighbours are not a board of 1x5" in " ".join(refused.output.split())


def test_ctrl_c_leaves_the_bounds_and_exits_as_everywhere(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from tengen.solve.budget import Budget

    monkeypatch.setattr(Budget, "step", lambda *_, **__: signal.raise_signal(signal.SIGINT))
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # it may be ignored here
    try:
        found = run("solve", "--board", "3x3", "--set", "repetition=ko")
    finally:
        signal.signal(signal.SIGINT, before)
    assert found.exit_code == 130
    assert "Not decided, as it was stopped: the value for Black is between -9 and +9." in found.stdout


def test_without_a_value_no_proof_is_written(run: Run) -> None:
    stopped = run("solve", "--board", "3x3", "--set", "repetition=ko", "--limit", "0.000001", "--proof", "proof.gz")
    assert stopped.exit_code == 1
    assert "--proof proof.gz: the value is not decided, so no file is written." in " ".join(stopped.output.split())
    assert not list(Path().glob("*proof*"))
