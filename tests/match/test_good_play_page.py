"""docs/lab/good-play.md: its games are legal with their stated ends, and its pictures are theirs."""

from pathlib import Path

import pytest

from tengen import Game
from tengen.formats import read_file, sgf

ROOT = Path(__file__).parents[2]
RECORDS = sorted((ROOT / "examples" / "games" / "network").rglob("*.sgf"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_game_is_legal_and_ends_as_it_says(path: Path) -> None:
    record = read_file(path)
    assert record.warnings == []
    game = Game.from_record(record)  # an illegal move would be a warning, and so an error
    assert str(game.outcome) == record.info["RE"]
    moves = [node for node in record.main_line() if node.move]
    assert len(moves) == len(game.moves)
    assert sgf.write(record) == path.read_text("utf-8")
