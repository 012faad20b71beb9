"""Fates of groups: against all states of small boards, known eye shapes, symmetries, and errors."""

import random
from collections import Counter
from collections.abc import Iterator

import pytest
from every_state import Asked, is_captured
from hypothesis import given
from hypothesis import strategies as st

from tengen.game import Game
from tengen.reading.fate import Fate, GroupReader, Surroundings
from tengen.records import COLOURS, TengenError, UnservedRules, other

FREE = {1: 1, 2: 1, 3: 2, 4: 5, 5: 12, 6: 35, 7: 108, 8: 369}
"""The number of shapes with each number of points, up to symmetry: OEIS A000105."""
KILLED = {
    "corner": {3: 2, 4: 3, 5: 2, 6: 2, 7: 1, 8: 1},
    "side": {3: 2, 4: 2, 5: 2, 6: 1},
    "centre": {3: 2, 4: 2, 5: 2, 6: 1},
}
"""The numbers of these shapes that do not live if the attacker moves first, without outside liberties (Sensei's
Library, "Nakade", "Rectangular six in the corner"): three in a row, bent three; square, pyramid and, in a corner, four
that become a ko; bulky five, crossed five; rabbity six and, in a corner, the rectangle. One shape of seven and one of
eight points are a ko there, as listing all states confirms for the first."""


Rows = tuple[str, ...]


def boards(rng: random.Random, most: int) -> Iterator[tuple[Rows, tuple[int, int]]]:
    """Yield random positions of small boards with few vacant points, each with a stone: its column and its row."""
    while True:
        width, height = rng.choice(((3, 3), (4, 3), (4, 4), (5, 3), (5, 4)))
        odds = rng.uniform(0.5, 0.95)
        points = [rng.choice("XO") if rng.random() < odds else "." for _ in range(width * height)]
        rows = tuple("".join(points[at : at + width]) for at in range(0, len(points), width))
        stones = [(x, y) for y, row in enumerate(rows) for x, content in enumerate(row) if content != "."]
        if stones and 1 <= width * height - len(stones) <= most:
            try:
                Game.setup("chinese", rows)
            except TengenError:
                continue
            yield rows, rng.choice(stones)


def label(rows: Rows, at: tuple[int, int]) -> str:
    return f"{'ABCDEFG'[at[0]]}{len(rows) - at[1]}"


def judged(game: Game, stone: int, first: str, most: int) -> Fate | None:
    """Return the fate of a group by all states; None if there are too many."""
    colours = game.state().points["colour"]
    defender = int(colours[stone])
    around = Surroundings(game.board, colours, stone)
    found: list[bool] = []
    for favoured in (defender, 3 - defender):
        asked = Asked(game.board.neighbours, stone, defender, around.points, favoured)
        captured = is_captured(asked, tuple(colours.tolist()), 1 + COLOURS.index(first), most)
        if captured is None:
            return None
        found.append(captured)
    return Fate.DEAD if found[0] else Fate.KO if found[1] else Fate.ALIVE


def compared(seed: int, count: int, vacant: int) -> Counter[tuple[Fate, Fate]]:
    """Return the counts of the pairs of readings and true fates, for a number of questions."""
    found: Counter[tuple[Fate, Fate]] = Counter()
    for rows, at in boards(random.Random(seed), vacant):
        game, stone = Game.setup("chinese", rows), label(rows, at)
        reader = GroupReader(game)
        for first in COLOURS:
            true = judged(game, game.board.labels.index(stone), first, 1_000)
            if true is not None:
                read = reader.read(stone, first).fate
                found[Fate.ALIVE if read is Fate.SEKI else read, true] += 1
        if found.total() >= count:
            return found
    raise AssertionError("boards never end")


@pytest.mark.parametrize(("count", "vacant"), [(60, 4), pytest.param(20_000, 4, marks=pytest.mark.slow)])
def test_what_is_read_is_what_all_states_say(count: int, vacant: int) -> None:
    found = compared(seed=1, count=count, vacant=vacant)
    wrong = {pair: n for pair, n in found.items() if pair[0] is not pair[1]}
    # cycles may be mistaken for a ko, but no verdict of dead or alive is wrong
    assert all(read in (Fate.KO, Fate.UNKNOWN) for read, _ in wrong), wrong
    assert sum(wrong.values()) <= found.total() / 100
    assert {true for _, true in found} == {Fate.ALIVE, Fate.KO, Fate.DEAD}


def shapes(size: int) -> set[tuple[tuple[int, int], ...]]:
    """Return all connected shapes of a number of points, up to symmetry."""

    def least(points: frozenset[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
        turned = []
        for mirror in (1, -1):
            at = [(mirror * x, y) for x, y in points]
            for _ in range(4):
                at = [(-y, x) for x, y in at]
                left, low = min(x for x, _ in at), min(y for _, y in at)
                turned.append(tuple(sorted((x - left, y - low) for x, y in at)))
        return min(turned)

    found: set[tuple[tuple[int, int], ...]] = {((0, 0),)}
    for _ in range(size - 1):
        found = {
            least(frozenset(shape) | {(x + a, y + b)})
            for shape in found
            for x, y in shape
            for a, b in ((0, 1), (1, 0), (0, -1), (-1, 0))
            if (x + a, y + b) not in shape
        }
    return found


def walled(shape: tuple[tuple[int, int], ...], where: str) -> tuple[Game, str]:
    """Return a settled board on which Black has only such an eye, and one of Black's stones."""
    size = 13
    width, height = 1 + max(x for x, _ in shape), 1 + max(y for _, y in shape)
    left = 0 if where == "corner" else (size - width) // 2
    low = 0 if where in ("corner", "side") else (size - height) // 2
    eye = {(x + left, y + low) for x, y in shape}
    ring = {(x + a, y + b) for x, y in eye for a in (-1, 0, 1) for b in (-1, 0, 1)} - eye
    vacant = eye | {(size - 1, size - 1), (size - 1, size - 3)}
    rows = [
        "".join("." if (x, y) in vacant else "X" if (x, y) in ring else "O" for x in range(size))
        for y in reversed(range(size))
    ]
    game = Game.setup("chinese", rows)
    return game, next(label for label, content in game.stones.items() if content == "black")


@pytest.mark.parametrize("where", sorted(KILLED))
@pytest.mark.parametrize("size", [1, 2, 3, 4, 5, *(pytest.param(n, marks=pytest.mark.slow) for n in (6, 7, 8))])
def test_known_eye_shapes_live_and_die(size: int, where: str) -> None:
    found: Counter[str] = Counter()
    for shape in shapes(size):
        game, stone = walled(shape, where)
        reader = GroupReader(game)
        attacked, answered = (reader.read(stone, colour).fate for colour in ("white", "black"))
        found["attacked"] += attacked in (Fate.DEAD, Fate.KO)
        found["dead"] += answered is Fate.DEAD
        assert Fate.UNKNOWN not in (attacked, answered), shape
    dead = {1: 1, 2: 1, 4: 1}.get(size, 0)  # without room for two eyes; then the square
    assert len(shapes(size)) == FREE[size]
    assert found["attacked"] == (FREE[size] if size < 3 else KILLED[where].get(size, 0))
    assert found["dead"] == dead


def moved(rows: Rows, at: tuple[int, int], how: str) -> tuple[Rows, tuple[int, int]]:
    """Return a position turned, mirrored or with its colours swapped, and the new place of a stone."""
    x, y = at
    if how == "turned":
        return tuple("".join(column) for column in zip(*reversed(rows), strict=True)), (len(rows) - 1 - y, x)
    if how == "mirrored":
        return tuple(row[::-1] for row in rows), (len(rows[0]) - 1 - x, y)
    return tuple(row.translate(str.maketrans("XO", "OX")) for row in rows), at


@given(st.integers(0, 10**6), st.lists(st.sampled_from(("turned", "mirrored", "swapped")), min_size=1, max_size=4))
def test_symmetry_and_colours_change_nothing(seed: int, ways: list[str]) -> None:
    rows, at = next(boards(random.Random(seed), 6))
    seen, there = rows, at
    for way in ways:
        seen, there = moved(seen, there, way)
    swaps = ways.count("swapped") % 2
    for first in COLOURS:
        read = GroupReader(Game.setup("chinese", rows)).read(label(rows, at), first)
        again = GroupReader(Game.setup("chinese", seen)).read(label(seen, there), other(first) if swaps else first)
        if Fate.UNKNOWN not in (read.fate, again.fate):
            assert read.fate is again.fate


def test_a_ko_names_who_takes_it_first() -> None:
    game, stone = walled(((0, 0), (0, 1), (0, 2), (1, 0)), "corner")  # bent four
    read = GroupReader(game).read(stone, "white")
    assert (read.fate, read.taker) == (Fate.KO, "white")


def test_two_stones_with_four_liberties_in_an_eye_are_no_nakade() -> None:
    # White's filling becomes a shape of five in which Black lives
    game, stone = walled(((0, 1), (1, 1), (2, 1), (3, 1), (1, 2), (2, 0)), "centre")
    column = game.board.point(stone)  # the ring begins next to the shape's lowest point
    vacant = [p for p in range(len(game.board)) if game.content(p) is None and column < p < column + 5 * 13]
    inner = sorted(vacant, key=lambda p: -sum(q in vacant for q in game.board.neighbours[p]))[:2]
    stones = dict(game.stones) | dict.fromkeys(game.board.names(inner), "white")
    reader = GroupReader(Game.setup("chinese", stones, board=game.board))
    assert [reader.read(stone, first).fate for first in COLOURS] == [Fate.SEKI, Fate.SEKI]


def test_stones_of_a_free_handicap_to_come_change_nothing() -> None:
    placed = Game("chinese", board="3x3", handicap=2, handicap_kind="free")
    placed.play("B2")
    assert GroupReader(placed).read("B2", "white") == GroupReader(
        Game.setup("chinese", {"B2": "black"}, board="3x3")
    ).read("B2", "white")


def test_a_group_in_the_open_is_not_judged() -> None:
    game = Game("chinese", board="9x9")
    game.play("E5")
    assert GroupReader(game).read("E5", "white").fate is Fate.UNKNOWN


def test_what_cannot_be_read_is_refused() -> None:
    with pytest.raises(UnservedRules, match="tiles"):
        GroupReader(Game("tile", board="5x5"))
    with pytest.raises(TengenError, match="C3"):
        GroupReader(Game("chinese", board="5x5")).read("C3", other("black"))
