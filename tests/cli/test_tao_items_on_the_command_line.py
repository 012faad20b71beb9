"""Faults of Tao Go on the command line, a test for each, named after it."""

from pathlib import Path

from command_line import Run

from tengen.game import Game
from tengen.records import Reason

ROWS = [".....", ".XO..", "XOTO.", ".XO..", "....."]
DIAGRAM = """$$B A corner
$$ -----------
$$ | . . S . . |
$$ | . X O . . |
$$ | . O C . . |
$$ | . . . . . |
$$ | . . . W . |
$$ -----------
"""


def test_item_7_squares_are_tao_stones_where_the_rules_have_them(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "corner.txt"
    file.write_text(DIAGRAM)
    assert "5  . . # . .  5" in run("show", str(file), "--ascii").stdout
    shown = run("show", str(file), "--ascii", "--rules", "tao").stdout
    assert "5  . . T . .  5" in shown
    assert shown.count("T") == 2  # the other T begins the game's name: none is at the centre
    written = run("convert", str(file), "-", "--to-format", "sensei", "--rules", "tao").stdout
    assert "$$ | . . S . . |" in written
    assert "$$ {TAO C5}" in written


def test_item_7_rows_gain_no_tao_stone_and_keep_their_rules(run: Run, tmp_path: Path) -> None:
    rows, sgf = tmp_path / "rows.txt", tmp_path / "rows.sgf"
    rows.write_text(".....\n.XO..\nX.O..\n.XO..\n..T..\n")
    shown = run("show", str(rows), "--ascii", "--rules", "tao", "--set", "tao_price=2").stdout
    assert "3  X . O . .  3" in shown
    run("convert", str(rows), str(sgf), "--rules", "tao", "--set", "tao_price=2")
    game = Game.from_sgf(sgf.read_text())
    assert (game.rules.tao, game.rules.tao_price) == ("on", 2)
    assert game.rows() == rows.read_text().split()
    assert run("show", str(sgf), "--ascii").stdout == shown


def test_item_7_an_empty_diagram_stays_empty(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "rows.txt"
    file.write_text("...\n...\n...\n")
    assert "2  . . .  2" in run("show", str(file), "--ascii", "--rules", "tao").stdout


def test_item_7_circles_mean_tiles_where_an_option_says_so(run: Run, tmp_path: Path) -> None:
    file, sgf = tmp_path / "corner.txt", tmp_path / "corner.sgf"
    file.write_text(DIAGRAM)
    assert "o" in run("show", str(file), "--ascii").stdout
    shown = run("show", str(file), "--ascii", "--circles-are-tiles").stdout
    assert "3  . O .'. .  3" in shown
    run("convert", str(file), str(sgf), "--rules", "cushion", "--circles-are-tiles")
    game = Game.from_sgf(sgf.read_text())
    assert game.tiles == {"C3": 1, "D1": 1}
    refused = run("show", str(sgf), "--circles-are-tiles")
    assert "--circles-are-tiles is for diagrams" in refused.stderr


def test_item_8_a_refusal_tells_the_price_and_what_is_held(run: Run, tmp_path: Path) -> None:
    game = Game.setup("tao", ROWS, prisoners={"black": 1}, tao_price=2, komi=0)
    assert game.why_not("tao A1") == (Reason.NO_PRISONER,)
    file = tmp_path / "game.sgf"
    file.write_text(game.sgf())
    said = run("play", "tao", "--opponent", "human", lines=f"load {file}\ntao A1\nwhy tao A1\n").stdout
    assert said.count("Black cannot pay for a Tao stone: it costs 2; Black holds 1.") == 2
    assert "A Tao stone costs 2 prisoners." in said
    assert "has no prisoner to give" not in said


def test_item_8_a_game_starts_without_tao_stones(run: Run) -> None:
    line = ("play", "tao", "--board", "5", "--opponent", "human", "--ascii", "--set")
    assert "T" in run(*line, "komi=0").stdout.partition("5  ")[2].partition("A B C")[0]
    assert "T" not in run(*line, "tao_start=none").stdout.partition("5  ")[2].partition("A B C")[0]
    assert Game("tao", tao_start="none").stones == Game("tao", tao_start=[]).stones == {}


def test_item_8_buying_can_be_switched_off_from_the_command_line(run: Run) -> None:
    line = ("play", "tao", "--board", "5", "--opponent", "human", "--set", "tao_price=off")
    said = run(*line, lines="tao A1\n").stdout
    assert "No Tao stone can be bought in this game, and Black has none in hand." in said
    assert "No Tao stone can be bought.\n" in said
