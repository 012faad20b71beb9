"""Masks against the oracle and the game itself: legal moves, placements, ko and areas, on random boards."""

import random
from collections import Counter

import networkx as nx
import pytest
from oracle import Oracle, components

from tengen import boards
from tengen.boards import Board
from tengen.records import TengenError
from tengen.rules import Rules
from tengen.solve.bitboards import LONE_SUICIDE, NO_KO, Bits


def graph(seed: int, most: int = 9) -> Board:
    draw = random.Random(seed)
    size = draw.randint(1, most)
    made = nx.gnp_random_graph(size, draw.choice((0.2, 0.35, 0.5, 0.8)), seed=seed)
    return boards.parse(made)


KINDS = ("3x3", "4x2", "3x4", "3x3 torus", "2x4 cylinder", "3x3 mobius", "triangular 3x3", "hexagon 2", "graph:cube")


def random_stones(draw: random.Random, board: Board) -> dict[int, str]:
    """Return stones on a board, every chain with a liberty."""
    share = draw.choice((0.3, 0.6, 0.9))
    stones = {p: draw.choice(("black", "white")) for p in range(len(board)) if draw.random() < share}
    for colour in ("black", "white"):
        for chain in components({p for p in stones if stones[p] == colour}, board.neighbours):
            if not {q for p in chain for q in board.neighbours[p]} - set(stones):
                for p in chain:
                    del stones[p]
    return stones


class Masked:
    """An oracle and the masks of the same position, compared."""

    def __init__(self, bits: Bits, oracle: Oracle) -> None:
        self.bits, self.oracle = bits, oracle
        self.suicide = oracle.rules.suicide == "allowed"

    def sides(self) -> tuple[int, int]:
        stones, own = self.oracle.stones, self.oracle.to_play
        return tuple(sum(1 << p for p in stones if (stones[p] == own) == side) for side in (True, False))  # type: ignore[return-value]

    def compare(self, own: int, enemy: int, ko: int) -> set[int]:
        """Compare stones, legal placements and area; return the placements."""
        assert (own, enemy) == self.sides()
        legal = self.oracle.legal_placements()
        assert self.bits.legal(own, enemy, ko, self.suicide) == sum(1 << p for p in legal)
        black, white, _ = self.oracle.score("area")
        assert self.bits.area(own, enemy) == (black - white) * (1 if self.oracle.to_play == "black" else -1)
        return legal


def compare_with_oracle(seed: int, met: Counter[str]) -> None:
    """Compare a random position, every placement on it, and some answers; count the comparisons."""
    draw = random.Random(seed)
    board = graph(seed) if draw.random() < 0.5 else boards.parse(draw.choice(KINDS))
    rules = Rules(repetition="ko", suicide=draw.choice(("forbidden", "allowed")))
    bits, to_play = Bits.of(board), draw.choice(("black", "white"))
    oracle = Oracle(board, rules, stones=random_stones(draw, board), to_play=to_play)
    masked = Masked(bits, oracle)
    own, enemy = masked.sides()
    places = masked.compare(own, enemy, NO_KO)
    followed = draw.choice(sorted(places)) if places else None
    for p in places:
        oracle.play(("place", p))
        mine, theirs, ko = bits.place(own, enemy, p)
        answers = masked.compare(theirs, mine, ko)
        met.update(positions=1, kos=ko < NO_KO, lone_suicides=ko == LONE_SUICIDE)
        for q in answers if p == followed or ko != NO_KO else ():
            oracle.play(("place", q))
            theirs_after, mine_after, ko_after = bits.place(theirs, mine, q)
            masked.compare(mine_after, theirs_after, ko_after)
            met.update(positions=1)
            oracle.undo()
        oracle.undo()


@pytest.mark.parametrize(
    ("seeds", "least"), [(range(300), 1500), pytest.param(range(1000, 21_000), 120_000, marks=pytest.mark.slow)]
)
def test_masks_play_as_the_oracle_does(seeds: range, least: int) -> None:
    met = Counter[str]()
    for seed in seeds:
        compare_with_oracle(seed, met)
    assert met["positions"] > least
    assert min(met["kos"], met["lone_suicides"]) > 5


def test_canonical_forms_are_those_of_a_group() -> None:
    draw = random.Random(5)
    for seed in range(30):
        board = graph(seed, 12)
        bits = Bits.of(board)
        own = draw.getrandbits(len(board))
        enemy = draw.getrandbits(len(board)) & ~own
        ko = draw.choice([NO_KO, *range(len(board))])
        for permutation in board.symmetries() if bits.moved.shape[0] == board.symmetry_count() else ():
            mine, theirs = (sum(1 << permutation[p] for p in range(len(board)) if m >> p & 1) for m in (own, enemy))
            point = ko if ko == NO_KO else permutation[ko]
            assert bits.canonical(own, enemy, ko) == bits.canonical(mine, theirs, point)


def test_boards_with_very_many_symmetries_use_some_of_them() -> None:
    bits = Bits.of(boards.parse(nx.complete_graph(7)))
    assert 1 < bits.moved.shape[0] <= 64
    least = bits.canonical(0b1010000, 0b100)
    assert bits.canonical(*least) == least


def test_the_largest_board_is_held() -> None:
    bits = Bits.of(boards.parse("8x8"))
    own, enemy, ko = bits.place(0, 0, 63)
    assert (own, enemy, ko) == (1 << 63, 0, NO_KO)
    assert bits.area(own, enemy) == 64
    assert bits.legal(0, own) == (1 << 63) - 1


@pytest.mark.parametrize(("board", "words"), [("9x9", "81 points"), ("gengo 7", "block or connect")])
def test_other_boards_are_refused(board: str, words: str) -> None:
    with pytest.raises(TengenError, match=words):
        Bits.of(boards.parse(board))
