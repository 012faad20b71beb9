"""Without a server: the page's own rules agree with the kernel; lessons, problems and games for two go on."""

from __future__ import annotations

import random
from typing import Any, Final

import pytest
from web_browser import People

from tengen import Game
from tengen.records import COLOURS, Pass, Place

BOARDS: Final = ("3x3", "4x4", "5x5", "6x4", "7x1", "4x4 torus", "graph:petersen", "graph:cube", "triangular 4x4", "star 2")
GAMES: Final = 20

AGREES = """async (games) => {
    const { GoGame } = await import("/static/js/gorules.js");
    for (const { board, rules, neighbours, turns, owners, margin } of games) {
        const game = new GoGame(neighbours, rules);
        for (const [at, { legal, move, stones, captures }] of turns.entries()) {
            const found = neighbours.map((_, point) => game.whyNot(point) === null ? "1" : "0").join("");
            const where = `${board} ${JSON.stringify(rules)} after ${game.moves}`;
            if (found !== legal) return `${where}: ${found} may be played, not ${legal}`;
            if (!game.play(move)) return `${where}: ${move} is refused`;
            if (game.stones.join() !== stones.join()) return `${where} ${move}: ${game.stones}, not ${stones}`;
            if (Object.values(game.captures).join() !== captures.join()) return `${where}: prisoners ${captures}`;
        }
        const area = game.area();
        if (area.owners.join() !== owners.join() || area.margin !== margin) return `${board} ${game.moves}: ${area.margin}`;
        if (game.over && game.undone().over) return "a move cannot be taken back";
    }
    return "";
}"""


def _played(board: str, axes: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """Return a random game as the kernel plays it: what was legal before each move, and what stood after it."""
    game = Game("chinese", board=board, **axes)
    points, turns = range(len(game.board)), []
    sign = {None: 0, "black": 1, "white": -1}
    while game.outcome is None and len(turns) < 4 * len(game.board):
        free = [move.point for move in game.legal_moves() if isinstance(move, Place)]
        move = chance.choice(free) if free and chance.random() > 0.04 else -1
        game.play(Pass if move < 0 else game.board.labels[move])
        stones = [sign[game.content(label)] for label in game.board.labels]  # type: ignore[index]
        captures = [game.prisoners[colour] for colour in COLOURS]
        legal = "".join("01"[p in free] for p in points)
        turns.append({"legal": legal, "move": move, "stones": stones, "captures": captures})
    score = game.score()
    return {
        "board": board,
        "neighbours": [[int(q) for q in game.board.neighbours[p]] for p in points],
        "rules": {"suicide": axes["suicide"] == "allowed", "repetition": axes["repetition"], "komi": axes["komi"]},
        "turns": turns,
        "owners": [sign[score.owner[label]] for label in game.board.labels],
        "margin": score.black - score.white - score.komi,
    }


@pytest.mark.parametrize("repetition", ["positional", "situational", "ko", "none"])
@pytest.mark.parametrize("suicide", ["allowed", "forbidden"])
def test_random_games_go_as_the_kernel_plays_them(people: People, suicide: str, repetition: str) -> None:
    page, chance = people.somebody(), random.Random(f"{suicide} {repetition}")
    page.goto("/learn")
    axes = {"suicide": suicide, "repetition": repetition, "komi": 6.5}
    games = [_played(board, axes, chance) for board in BOARDS for _ in range(GAMES)]
    assert sum(any(turn["captures"] != [0, 0] for turn in game["turns"]) for game in games) > GAMES
    assert page.evaluate(AGREES, games) == ""
