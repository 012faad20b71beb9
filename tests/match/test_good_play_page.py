"""docs/good-play.md: its games are legal and end as they say, and its pictures are theirs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from drawn_pages import check_drawn

from tengen import Game
from tengen.formats import read_file, sgf

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "good-play.md").read_text("utf-8")
RECORDS = sorted((ROOT / "examples" / "games" / "network").rglob("*.sgf"))
PICTURES = re.findall(r"^tengen (show .*)$", PAGE, re.MULTILINE)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_game_is_legal_and_ends_as_it_says(path: Path) -> None:
    record = read_file(path)
    assert record.warnings == []
    game = Game.from_record(record)  # an illegal move would be a warning, and so an error
    assert str(game.outcome) == record.info["RE"]
    moves = [node for node in record.main_line() if node.move]
    assert len(moves) == len(game.moves)
    assert sgf.write(record) == path.read_text("utf-8")


@pytest.mark.parametrize("line", PICTURES)
def test_its_pictures_are_what_its_commands_draw(line: str, tmp_path: Path) -> None:
    check_drawn(line, PAGE, tmp_path)


def test_every_picture_has_its_command() -> None:
    shown = set(re.findall(r"\((good-play/[a-z-]+\.svg)\)", PAGE))
    assert shown == {line.rpartition(" docs/")[2] for line in PICTURES}
    assert shown == {f"good-play/{path.name}" for path in (ROOT / "docs" / "good-play").iterdir()}
