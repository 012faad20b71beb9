"""Small boards of every kind, and legal positions counted from the definition."""

import json
import random
from itertools import product

from tengen import boards
from tengen.boards import Board

PLAIN = (
    "2x3",
    "3x3 without B2",
    "3x3 torus",
    "4x2 cylinder",
    "3x3 mobius",
    "3x3 klein",
    "graph:k5",
    "graph:k3,3",
    "graph:star-6",
    "graph:wheel-6",
    "graph:hypercube-3",
    "graph:cycle-9",
    "triangular 3x3",
    "hexagon 2",
    "edges:a-b,b-c,d,e-f",
)


def random_board(seed: int, most: int = 8) -> Board:
    """Return a random graph, connected or not, on which stones may connect other than along the lines."""
    dice = random.Random(seed)
    names = [f"p{k}" for k in range(dice.randint(1, most))]
    pairs = [[a, b] for i, a in enumerate(names) for b in names[:i]]
    told = {"points": names, "edges": [pair for pair in pairs if dice.random() < 0.4]}
    if dice.random() < 0.5:
        told["neighbours"] = [pair for pair in pairs if dice.random() < 0.4]
    return boards.parse(json.dumps(told))


def count_by_definition(board: Board, own_overlap: bool = False) -> int:
    """Check every colouring (spec 0.2, 0.3, 0.7)."""
    neighbours = board.with_overlap().neighbours if own_overlap else board.neighbours
    return sum(_is_legal(board, neighbours, colours, own_overlap) for colours in product((0, 1, -1), repeat=len(board)))


def _is_legal(board: Board, neighbours: boards.Relation, colours: tuple[int, ...], own_overlap: bool) -> bool:
    stones = {p for p, colour in enumerate(colours) if colour}
    for p in stones:
        for q in set(board.footprint[p]) & stones - {p}:
            if not own_overlap or colours[p] != colours[q]:
                return False
    vacant = set(range(len(board))) - {q for p in stones for q in board.footprint[p]}
    free = {p for p in stones if vacant & set(neighbours[p])}
    while True:
        joined = {q for p in free for q in neighbours[p] if colours[q] == colours[p] and p in neighbours[q]}
        if joined <= free:
            return free == stones
        free |= joined
