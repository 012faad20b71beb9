"""docs/good-play.md: its games are legal and end as it says, its commands played them, and its pictures are theirs."""

from __future__ import annotations

import re
from pathlib import Path
from shlex import split
from typing import Any

import pytest
from drawn_pages import check_drawn
from typer.main import get_command

from tengen import Game, boards, variant
from tengen.cli import app
from tengen.formats import read_file, sgf
from tengen.match.entrants import entrant
from tengen.records import Place, Record

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "good-play.md").read_text("utf-8")
RECORDS = sorted((ROOT / "examples" / "games" / "network").rglob("*.sgf"))
MATCHES = re.findall(r"^tengen (match .*)$", PAGE, re.MULTILINE)
PICTURES = re.findall(r"^tengen (show .*)$", PAGE, re.MULTILINE)
RESULTS = {
    name: ([cell.strip() for cell in cells.split("|")], int(won))
    for name, cells, won in re.findall(r"^\| `([a-z-]+)` \|[^|]*\|[^|]*\|(.*)\| (\d) of 5 \|$", PAGE, re.MULTILINE)
}
CAPTURES = re.findall(
    r"^\| `([a-z]+/game-\d+)` \| (\d+) (White|Black) (\w+) \| (\d+) \| (\d+) (White|Black) (\w+) \| (\d+) \|$",
    PAGE,
    re.MULTILINE,
)


def record_of(name: str) -> Record:
    return read_file(ROOT / "examples" / "games" / "network" / f"{name}.sgf")


def option(words: list[str], name: str, default: str = "") -> str:
    return words[words.index(name) + 1] if name in words else default


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_game_is_legal_and_ends_as_the_page_says(path: Path) -> None:
    record = read_file(path)
    assert record.warnings == []
    game = Game.from_record(record)  # an illegal move would be a warning, and so an error
    number = int(path.stem.removeprefix("game-"))
    results, _ = RESULTS[path.parent.name]
    assert str(game.outcome) == record.info["RE"] == results[number - 1]
    assert ("network" in record.info["PB"]) is (number in (1, 3, 5))
    moves = [node for node in record.main_line() if node.move]
    assert len(moves) == len(game.moves)
    assert all(re.match(r"[\d,]+ (visits|simulations): Black wins \d+%.*; expected: ", node.comment) for node in moves)
    assert sgf.write(record) == path.read_text("utf-8")


def test_the_table_has_all_games_and_counts_them_right() -> None:
    assert len(RECORDS) == 30
    assert sorted(RESULTS) == sorted({path.parent.name for path in RECORDS})
    for results, won in RESULTS.values():
        assert won == sum(result[0] == ("B" if number % 2 else "W") for number, result in enumerate(results, 1))


@pytest.mark.parametrize("line", MATCHES)
def test_its_commands_are_those_of_the_games(line: str) -> None:
    _, network, playouts, *words = split(line)
    known = {option for each in get_command(app).commands["match"].params for option in each.opts}  # type: ignore[attr-defined]
    assert {word for word in words if word.startswith("--")} <= known
    folder = option(words, "--sgf")
    komi = option(words, "--komi")
    given: dict[str, Any] = {"komi": float(komi)} if komi else {}
    axes: dict[str, Any] = dict([option(words, "--set").split("=")]) if "--set" in words else {}
    asked = variant(option(words, "--variant"), **axes, **given)
    records = [read_file(path) for path in sorted((ROOT / folder).glob("*.sgf"))]
    assert len(records) == int(option(words, "--games"))
    for record in records:
        game = Game.from_record(record)
        assert game.rules == asked.rules
        assert game.board.text == boards.parse(option(words, "--board"), footprint=asked.footprint).text
        assert {record.info["PB"], record.info["PW"]} == {entrant(network).name, entrant(playouts).name}


@pytest.mark.parametrize("capture", CAPTURES, ids=lambda capture: str(capture[0]))
def test_the_great_captures_are_those_of_the_games(capture: tuple[str, ...]) -> None:
    name, filled, loser, eye, prisoners, taken, winner, where, stones = capture
    played = Game.from_record(record_of(name))
    largest = max(played.turns, key=lambda turn: len(turn.captured))
    before = played.turns[int(filled) - 1]
    assert (largest.number, largest.mover, played.write_move(largest.move)) == (int(taken), winner.lower(), where)
    assert (before.mover, played.write_move(before.move), len(largest.captured)) == (loser.lower(), eye, int(stones))
    assert played.outcome is not None
    assert played.outcome.winner == winner.lower()
    again = Game(played.variant, board=played.board)
    for move in played.moves[: int(filled) - 1]:
        again.push(move)
    assert isinstance(before.move, Place)
    assert again.territory()[eye] == loser.lower()
    assert again.prisoners[before.mover] == int(prisoners)


def test_there_are_ten_great_captures() -> None:
    assert len(CAPTURES) == 10
    assert sum(int(prisoners) > 0 for *_, prisoners, _, _, _, _ in CAPTURES) == 7
    assert "In seven of ten games the loser filled an eye with prisoners in hand" in PAGE


@pytest.mark.parametrize("line", PICTURES)
def test_its_pictures_are_what_its_commands_draw(line: str, tmp_path: Path) -> None:
    check_drawn(line, PAGE, tmp_path)


def test_every_picture_has_its_command() -> None:
    shown = set(re.findall(r"\((good-play/[a-z-]+\.svg)\)", PAGE))
    assert shown == {line.rpartition(" docs/")[2] for line in PICTURES}
    assert shown == {f"good-play/{path.name}" for path in (ROOT / "docs" / "good-play").iterdir()}
