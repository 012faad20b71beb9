"""Observations identify the game played, and the end of a game is reported with all that learning needs."""

from typing import Any

import pytest
from data import cases

from tengen.envs import GLOBALS, Ending, VectorEnv
from tengen.envs.planes import seen_by_the_other
from tengen.rules import AXES


def told(**options: Any) -> tuple[bytes, bytes]:
    chosen: dict[str, Any] = {"game": "chinese", "board": "5x5", "games": 1} | options
    env = VectorEnv(**chosen)
    return env.observations.tobytes(), env.globals.tobytes()


@pytest.mark.parametrize(("one", "other"), cases("observations", "what_differs_is_seen"))
def test_what_differs_is_seen(one: dict[str, Any], other: dict[str, Any]) -> None:
    """The planes differ if komi or the board's rim differs, the globals if the rules differ."""
    mine, theirs = told(**one), told(**other)
    by_planes = "komi" in one or one.get("board") == "5x5"
    assert (mine[0] != theirs[0]) == by_planes
    assert (mine[1] != theirs[1]) == ("board" not in one)


OTHERWISE = {"repetition", "cycle", "tao_start", "tao_price", "tao_in_hand", "komi",
             "handicap", "handicap_kind", "handicap_bonus", "fairness", "seats",
             "removal", "captured", "least_liberties", "where"}  # fmt: skip
"""Axes that appear by their effects: parts of a rule, prices and hands, komi, turns; the last four are refused."""


def test_every_axis_is_in_the_globals() -> None:
    """A new axis is observed, or its exception is listed here."""
    told = {name.split(" = ")[0] for name in GLOBALS} | {"tile_stack", "passes"}
    assert {"1 / tile_stack", "passes to end"} <= set(GLOBALS)
    assert len(set(GLOBALS)) == len(GLOBALS)
    assert set(AXES) - OTHERWISE <= told


@pytest.mark.parametrize(("komi", "code"), [(0, 128), (7.5, 113), (-7.5, 143), (63.5, 1), (-63.5, 255), (900, 1)])
def test_the_plane_of_komi_counts_half_points(komi: float, code: int) -> None:
    env = VectorEnv("chinese", board="3x3", games=1, komi=komi)
    place = [plane.name for plane in env.planes].index("komi")
    assert (env.observations[0, place] == code).all()
    assert env.globals[0, GLOBALS.index("komi")] == -komi
    turned = seen_by_the_other(env.planes).see(env.observations[0])
    env.step([4])
    assert (env.observations[0, place] == 256 - code).all()
    assert (turned[place] == 256 - code).all()


def test_the_end_is_told_in_the_step_that_ends_a_game() -> None:
    """Owners, margin and the last observation, although the next game has begun in its place."""
    env = VectorEnv("chinese", board="3x3", games=2, limit=4, komi=0.5)
    for actions in ([4, 0], [9, 9]):
        env.step(actions)
        assert not env.owners.any()
    stones = env.observations[0, :2].sum()
    env.step([9, 1])
    assert env.ends.tolist() == [Ending.SCORE, 0]
    assert (env.owners[0].tolist(), env.margins[0]) == ([1] * 9, 8.5)
    assert env.final_observations[0, :2].sum() == stones == 1
    assert env.final_globals[0, GLOBALS.index("passes")] == 2
    assert not env.observations[0, :2].any()
    env.step([0, 5])
    assert env.ends.tolist() == [0, Ending.TOO_LONG]
    assert env.truncated.tolist() == [False, True]
    assert not env.owners[0].any()
    assert env.final_observations[1, :2].sum() == 3
    assert env.final_globals[1, GLOBALS.index("turns left")] == 0
