"""docs/lab/finiteness.md: the lemmas of the proof that Tile Go ends (spec 2.8), and counterexamples without them."""

import random
from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracle import components

from tengen import Game, boards
from tengen.boards import Board
from tengen.records import Place, PositionError, Return, Tao, other

CYCLE = "C1 return A1 B1 return A1 return return"
"""Eight moves on three points in a row, after A1 C1 B1."""


def regions(board: Board, stones: dict[str, Any]) -> list[tuple[frozenset[int], frozenset[str]]]:
    """Return the regions of vacant points and the colours that they touch, from the definitions (spec 0.3)."""
    colour = [None if stones.get(label) == "tao" else stones.get(label) for label in board.labels]  # spec 3.8
    found = components({p for p in range(len(board)) if colour[p] is None}, board.edges)
    beside = [{colour[q] for p in region for q in board.edges[p]} for region in found]
    return [(region, frozenset(str(c) for c in near if c)) for region, near in zip(found, beside)]


def measure(game: Game) -> tuple[int, int]:
    """Return the open points (vacant, in regions that touch not exactly one colour), and all vacant points."""
    every = regions(game.board, game.stones)
    return sum(len(region) for region, touched in every if len(touched) != 1), sum(len(region) for region, _ in every)


def is_incursion(game: Game, point: int) -> bool:
    (touched,) = [touched for region, touched in regions(game.board, game.stones) if point in region]
    return touched == {other(game.to_play)}


def positions(text: str) -> Iterator[Game]:
    """Yield every legal position of a board, with either side to move."""
    board = boards.parse(text)
    for contents in product((None, "black", "white"), repeat=len(board)):
        stones: dict[str, Any] = {
            label: content for label, content in zip(board.labels, contents, strict=True) if content
        }
        for to_play in ("black", "white"):
            try:
                yield Game.setup("tile", stones, board=board, to_play=to_play)
            except PositionError:
                break


@pytest.mark.parametrize(
    "text", ["3x2", "4x1", "5x1", "graph:k4", "graph:star-4", "graph:cycle-5", "edges:a-b,b-c,d-e"]
)
def test_lemma_1_on_every_position_of_a_small_board(text: str) -> None:
    """A non-incursion lowers the measure, and a region of captured stones touches only the captor."""
    looked = 0
    for game in positions(text):
        before = measure(game)
        for move in tuple(game.legal_moves()):
            if not isinstance(move, Place) or is_incursion(game, move.point):
                continue
            turn = game.play(move)
            assert turn.incursion is None
            assert measure(game) < before, (game.rows() if game.board.rows else game.stones, move)
            held = [touched for region, touched in regions(game.board, game.stones) if region & {*turn.captured}]
            assert all(touched == {turn.mover} for touched in held)
            game.undo()
            looked += 1
    assert looked > 20


def test_lemma_1_needs_that_the_placement_is_no_incursion() -> None:
    """A ko is taken and retaken, each time by an incursion, so the measure cannot fall every time."""
    game = Game.setup("tile", [".XO.", "XO.O", ".XO.", "...."])
    before = measure(game)
    assert game.play("C3").incursion is not None
    assert measure(game) == before


@st.composite
def graphs(draw: st.DrawFn) -> Board:
    n = draw(st.integers(1, 9))
    pairs = [(p, q) for p in range(n) for q in range(p)]
    return boards.from_relations(range(n), draw(st.lists(st.sampled_from(pairs), unique=True)) if pairs else [])


def longest_of(points: int, stack: int) -> int:
    """Return the bound on placements that the page derives: runs between incursions, and the incursions."""
    incursions = points * stack + 1
    return incursions + (incursions + 1) * ((points + 1) * (points + 2) // 2 - 1)


@given(graphs(), st.sampled_from([1, 2, 3]), st.randoms(use_true_random=False))
def test_lemmas_2_to_4_on_any_graph(board: Board, stack: int, rng: random.Random) -> None:
    """Tiles, incursions, placements, prisoners and returns stay within the lemmas' bounds, however long one plays."""
    game = Game("tile", board=board, tile_stack=stack)
    points, returned, taken, after_incursion = len(board), 0, 0, False
    incursions = placements = 0
    while game.outcome is None:
        moves = [move for move in game.legal_moves() if move is Return or isinstance(move, Place)]
        turn = game.play(rng.choice([move for move in moves if isinstance(move, Place)] or moves))
        taken += len(turn.captured)
        if turn.move is Return:
            returned += 1
            continue
        assert turn.tile == after_incursion, "lemma 2: a tile after every incursion"
        after_incursion = turn.incursion is not None
        incursions += after_incursion
        placements += 1
        assert sum(game.tiles.values()) <= points * stack
        assert incursions <= points * stack + 1, "lemma 3"
        assert placements <= longest_of(points, stack), "lemma 4"
    assert sum(game.prisoners.values()) == taken - returned
    assert returned <= taken <= placements, "lemma 5"
    assert game.outcome.how == "no_moves"


@pytest.mark.parametrize("text", ["3x1", "5x1", "2x2", "3x3", "4x3", "graph:k4"])
@pytest.mark.parametrize("axes", [{}, {"tao_payment": "points"}, {"tao_in_hand": 2, "tile_stack": 2}], ids=str)
def test_tao_stones_leave_the_lemmas_as_they_are(text: str, axes: dict[str, Any]) -> None:
    """3.8: a Tao point is vacant; a Tao stone changes no measure, and only a placement takes one away."""
    for seed in range(6):
        rng = random.Random(seed)
        game = Game("tile", board=text, tao="on", **axes)
        points, put, placements = len(game.board), 0, 0
        while game.outcome is None:
            before, due = measure(game), game.position.last_incursion
            turn = game.play(rng.choice([move for move in game.legal_moves() if game.write_move(move) != "resign"]))
            if isinstance(turn.move, Place):
                placements += 1
                assert turn.tile == due
                assert turn.incursion is not None or measure(game) < before
            else:
                put += isinstance(turn.move, Tao)
                assert (measure(game), game.position.last_incursion) == (before, due)
            assert put <= points + placements
        assert game.outcome.how == "no_moves"


@cache
def longest_game(text: str) -> int:
    """Return the number of placements of the longest game of Tile Go on a board, by exhaustive search."""
    known: dict[Any, int] = {}

    def longest(game: Game) -> int:
        position = game.position
        ko = frozenset(label for label in game.board.labels if any(str(r) == "ko" for r in game.why_not(label)))
        key = (
            *(frozenset(part.items()) for part in (position.stones, position.tiles, position.prisoners)),
            *(position.to_play, position.last_incursion, ko),
        )
        if key not in known:
            best = 0
            for move in tuple(game.legal_moves()):
                if game.write_move(move) == "resign":
                    continue
                game.play(move)
                best = max(best, longest(game) + isinstance(move, Place))
                game.undo()
            known[key] = best
        return known[key]

    return longest(Game("tile", board=text))


@pytest.mark.parametrize(("text", "most"), [("2x1", 2), ("3x1", 8), ("graph:k3", 8), ("4x1", 14)])
def test_the_longest_games_are_within_the_bound(text: str, most: int) -> None:
    """The theorem: the search of all games ends, which it would not with an endless game."""
    found = longest_game(text)
    assert 0 < found <= longest_of(len(boards.parse(text)), 1)
    assert found == most


@pytest.mark.parametrize(("stack", "move"), [(1, 9), (2, 14), (3, 17), (4, 22), (8, 38)])
def test_a_limit_breaks_the_cycle_of_unlimited_stacks(stack: int, move: int) -> None:
    game = Game("tile", board="3x1", tile_stack=stack)
    for number, text in enumerate(("A1 C1 B1 " + f"{CYCLE} " * 9).split(), 1):
        if game.why_not(text):
            assert [str(reason) for reason in game.why_not(text)] == ["tile_limit"]
            assert number == move
            return
        game.play(text)
    pytest.fail("no limit was met")
