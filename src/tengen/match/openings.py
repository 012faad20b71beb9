"""Openings for matches: a few random moves that keep the game even, reproducible by seed."""

from __future__ import annotations

import random
from typing import Final

from ..boards import Board
from ..game import Game
from ..players import MCTS, Budget
from ..players.calibration import share_of
from ..records import Place
from ..rules import Variant

TRIES: Final = 12
"""The maximum number of openings drawn; then the most even one is used."""

_OPEN: Final = 0.15
"""The largest distance of the first player's win rate from one half."""
_JUDGING: Final = Budget(simulations=200)


def opening(game: Game, moves: int, seed: int, number: int) -> tuple[str, ...]:
    """Return the moves of a match's opening: random stones after which a short search finds the game open.

    If no such opening is drawn, as on tiny boards that the first stone decides, it is the most even one. Handicap
    games, games with bids or swaps, and positions without room get no opening.

    >>> opening(Game("chinese", board="5x5"), 0, seed=1, number=1)
    ()
    """
    if moves == 0 or game.outcome is not None or game.rules.handicap or game.rules.fairness not in ("none", "switch"):
        return ()
    chance = random.Random(seed_of(seed, f"opening {number}"))
    best: tuple[float, tuple[str, ...]] = (1.0, ())
    for _ in range(TRIES):
        drawn = _drawn(game, moves, chance)
        if drawn is None:
            continue
        *_, found = MCTS(budget=_JUDGING, seed=chance.getrandbits(32), megabytes=8).analyse(drawn)
        uneven = abs(share_of(found.win_rate) - 0.5)
        if uneven < best[0]:
            best = uneven, tuple(map(drawn.write_move, drawn.moves[len(game.moves) :]))
        if uneven <= _OPEN:
            break
    return best[1]


def seed_of(seed: int, what: str) -> int:
    """Return a separate seed for every part of a match.

    >>> seed_of(1, "1 black") == seed_of(1, "1 black"), seed_of(1, "1 black") == seed_of(1, "1 white")
    (True, False)
    """
    return random.Random(f"{seed} {what}").getrandbits(32)


def seeded(chosen: Variant, board: Board, seed: int, number: int) -> Game:
    """Return the start of a match's game: with its own random stones, unless the variant fixes them."""
    start = chosen.start
    drawn = seed_of(seed, f"start {number}") if start is not None and start.random and start.seed is None else None
    return Game(chosen, board=board, seed=drawn)


def _drawn(game: Game, moves: int, chance: random.Random) -> Game | None:
    """Return the game after random stones that capture nothing; None if it ends or lacks room for them.

    They avoid the edge, the points with fewer neighbours than others, if there is enough room elsewhere.
    """
    near = [len(beside) for beside in game.board.neighbours]
    inner = {point for point, count in enumerate(near) if count == max(near)}
    drawn = game.copy()
    for _ in range(moves):
        places = [move for move in drawn.legal_moves() if isinstance(move, Place)]
        places = [move for move in places if move.point in inner] if len(inner) > 4 * moves else places
        if not places:
            return None
        drawn.play(chance.choice(places))
        if drawn.outcome is not None or any(drawn.prisoners.values()):
            return None
    return drawn
