"""The example that looks for the worst moves of a game finds the one that everybody can see, and reads any game."""

import subprocess
import sys
from pathlib import Path

import pytest
from asking import PATIENCE

from tengen import Game

SCRIPT = Path(__file__).parents[2] / "examples" / "worst_moves.py"


def lines(game: Game, folder: Path) -> list[str]:
    file = folder / "game.json"
    file.write_text(game.to_json(), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, SCRIPT, str(file), "200", "--jobs", "2"],
        capture_output=True, text=True, check=True, timeout=PATIENCE,
    )  # fmt: skip
    return done.stdout.splitlines()


@pytest.mark.slow
def test_a_group_that_fills_its_own_eye_is_the_worst(tmp_path: Path) -> None:
    rows = [".XO.O", "XXOO.", "XXOOO", "XXO.O", ".XOOO"]
    game = Game.setup("tromp-taylor", rows, to_play="white", komi=-6.5)
    for move in ("pass", "A1", "A5"):
        game.play(move)
    first, *_ = lines(game, tmp_path)
    assert first.split()[:4] == ["move", "2", "black", "A1"]


@pytest.mark.slow
def test_a_game_that_is_not_ordinary_go_is_read_with_its_board_and_its_rules(tmp_path: Path) -> None:
    game = Game("cushion", board="3x3 torus", tiles="tile")
    for move in list(game.legal_moves())[:2]:
        game.play(move)
    assert len(lines(game, tmp_path)) == 2
