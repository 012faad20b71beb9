"""The moves of a game that cost most, by `tengen analysis-engine`: any game of Tengen's, as SGF or JSON.

python examples/worst_moves.py game.sgf [visits] [option of tengen analysis-engine]...
"""

import json
import subprocess
import sys
from pathlib import Path

import tengen
from tengen.formats.json.plain_values import dump_position


def query(game, visits):
    """Return a query about every position of a game."""
    head = json.loads(game.to_json())
    said = {
        "id": "game",
        "rules": {"variant": head["variant"], **head["axes"]},
        "board": head["board"],
        "moves": [["BW"[who == "white"], game.write_move(move)] for who, move in zip(game.movers, game.moves)],
        "analyzeTurns": list(range(len(game.moves) + 1)),
        "maxVisits": visits,
    }
    return said if game.start is None else {**said, "start": dump_position(game.start)}


def answers(said, *options):
    """Return what the engine says of every position, by its turn."""
    engine = [sys.executable, "-m", "tengen.cli", "analysis-engine", *options]
    lines = subprocess.run(engine, input=json.dumps(said), capture_output=True, text=True, check=True).stdout
    found = [json.loads(line) for line in lines.splitlines()]
    for each in found:
        if "error" in each:
            raise SystemExit(f"{each.get('field', 'engine')}: {each['error']}")
    return {each["turnNumber"]: each["rootInfo"] for each in found}


def worst(game, found, most=10):
    """Yield the moves after which their side's chance is least, compared with before: number, move and loss."""
    losses = []
    for turn, (who, move) in enumerate(zip(game.movers, game.moves)):
        before, after = (found[number]["winrate"] for number in (turn, turn + 1))  # Black's
        losses.append((before - after if who == "black" else after - before, turn + 1, who, game.write_move(move)))
    yield from sorted(losses, reverse=True)[:most]


if __name__ == "__main__":
    text = Path(sys.argv[1]).read_text(encoding="utf-8")
    game = tengen.Game.from_json(text) if text.lstrip().startswith("{") else tengen.Game.from_sgf(text)
    told = answers(query(game, int(sys.argv[2]) if len(sys.argv) > 2 else 300), *sys.argv[3:])
    for loss, number, who, move in worst(game, told):
        print(f"move {number:3}  {who:5} {move:8} {loss:6.1%}")
