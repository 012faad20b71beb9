"""`python -m benchmarks.game_counts`: output and errors."""

import json

from command_line import Run

from benchmarks.game_counts.__main__ import game_counts

SCRIPTS = (game_counts,)


def test_games_are_counted(run: Run) -> None:
    assert run("game_counts").stdout == "907 games on 3x1, repetition positional, suicide forbidden\n"
    found = run("game_counts", "1x1", "--set", "repetition=natural", "--set", "suicide=allowed", "--json")
    assert json.loads(found.stdout) == {
        "board": "1", "count": "5", "repetition": "natural", "suicide": "allowed",
        "method": "walks under natural superko, by states", "positions": 1,
    }  # fmt: skip


def test_games_without_end_are_refused(run: Run) -> None:
    refused = run("game_counts", "--set", "repetition=ko")
    assert refused.exit_code == 2
    assert "games can repeat for ever" in refused.stderr
