"""The game and the oracle side by side: random boards, random axes, random moves, and every answer compared."""

from __future__ import annotations

import random
from typing import Any

from oracle import Oracle

from tengen import boards
from tengen.game import Game
from tengen.records import BoardError, Move, Pass, Place, Resign, Return, RulesConflict, Tao
from tengen.rules import Rules

AXES: dict[str, tuple[Any, ...]] = {
    "suicide": ("forbidden", "allowed"),
    "repetition": ("ko", "none", "positional", "situational", "natural", "formal", "no-result", "ing", "singleton"),
    "cycle": ("no-result", "draw"),
    "pass_lifts_ko": (False, True),
    "tiles": ("none", "tile", "cushion"),
    "tile_stack": (1, 2, "unlimited"),
    "tao": ("off", "on"),
    "tao_price": (1, 0, (1, 2)),
    "tao_payment": ("prisoner", "points"),
    "tao_in_hand": (0, 1),
    "own_overlap": (False, True),
    "friendly_fire": ("same", "before", "after", "forbidden"),
    "passing": ("pass", "return", "both", "none"),
    "passes": (2, 3),
    "end": ("passes", "no-moves"),
    "scoring": ("area", "territory", "stones"),
    "prisoner_value": (1, 2),
    "komi": (0, 0.5),
    "handicap": (0, 0, 0, 2),
    "handicap_kind": ("free", "turns"),
}
_ONLY_WITH = {
    "cycle": ("repetition", ("no-result",)),
    "pass_lifts_ko": ("repetition", ("singleton",)),
    "tile_stack": ("tiles", ("tile", "cushion")),
    "tao_price": ("tao", ("on",)),
    "tao_payment": ("tao", ("on",)),
    "tao_in_hand": ("tao", ("on",)),
    "friendly_fire": ("suicide", ("allowed",)),
    "passes": ("end", ("passes",)),
}
_PASSING = {"passes": ("pass", "both"), "no-moves": ("return", "none")}
_GRIDS = ("{w}x{h}", "{w}x{h} torus", "{w}x{h} cylinder", "{w}x{h} mobius", "triangular {w}x{h}", "honeycomb {w}x{h}")
_WIDE = ("gengo {w}x{h}", "{w}x{h} footprint ono/nxn/ono", "{w}x{h} footprint .n./oxo/.n.", "{w}x{h} footprint non/nxn/non")


def random_rules(rng: random.Random) -> Rules:
    """Draw axes, each its default half the time, with those left out that would mean nothing."""
    axes = {name: rng.choice(values) if rng.random() < 0.5 else values[0] for name, values in AXES.items()}
    axes["passing"] = rng.choice(_PASSING[axes["end"]])
    for name, (other, needed) in _ONLY_WITH.items():
        if axes[other] not in needed:
            axes[name] = AXES[name][0]
    return Rules(**axes)


def random_board(rng: random.Random, most: int = 25) -> boards.Board:
    """Draw a board of at most so many points: a grid of some kind, wide stones, a graph, any symmetric footprint."""
    while True:
        kind = rng.random()
        width = rng.randint(1, 7)
        height = rng.randint(1, max(1, most // width))
        try:
            if kind < 0.3:
                board = boards.parse(rng.choice(_GRIDS).format(w=width, h=height))
            elif kind < 0.5:
                board = boards.parse(rng.choice(_WIDE).format(w=width, h=height))
            else:
                board = _random_graph(rng, rng.randint(1, min(most, 14)), wide=kind > 0.75)
        except BoardError:  # a footprint that bites its own tail, a size a lattice does not have
            continue
        if len(board) <= most:
            return board


def _random_graph(rng: random.Random, n: int, wide: bool) -> boards.Board:
    pairs = [(p, q) for p in range(n) for q in range(p)]
    edges = [pair for pair in pairs if rng.random() < min(1.0, 2.5 / n)]
    if not wide:
        return boards.from_relations(range(n), edges)
    footprint = [pair for pair in pairs if rng.random() < rng.choice((0.5, 1.5)) / n]
    rest = [pair for pair in pairs if pair not in footprint]
    neighbours = [pair for pair in rest if rng.random() < 3 / n]
    return boards.from_relations(range(n), edges, neighbours, footprint)


def draw_pair(rng: random.Random, most: int = 25) -> tuple[Game, Oracle]:
    """Draw a board and rules, and start a game and its oracle on them."""
    board, rules = random_board(rng, most), random_rules(rng)
    return Game(rules, board=board), Oracle(board, rules)


def as_tuple(move: Move) -> tuple[Any, ...]:
    """Write a move as the oracle reads it."""
    if isinstance(move, Place):
        return ("place", move.point)
    if isinstance(move, Tao):
        return ("tao", move.point)
    return (move.value,)


def compare(game: Game, oracle: Oracle) -> None:
    """Assert that game and oracle agree on everything one can ask."""
    board = game.board
    story = f"{board.text} {game.rules} {[as_tuple(m) for m in game.moves]}"
    assert game.to_play == oracle.to_play, story
    outcome = game.outcome and (game.outcome.winner, game.outcome.margin, game.outcome.how)
    assert outcome == oracle.outcome, f"{story}: {outcome} {oracle.outcome}"
    contents = {board.labels[p]: c for p, c in oracle.stones.items()} | {board.labels[p]: "tao" for p in oracle.tao}
    position = game.position
    assert position.stones == contents, story
    assert position.tiles == {board.labels[p]: h for p, h in oracle.tiles.items()}, story
    assert position.prisoners == oracle.prisoners, story
    assert position.tao_in_hand == oracle.tao_in_hand and position.tao_bought == oracle.tao_bought, story
    assert game.rules.tiles == "none" or position.last_incursion == oracle.last_incursion, story
    for move in [Place(p) for p in range(len(board))] + [Tao(p) for p in range(len(board))] + [Pass, Return, Resign]:
        found, expected = game.why_not(move), oracle.why_not(as_tuple(move))
        assert found == expected, f"{story}: {move}: {found} {expected}"
    for kind in ("area", "territory", "stones"):
        score = game.score(kind)
        black, white, owner = oracle.score(kind)
        assert (score.black, score.white) == (black, white), f"{story}: {kind} {score} {black} {white}"
        assert score.owner == {board.labels[p]: owner[p] for p in range(len(board))}, f"{story}: {kind}"


def play_random(rng: random.Random, moves: int, most: int = 25) -> int:
    """Play a random game of at most so many moves on both, comparing after each; return the moves played."""
    game, oracle = draw_pair(rng, most)
    compare(game, oracle)
    played = 0
    while played < moves and game.outcome is None:
        legal = list(game.legal_moves())
        assert {as_tuple(m) for m in legal} == {
            as_tuple(m)
            for m in [*map(Place, range(len(game.board))), *map(Tao, range(len(game.board))), Pass, Return]
            if not oracle.why_not(as_tuple(m))
        }
        stones = [move for move in legal if isinstance(move, Place)]
        if not legal:
            break
        move = rng.choice(stones) if stones and rng.random() < 0.85 else rng.choice(legal)
        if game.moves and rng.random() < 0.05:
            game.undo()
            oracle.undo()
            compare(game, oracle)
            played += 1
            continue
        game.play(move)
        oracle.play(as_tuple(move))
        compare(game, oracle)
        played += 1
    return max(played, 1)
