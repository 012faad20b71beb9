"""Tree search: simulations per second, and the gain of a second thread."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator

import tengen
from tengen.players import MCTS, Budget
from tengen.records import Place
from tengen.search import Options, Search

from .measuring import Row, compare, rate

_SECONDS = 2.0
_BARE = Options(foresight=False, learnt=False, reading=0, glance=0, glances=0, fill_false_eyes=False)
"""A search without reading, learnt strengths, network and filling of false eyes."""
_BLIND = Options(foresight=False)


def search_rate(variant: str, board: str, threads: int = 1) -> Callable[[], float]:
    """Return a measurement of simulations per second of wall-clock time, from the empty board."""
    game = tengen.Game(variant, board=board)
    seeds = iter(range(1, 1_000_000))

    def measure() -> float:
        search = Search(game.board, game.rules, threads=threads, seed=next(seeds))
        search.begin(game.state())
        began = time.perf_counter()
        done = search.run(seconds=_SECONDS)
        return done / (time.perf_counter() - began)

    return measure


def quarter_full(board: str, seed: int) -> tengen.Game:
    """Return a game of random stones, on a quarter of the board's points."""
    game = tengen.Game("chinese", board=board)
    rng = random.Random(seed)
    while len(game.moves) < len(game.board) // 4:
        game.play(rng.choice([move for move in game.legal_moves() if isinstance(move, Place)]))
    return game


def knowing_rate(board: str, options: Options, simulations: int = 3_000) -> Callable[[], float]:
    """Return a measurement of simulations per second of processor time, in three positions full of chains in danger."""
    games = [quarter_full(board, seed) for seed in range(3)]

    def measure() -> float:
        players = [MCTS(budget=Budget(simulations=simulations), seed=1, options=options) for _ in games]
        began = time.process_time()
        for player, game in zip(players, games, strict=True):
            player.search(game)
        return len(games) * simulations / (time.process_time() - began)

    return measure


def searching(pairs: int) -> Iterator[Row]:
    """Measure playouts inside the search: 9x9 on two threads against one, larger boards, and the other games."""
    yield compare(
        "search 9x9 on two threads, against one",
        search_rate("chinese", "9", threads=2),
        search_rate("chinese", "9"),
        pairs,
        "at least 25,000 playouts/s",
        "playouts/s",
    )
    for variant, board in (("chinese", "13"), ("chinese", "19"), ("tile", "7"), ("tao", "9"), ("gengo", "15")):
        yield rate(f"search, {variant} {board}, one thread", search_rate(variant, board), "playouts/s", repeats=3)
    for board in ("9", "13", "19"):
        knowing = knowing_rate(board, Options())
        for parts, options, target in (
            ("the network", _BLIND, ""),
            ("network, strengths, reading and false eyes", _BARE, "at least 0.85"),
        ):
            name = f"search {board}x{board}, against one without {parts}"
            yield compare(name, knowing, knowing_rate(board, options), pairs, target, "playouts/s of a core")
