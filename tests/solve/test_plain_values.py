"""Lists of states of Tao Go and Gengo, against plain brute force by the rules of the proof checker, in Python.

The brute force shares nothing with the lists: no kernel, no keys, no symmetries, no limit on prisoners.
"""

import random
from collections.abc import Callable
from functools import cache
from math import inf
from typing import Any

import networkx as nx
import pytest
from data import cases
from test_variant_proofs import rules_of, table_of

from tengen import Game
from tengen.boards import parse
from tengen.records import PositionError
from tengen.solve.budget import Budget
from tengen.solve.checker.play_rules import PlayRules, PlayState
from tengen.solve.states.state_values import StateValues

Bounds = dict[PlayState, tuple[float, float]]
"""Black's result in every position: infinite play at its worst for Black, and at its best."""


def every_value(rules: PlayRules, start: PlayState, seen: Callable[[PlayState], PlayState]) -> Bounds:
    """Return the value of every reachable position: bounds improved until nothing changes."""
    ahead: dict[PlayState, list[PlayState]] = {}
    todo = [start]
    while todo:
        table = todo.pop()
        if table not in ahead:
            ahead[table] = [seen(after) for _, after in rules.turns(table)]
            todo += ahead[table]
    found: Bounds = {}
    for table in ahead:
        found[table] = (-inf, inf)
        if rules.is_ended(table):
            found[table] = (rules.points(table, "X"), rules.points(table, "X"))
    changed = True
    while changed:
        changed = False
        for table, after in ahead.items():
            if after:
                choose = max if table.to_play == "X" else min
                new = choose(found[each][0] for each in after), choose(found[each][1] for each in after)
                changed = changed or new != found[table]
                found[table] = new
    return found


def listed(values: StateValues, game: Game) -> tuple[float, float]:
    bracket = values.bracket(game)
    black = bracket if game.to_play == "black" else bracket.turned()
    return black.low, black.high


def without_prisoners(table: PlayState) -> PlayState:
    return table._replace(held=(0, 0))


def compared(game: Game, most: int) -> int:
    """Compare the list with brute force on up to ``most`` positions; return their number."""
    plain = every_value(rules_of(game), without_prisoners(table_of(game)), without_prisoners)
    limits: tuple[int | None, ...] = (1,) if game.rules.tao == "on" else (None,)
    values = StateValues(game, limits[0], Budget(memory=1 << 30))
    seen: set[PlayState] = set()
    todo = [game]
    while todo and len(seen) < most:
        at = todo.pop()
        table = without_prisoners(table_of(at))
        if table in seen or at.outcome is not None:
            continue
        seen.add(table)
        assert listed(values, at) == plain[table], at.to_json()
        for move in at.legal_moves():
            todo.append(at.copy())
            todo[-1].play(move)
    return len(seen)


FAST = cases("plain_values", "fast")
SLOW = cases("plain_values", "slow")


@pytest.mark.parametrize(
    ("name", "board", "axes", "most"),
    [(*game, 150) for game in FAST] + [pytest.param(*game, 2_000, marks=pytest.mark.slow) for game in SLOW],
)
def test_lists_are_what_brute_force_says(name: str, board: str, axes: dict[str, Any], most: int) -> None:
    assert compared(Game(name, board=board, komi=0, **axes), most) >= (20 if most == 150 else 200)


def random_game(draw: random.Random) -> Game | None:
    """Return a random position of Tao Go with prisoners, on a random graph of up to four points; None for a bad one."""
    size = draw.randint(2, 4)
    board = parse(nx.gnp_random_graph(size, draw.choice((0.5, 0.8)), seed=draw.randrange(1 << 30)))
    stones = {label: draw.choice(("black", "white", "tao", "tao")) for label in board.labels if draw.random() < 0.5}
    axes = {"tao_price": draw.choice((1, 1, 2, "off")), "prisoner_value": draw.choice((0, 1, 1))}
    held = {colour: draw.choice((0, 0, 1, 2)) for colour in ("black", "white")}
    try:
        to_play = draw.choice(("black", "white"))
        return Game.setup("tao", stones, board=board, to_play=to_play, prisoners=held, komi=0, **axes)  # type: ignore[arg-type]
    except PositionError:
        return None


def forced(rules: PlayRules, start: PlayState, turns: int) -> tuple[float, float]:
    """Return the results that Black and White can force within some turns: infinite if none."""

    @cache
    def bounds(table: PlayState, left: int) -> tuple[float, float]:
        if rules.is_ended(table):
            return rules.points(table, "X"), rules.points(table, "X")
        if not left:
            return -inf, inf
        after = [bounds(each, left - 1) for _, each in rules.turns(table)]
        choose = max if table.to_play == "X" else min
        return choose(low for low, _ in after), choose(high for _, high in after)

    return bounds(start, turns)


def around(seed: int) -> tuple[int, int]:
    """Compare a list, with few prisoners weaker, with what seven turns can force; return the bounds, and those met."""
    game = random_game(random.Random(seed))
    if game is None or game.outcome is not None:
        return 0, 0
    soon = forced(rules_of(game), table_of(game), 7)
    exact = (-inf, inf)
    for most in (2, 4, 8):
        values = StateValues(game, most, Budget(memory=1 << 30))
        low, high = listed(values, game)
        assert low <= soon[1], game.to_json()
        assert soon[0] <= high, game.to_json()
        if values.is_exact:
            exact = low, high
            assert soon[0] <= low, game.to_json()
            assert high <= soon[1], game.to_json()
            break
    known = sum(abs(bound) < inf for bound in soon)
    return known, sum(one == other and abs(one) < inf for one, other in zip(soon, exact, strict=True))


@pytest.mark.parametrize(
    ("seeds", "least"), [(range(60), 25), pytest.param(range(1_000, 3_000), 800, marks=pytest.mark.slow)]
)
def test_what_can_be_forced_soon_lies_within_the_lists(seeds: range, least: int) -> None:
    known, met = map(sum, zip(*map(around, seeds), strict=True))
    assert known >= met > least
