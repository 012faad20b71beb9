"""The search's ladders against plain Python with every move of a defender, and liberties counted."""

import random
from collections.abc import Iterator
from typing import Any

import pytest
from chain_sets import chain_of, random_stones
from data import load

from tengen import Game, Place
from tengen.boards import Board
from tengen.kernel.jit import entry
from tengen.kernel.layout import PLACE
from tengen.records import Move
from tengen.search import Options, Search
from tengen.search.ladders import CAPTURED, SAFE, UNREAD, read_chain, reader
from tengen.search.tactics import last_liberty, liberties_after

Stones = tuple[int, ...]
PLENTY = 200_000


def verdict(game: Game, stone: int, attacks: bool, budget: int = PLENTY) -> tuple[int, int]:
    """Return the search's verdict on a chain, and its first move."""
    state = game.state()
    found, move = read_chain(reader(len(game.board)), state.arrays, state.adjacency.arrays, stone, attacks, budget)
    return int(found), int(move)


def played(board: Board, stones: Stones, point: int, colour: int) -> Stones | None:
    """Return the stones after a move; None if it is suicide."""
    after = [*stones]
    after[point] = colour
    for near in board.neighbours[point]:
        if after[near] == 3 - colour:
            chain, liberties = chain_of(board, tuple(after), near)
            if not liberties:
                for each in chain:
                    after[each] = 0
    return tuple(after) if chain_of(board, tuple(after), point)[1] else None


def slowly(board: Board, line: list[Stones], target: int, colour: int, attacks: bool) -> int:
    """Read a chain at the end of a line of positions, by the rules of `tengen.search.ladders`."""
    stones = line[-1]
    if stones[target] != colour:
        return CAPTURED
    chain, liberties = chain_of(board, stones, target)
    if len(liberties) >= (3 if attacks else 2):
        return SAFE
    moves = set(liberties)
    if not attacks:
        beside = {near for stone in chain for near in board.neighbours[stone] if stones[near] == 3 - colour}
        exposed = (chain_of(board, stones, each)[1] for each in beside)
        moves |= {next(iter(free)) for free in exposed if len(free) == 1}
    results = set()
    for move in moves:
        after = played(board, stones, move, 3 - colour if attacks else colour)
        if after in line:
            results.add(UNREAD)
        elif after is not None:
            results.add(slowly(board, [*line, after], target, colour, not attacks))
    wanted, other = (CAPTURED, SAFE) if attacks else (SAFE, CAPTURED)
    return next((each for each in (wanted, UNREAD) if each in results), other)


def stones_of(game: Game) -> Stones:
    return tuple({None: 0, "black": 1, "white": 2}[game.stones.get(label)] for label in game.board.labels)


def positions(board: str, seed: int, count: int) -> Iterator[tuple[Game, list[Stones]]]:
    """Yield positions of random games, each after the one before it if a stone was captured."""
    chance = random.Random(seed)
    for _ in range(count):
        game = Game("chinese", board=board, repetition="ko")
        before = stones_of(game)
        for _ in range(chance.randrange(4, 2 * len(game.board))):
            legal = [move for move in game.legal_moves() if isinstance(move, Place)]
            if not legal or game.outcome is not None:
                break
            before = stones_of(game)
            game.play(chance.choice(legal))
        after = stones_of(game)
        yield game, [before, after] if after.count(0) >= before.count(0) else [after]


def chains(board: Board, stones: Stones) -> Iterator[tuple[int, int]]:
    """Yield a stone of each chain, with the number of its liberties."""
    met: set[int] = set()
    for stone, colour in enumerate(stones):
        if colour and stone not in met:
            chain, liberties = chain_of(board, stones, stone)
            met |= chain
            yield stone, len(liberties)


BOARDS = {
    "5x5": 100, "6x5": 60, "7x7": 20, "5x4 torus": 80, "graph:petersen": 150, "graph:cube": 150, "honeycomb 3x3": 30,
}  # fmt: skip


@pytest.mark.parametrize(("board", "count"), BOARDS.items())
def test_it_reads_as_plain_python_does(board: str, count: int) -> None:
    counts = [0, 0, 0]
    for game, line in positions(board, seed=1, count=count):
        for stone, liberties in chains(game.board, line[-1]):
            if liberties > 2:
                continue
            for attacks in (True, False):
                found, _move = verdict(game, stone, attacks)
                assert found == slowly(game.board, line, stone, line[-1][stone], attacks), (game, stone, attacks)
                counts[found] += 1
    assert counts[CAPTURED] > 50
    assert counts[SAFE] > 50


def is_taken(game: Game, stone: int, colour: str) -> bool:
    """Return whether an attacker who follows the reader takes a chain, against any defence anywhere."""
    found, move = verdict(game, stone, attacks=True)
    assert found == CAPTURED
    game.play(Place(move))
    answers = [] if game.stones.get(game.board.labels[stone]) != colour else [*game.legal_moves()]
    taken = True
    for answer in answers:
        game.play(answer)
        taken = taken and is_taken(game, stone, colour)
        game.undo()
    game.undo()
    return taken


@pytest.mark.parametrize("board", ["5x5", "4x4 torus", "graph:petersen"])
def test_what_is_captured_has_no_answer_on_the_whole_board(board: str) -> None:
    proofs = 0
    for game, line in positions(board, seed=2, count=150):
        for stone, liberties in chains(game.board, line[-1]):
            colour = game.stones[game.board.labels[stone]]
            if liberties == 2 and colour != game.to_play and verdict(game, stone, attacks=True)[0] == CAPTURED:
                assert is_taken(game, stone, colour), (game, stone)
                proofs += 1
    assert proofs > 10


KNOWN: dict[str, dict[str, Any]] = {str(known["name"]): known for known in load("ladders")["positions"]}


def stones_in(known: dict[str, Any]) -> dict[str, Any]:
    """Return the colours of the stones of a known position, by their labels."""
    return {label: colour for colour in ("black", "white") for label in known[colour].split()}


@pytest.mark.parametrize("known", KNOWN.values(), ids=KNOWN)
def test_known_ladders(known: dict[str, Any]) -> None:
    """Unsettled chains are captured by an attack, and saved by an answer; captured ones cannot be saved."""
    stones = stones_in(known)
    game = Game.setup("chinese", stones, board="19x19", repetition="ko")
    stone = game.board.point(known["chain"])
    owner = stones[known["chain"]]
    found, _move = verdict(game, stone, attacks=True)
    assert found == (SAFE if known["status"] == "escaped" else CAPTURED)
    if known["status"] != "escaped":
        own = Game.setup("chinese", stones, board="19x19", repetition="ko", to_play=owner)
        saved = any(is_saved(own, move, stone) for move in own.legal_moves())
        assert saved == (known["status"] == "unsettled")


def is_saved(game: Game, move: Move, stone: int) -> bool:
    game.play(move)
    found, _move = verdict(game, stone, attacks=True)
    game.undo()
    return found == SAFE


def test_a_budget_leaves_open_what_it_does_not_reach() -> None:
    known = KNOWN["long"]
    stones = stones_in(known)
    game = Game.setup("chinese", stones, board="19x19")
    state, before = game.state(), game.state()
    stone = game.board.point(known["chain"])
    budgets = [
        read_chain(reader(361), state.arrays, state.adjacency.arrays, stone, True, most)[0] for most in (5, 20, PLENTY)
    ]
    assert budgets == [UNREAD, UNREAD, CAPTURED]
    assert bytes(state.buffer) == bytes(before.buffer)


def hopes(game: Game, options: Options | None = None) -> dict[str, float]:
    """Return the share of virtual wins with which every placement begins at the root of a search."""
    search = Search(game.board, game.rules, options=options)
    search.begin(game.state())
    search.run(simulations=1)
    children = search.children()
    placed = children[children["kind"] == PLACE]
    share = placed["prior_wins"] / placed["prior_visits"]
    return {game.board.labels[point]: float(each) for point, each in zip(placed["point"], share)}


def test_the_tree_hopes_for_ladders_that_work_only() -> None:
    """Black chases C4 from D4, and White's way out is D4 or C5; a stone at Q16 breaks the ladder."""
    for name, works in (("long", True), ("breaker", False)):
        game = Game.setup("chinese", stones_in(KNOWN[name]), board="19x19")
        chased = {point: hope for point, hope in hopes(game).items() if point in ("C5", "D4")}
        assert (max(chased.values()) > 0.7) == works
        game.play(max(chased, key=lambda point: chased[point]))
        runs = next(point for point in chased if point not in game.stones)
        assert (hopes(game)[runs] > 0.5) == (not works)


@pytest.mark.parametrize(("breaker", "is_long"), [("Q16", True), ("F6", False)])
def test_continuing_a_long_broken_ladder_has_a_low_prior(breaker: str, is_long: bool) -> None:
    """A short one may be worth its forced answer."""
    stones = {point: colour for point, colour in stones_in(KNOWN["breaker"]).items() if point != "Q16"}
    stones |= {breaker: "white"}
    game = Game.setup("chinese", stones, board="19x19")
    now, before = hopes(game), hopes(game, Options(broken=0))
    dearer = {point for point in now if now[point] < before[point] - 1e-6}
    assert bool(dearer) == is_long
    assert dearer <= {"C5", "D4"}
    assert all(now[point] < 0.2 for point in dearer)


SHORT_BOARDS = ("5x5", "9x9", "5x5 torus", "hexagon 4", "star 9", "graph:petersen", "9x9 without D4")


@entry
def count_after(state: Any, adjacency: Any, p: int, colour: int, enough: int) -> int:
    return liberties_after(state, adjacency, p, colour, enough)


@entry
def find_last(state: Any, adjacency: Any, stone: int) -> int:
    return last_liberty(state, adjacency, stone)


@pytest.mark.parametrize("board", SHORT_BOARDS)
def test_liberties_are_those_of_the_sets(board: str) -> None:
    chance = random.Random(board)
    counted = last = 0
    for _ in range(12):
        game = Game("chinese", board=board)
        list(random_stones(game, chance, chance.randrange(len(game.board))))
        state = game.state()
        contents = [int(point["colour"]) for point in state.points]
        arrays, adjacency = state.arrays, state.adjacency.arrays
        for p in range(len(game.board)):
            if contents[p]:
                _, free = chain_of(game.board, contents, p)
                assert find_last(arrays, adjacency, p) == (next(iter(free)) if len(free) == 1 else len(game.board))
                last += len(free) == 1
                continue
            for colour in (1, 2):
                after = [*contents]
                after[p] = colour
                near = game.board.neighbours[p]
                if any(after[q] == 3 - colour and not chain_of(game.board, after, q)[1] for q in near):
                    continue  # liberties from captures are counted as a lower bound
                free = chain_of(game.board, after, p)[1]
                for enough in (1, 2, 3):
                    assert min(count_after(arrays, adjacency, p, colour, enough), enough) == min(len(free), enough)
                    counted += len(free) >= enough
    assert counted > 20
    assert last > 0
