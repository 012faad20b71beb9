"""Values of any game: against brute force without table or pruning, and against the published ones."""

import random
from collections.abc import Callable
from itertools import takewhile
from math import inf
from typing import Any

import networkx as nx
import pytest
from data import cases
from example_counts import first

from tengen import Game, Pass, Place, boards
from tengen.rules.repetition import RepetitionName
from tengen.solve.budget import BoardTooLarge, OutOfMemory
from tengen.solve.game_search import future_of, parts_of, worth
from tengen.solve.proofs import bounds as proof_bounds
from tengen.solve.value import ROUTES, Budget, value

SUPERKO = ("positional", "situational", "natural", "formal")


class TooLong(Exception):
    """Brute force would take too long."""


def brute(game: Game, nodes: list[int], points: set[int] | None = None) -> float:
    """Return the value by searching every continuation (on some points) to its end, without a table."""
    nodes[0] -= 1
    if nodes[0] < 0:
        raise TooLong
    if game.outcome is not None:
        return worth(game.outcome)
    found = []
    black = game.to_play == "black"
    for move in tuple(game.legal_moves()):
        if points is not None and isinstance(move, Place) and move.point not in points:
            continue
        game.play(move)
        try:
            found.append(brute(game, nodes, points))
        finally:
            game.undo()
    return (max if black else min)(found)


def opening(seed: int, most: int, **axes: Any) -> Game:
    """Return a game on a random graph after some random moves, not over."""
    draw = random.Random(seed)
    size = draw.randint(1, most)
    board = boards.parse(nx.gnp_random_graph(size, draw.choice((0.4, 0.7, 1)), seed=seed))
    name = axes.pop("variant", "chinese")
    while True:
        komi: dict[str, Any] = {} if name in ("tile", "cushion") else {"komi": draw.choice((0, 0.5, 1))}
        game = Game(name, board=board, **komi, **axes)
        if game.outcome is not None:  # on some boards there is no first move
            return game
        for _ in range(draw.randint(0, 6)):
            if game.outcome is None:
                game.play(draw.choice(tuple(game.legal_moves())))
        if game.outcome is None:
            return game


def agree(seed: int, limit: int, axes: dict[str, Any]) -> bool:
    """Compare a random position under some rules with brute force; return whether that was possible."""
    game = opening(seed, 4, **axes)
    try:
        expected = brute(game.copy(), [limit])
    except TooLong:
        return False
    found = value(game)
    assert (found.low, found.high, found.complete) == (expected, expected, True), (seed, axes, game.moves)
    return True


def ordinary_axes(draw: random.Random) -> dict[str, Any]:
    return {
        "repetition": draw.choice((*SUPERKO, "ing")),
        "suicide": draw.choice(("forbidden", "allowed")),
        "passes": draw.choice((2, 2, 3)),
        "scoring": draw.choice(("area", "area", "stones", "territory")),
        "tax": draw.choice(("none", "none", "seki", "all")),
    }


def variant_axes(draw: random.Random) -> dict[str, Any]:
    """Return a variant with axes under which every game ends."""
    name = draw.choice(("tile", "cushion", "tao", "gengo", "chinese"))
    axes: dict[str, Any] = {"variant": name, "repetition": draw.choice(SUPERKO)}
    if name in ("tile", "cushion"):
        axes["tile_stack"] = draw.choice((1, 1, 2))
        axes |= draw.choice(({}, {"passing": "pass", "end": "passes"}))
    elif name == "tao":
        axes |= {"tao_payment": draw.choice(("prisoner", "points")), "tao_in_hand": draw.choice((0, 1))}
    elif name == "gengo":
        axes |= {"friendly_fire": draw.choice(("same", "before", "after")), "scoring": draw.choice(("stones", "area"))}
    else:
        axes |= {"repetition": "no-result", "tiles": draw.choice(("none", "tile", "cushion"))}
    return axes


@pytest.mark.parametrize(
    ("axes", "seeds", "limit", "least"),
    [
        (ordinary_axes, range(80), 600, 40),
        (variant_axes, range(60), 400, 20),
        pytest.param(ordinary_axes, range(1000, 5000), 600, 2000, marks=pytest.mark.slow),
        pytest.param(variant_axes, range(1000, 3000), 600, 700, marks=pytest.mark.slow),
    ],
)
def test_values_are_those_of_brute_force(
    axes: Callable[[random.Random], dict[str, Any]], seeds: range, limit: int, least: int
) -> None:
    """More time for each decides few more: games are either short or far too many."""
    assert sum(agree(seed, limit, axes(random.Random(seed * 11 + 5))) for seed in seeds) > least


class Plain:
    """Values by dictionaries over games: every reachable situation, its moves, and sweeps until nothing changes."""

    def __init__(self, root: Game) -> None:
        self.root = self.key(root)
        self.moves: dict[Any, list[Any]] = {}
        self.ends: dict[Any, float] = {}
        queue = [root]
        while queue:
            game = queue.pop()
            key = self.key(game)
            if key in self.moves or key in self.ends:
                continue
            if game.outcome is not None:
                self.ends[key] = game.score().margin
                continue
            self.moves[key] = []
            for move in game.legal_moves():
                after = game.copy()
                after.play(move)
                self.moves[key].append(self.key(after))
                queue.append(after)

    @staticmethod
    def key(game: Game) -> Any:
        barred = tuple(label for label in game.board.labels if "ko" in [reason.value for reason in game.why_not(label)])
        passes = len([*takewhile(lambda move: move is Pass, reversed(game.moves))])
        return tuple(sorted(game.stones.items())), game.to_play, barred, passes

    def worth(self, start: float) -> float:
        values = dict.fromkeys(self.moves, start) | self.ends
        changed = True
        while changed:
            changed = False
            for key, after in self.moves.items():
                best = (max if key[1] == "black" else min)(values[each] for each in after)
                changed = changed or best != values[key]
                values[key] = best
        return values[self.root]


def agree_on_circles(seed: int) -> None:
    """Compare a random position with possible infinite play with a plain fixpoint, for both values of it."""
    draw = random.Random(seed * 5 + 3)
    kinds: tuple[dict[str, Any], ...] = (
        {"repetition": "ko"},
        {"repetition": "none", "suicide": "allowed"},
        {"repetition": "ko", "suicide": "allowed", "passes": 3},
        {"repetition": "singleton", "scoring": "stones"},
    )
    axes = draw.choice(kinds)
    game = opening(seed, 4, **axes)
    game = Game.from_position(game.variant, game.board, game.position)
    if game.outcome is not None:
        return
    plain = Plain(game)
    found = value(game)
    worst, best = -len(game.board) - game.rules.komi, len(game.board) - game.rules.komi
    bracket = max(worst, found.low), min(best, found.high)
    assert bracket == (plain.worth(worst), plain.worth(best)), (seed, axes, game.position)


@pytest.mark.parametrize("seeds", [range(40), pytest.param(range(100, 1100), marks=pytest.mark.slow)])
def test_brackets_are_those_of_a_plain_fixpoint(seeds: range) -> None:
    for seed in seeds:
        agree_on_circles(seed)


@pytest.mark.parametrize(
    ("komi", "bounds", "moves"), [(7.5, (-4.5, inf), ("A1", "B1")), (3, (0, 0), ("A1", "B1", "pass"))]
)
@pytest.mark.parametrize("repetition", ["ko", "none"])
def test_infinite_play_may_be_worth_more_than_all_points(
    repetition: str, komi: float, bounds: tuple[float, float], moves: tuple[str, ...]
) -> None:
    """With komi above all points, Black prefers infinite play to ending the game by a pass, and can have it.

    A separate fixpoint found bounds and moves; White has passed, and suicide is allowed.
    """
    axes: dict[str, Any] = {"repetition": repetition, "suicide": "allowed", "komi": komi}
    game = Game.setup("chinese", {"C1": "black"}, board="3x1", to_play="white", **axes)
    game.play("pass")
    found = value(game)
    assert ((found.low, found.high), found.worth(0), found.moves) == (bounds, 0, moves)
    if repetition == "ko":
        searched = proof_bounds.solve(game, Budget(memory=1 << 20, nodes=10_000))
        assert ((searched.low, searched.high), searched.complete) == (bounds, bounds[0] == bounds[1])


@pytest.mark.parametrize("tax", ["seki", "all"])
@pytest.mark.parametrize("repetition", ["ko", "none", "positional", "natural"])
def test_a_tax_is_searched_over_games_alone(repetition: RepetitionName, tax: Any) -> None:
    """Lists of positions and proofs count areas, so they refuse a tax by name (spec 1.13a)."""
    game = Game("chinese", board="3x1", repetition=repetition, tax=tax)
    refusals = {route.name: route.refusal(game) for route in ROUTES}
    assert [name for name, refusal in refusals.items() if refusal is None] == ["games"]
    assert all(f"does not serve tax = {tax}; it serves none" in str(each) for each in refusals.values() if each)


def test_the_first_move_and_a_line_that_keeps_the_value() -> None:
    found = value(Game("chinese", board="3x1", komi=0.5))
    assert (found.exact, found.moves) == (2.5, ("B1",))
    for repetition in ("ko", "positional", "situational", "natural"):
        game = Game("chinese", board="2x4", komi=0, repetition=repetition)
        found = value(game, budget=Budget(seconds=60))
        assert found.exact == 8
        for move in found.line:
            game.play(move)
        assert game.outcome is not None
        assert game.outcome.margin == 8


def test_colours_and_symmetry_change_nothing() -> None:
    for repetition in ("ko", "positional"):
        axes: dict[str, Any] = {"komi": 0, "repetition": repetition}
        left = value(Game.setup("chinese", ["X.", "..", "O."], to_play="black", **axes))
        right = value(Game.setup("chinese", [".X", "..", ".O"], to_play="black", **axes))
        turned = value(Game.setup("chinese", ["O.", "..", "X."], to_play="white", **axes))
        assert (left.low, left.high) == (right.low, right.high) == (-turned.high, -turned.low)


def test_a_limit_leaves_bounds() -> None:
    found = value(Game("chinese", board="2x3", komi=0), budget=Budget(memory=1 << 27, nodes=1000))
    assert not found.complete
    assert found.low <= 0 <= found.high
    assert found.worth() is None
    rough = value(Game("chinese", board="5x5", komi=0, repetition="ko"), budget=Budget(memory=1 << 26, nodes=1000))
    assert (rough.route, rough.complete) == ("search", False)
    assert rough.low <= 25 <= rough.high


def test_rules_under_which_a_value_is_proved_are_named() -> None:
    bracket = value(Game("chinese", board="3x4", komi=0, repetition="ko"))
    assert (bracket.low, bracket.high, bracket.exact, bracket.worth(0)) == (4, 12, None, 4)
    assert "superko is not covered" in bracket.rules
    free = value(Game("chinese", board="2x4", komi=0, repetition="none"))
    assert "natural superko" in free.rules


def test_what_no_route_takes_is_refused() -> None:
    with pytest.raises(
        BoardTooLarge,
        match=r"superko takes up to 10 points, not 12; .* or set repetition = ko \(now positional\): then",
    ):
        value(Game("chinese", board="3x4"))
    with pytest.raises(BoardTooLarge, match="every position takes up to 20 points, not 25; take a smaller board"):
        value(Game("chinese", board="5x5", repetition="none"))
    with pytest.raises(BoardTooLarge, match=r"games takes up to 24 points to play on, not 25; take a smaller board$"):
        value(Game("tile", board="5x5"))
    with pytest.raises(OutOfMemory, match=r"would take \d.\d MiB of memory, and 1.0 MiB are allowed; allow more"):
        value(Game("chinese", board="3x4", repetition="none"), budget=Budget(memory=1 << 20))


FULL = ["X" * 9] * 8 + [".XXXXXXX."]


@pytest.mark.parametrize("repetition", first(1, ["ko", "none", "positional", "natural"]))
def test_a_large_board_with_few_vacant_points_is_searched(repetition: RepetitionName) -> None:
    """Masks hold 64 points, so only the search over games supports 9x9; Black has all of it."""
    game = Game.setup("chinese", FULL, komi=0, repetition=repetition)
    found = value(game, budget=Budget(nodes=200))
    assert (found.route, found.low) == ("games", 81)
    game.play("pass")
    assert value(game).exact == 81
    small = Game.setup("chinese", ["XXXX.", "XXXXX", "XXXXX", "XXXXX", ".XXXX"], komi=0, repetition=repetition)
    small.play("pass")
    assert value(small).exact == 25


def test_a_costly_proof_leaves_time_for_the_superko_search() -> None:
    found = value(Game("chinese", board="3x3", komi=0), budget=Budget(nodes=2_000))
    assert (found.route, found.complete) == ("superko", False)
    assert found.nodes > 1_500


def test_a_timeout_is_not_blamed_on_board_or_rules() -> None:
    found = value(Game("chinese", board="2x2", komi=0, repetition="none"), budget=Budget(seconds=0))
    assert (found.low, found.high, found.complete, found.route) == (-4, 4, False, "retrograde")


@pytest.mark.parametrize(("board", "axes", "nodes"), cases("value", "the_positions_allowed_hold_for_the_whole_search"))
def test_the_positions_allowed_hold_for_the_whole_search(board: str, axes: dict[str, Any], nodes: int) -> None:
    found = value(Game("chinese", board=board, komi=0, **axes), budget=Budget(memory=1 << 29, nodes=nodes))
    assert not found.complete
    assert nodes // 2 < found.nodes <= nodes


def test_points_for_a_handicap_are_no_matter_of_masks() -> None:
    """White's points count only with a handicap, and otherwise change nothing."""
    even = Game("chinese", board="2x1", komi=0, repetition="ko", handicap_bonus="n")
    assert value(even).route == "retrograde"
    ahead = Game("chinese", board="3x1", komi=0, repetition="ko", handicap=2, handicap_kind="turns", handicap_bonus="n")
    for move in ("A1", "C1"):
        ahead.play(move)
    found = value(ahead)
    assert (found.route, found.exact) == ("states", -3 - 2)


def test_where_positions_are_too_many_proofs_press_the_bounds() -> None:
    game = Game("chinese", board="2x5", komi=0, repetition="ko")
    listed = value(game)
    found = value(game, budget=Budget(memory=200_000))
    assert (listed.route, found.route) == ("retrograde", "search")
    assert found.exact == listed.exact == 10
    assert set(found.moves) <= set(listed.moves)
    assert len(found.moves) == 1


def test_what_is_cut_short_says_no_more_than_it_knows() -> None:
    found = value(Game("chinese", board="3x4", komi=0, repetition="ko"), budget=Budget(seconds=0))
    assert not found.complete
    assert "infinite play" not in found.rules


def test_a_game_that_was_resigned_has_a_winner_and_no_points() -> None:
    game = Game("chinese", board="3x3")
    game.finish("resignation", winner="white")
    found = value(game)
    assert (found.exact, found.unit) == (-1, "winner")


def test_with_little_memory_a_search_with_history_is_left() -> None:
    found = value(Game("chinese", board="2x4", komi=0), budget=Budget(memory=100 << 20, nodes=100_000))
    assert found.route == "superko"


def test_a_win_by_capture_differs_from_a_loss_by_suicide() -> None:
    goal: dict[str, Any] = {"goal": "capture 1 at once", "suicide": "allowed", "repetition": "none", "passing": "none"}
    one, two = (
        Game.setup("tromp-taylor", [row], to_play="white", end="no-moves", **goal) for row in (".XO.X.", "O.O.X.")
    )
    one.play("A1")  # captures B1
    two.play("F1")  # removes only itself
    assert (one.stones, one.to_play) == (two.stones, two.to_play)
    assert future_of(one, parts_of(one.rules)) != future_of(two, parts_of(two.rules))
