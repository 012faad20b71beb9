"""Watched searches kept in a file: they resume to the same values, and refuse other searches' files."""

from pathlib import Path
from typing import Any

import pytest
from example_counts import first

from tengen import Game
from tengen.records import FormatError, TengenError
from tengen.rules.repetition import RepetitionName
from tengen.solve.budget import LIMIT, NODES, STOP, Budget, OutOfBudget, counters, run_watched
from tengen.solve.checkpoints import Keeper
from tengen.solve.value import Value, value

_Asked = tuple[str, RepetitionName, int]
LISTED: _Asked = ("3x4", "ko", 4 << 30)
PROVED: _Asked = ("..XX../..X.O./..X...", "ko", 64 << 20)
"""Boards, or rows of one, with a rule and the memory."""
WITH_HISTORY: _Asked = ("1x5", "situational", 1 << 30)
STATES: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("tile", "2x3", {}), ("tao", "1x3", {"komi": 0, "tao_price": 1}), ("cushion", "1x4", {}), ("gengo", "3x3", {}),
    ("tile", "2x2", {"tile_stack": 2}), ("chinese", "1x3", {"komi": 0, "scoring": "territory", "repetition": "ko"}),
)  # fmt: skip
"""Games whose states are listed: with prisoners apart from the list, as part of it, and without any."""


def started(board: str, repetition: RepetitionName) -> Game:
    if "/" in board:
        return Game.setup("chinese", board.split("/"), komi=0, repetition=repetition)
    return Game("chinese", board=board, komi=0, repetition=repetition)


def kept_value(
    path: Path,
    game: Game,
    head: dict[str, object],
    steps: int | None,
    *,
    memory: int = LISTED[2],
    early: tuple[str, ...] = (),
) -> Value:
    """Return the value of a game, saved all the time; stopped after some steps, it is saved once more."""
    left = [steps]

    def report(stage: str, share: float) -> None:
        if left[0] is not None and not (early and stage.startswith(early)):
            left[0] -= 1
            if left[0] < 0:
                raise KeyboardInterrupt

    keeper = Keeper(path, head, every=0)
    found = value(game, budget=Budget(memory=memory, report=report, keeper=keeper))
    keeper.save()
    return found


def solved(path: Path, board: str, repetition: RepetitionName, memory: int, *, steps: int | None = None) -> Value:
    """Return the value of a board; the work before the search does not count as a step."""
    game = started(board, repetition)
    head: dict[str, object] = {"board": board, "repetition": repetition, "memory": memory}
    early = ("counting", "listing", "following")
    return kept_value(path, game, head, steps, memory=memory, early=early)


@pytest.mark.parametrize(
    ("asked", "route"), first(2, [(LISTED, "retrograde"), (WITH_HISTORY, "superko"), (PROVED, "search")])
)
def test_an_interrupted_proof_has_the_same_value(tmp_path: Path, asked: _Asked, route: str) -> None:
    board, repetition, memory = asked
    whole = value(started(board, repetition), budget=Budget(memory=memory))
    path, stops = tmp_path / "kept", 0
    while not (found := solved(path, *asked, steps=3 * (1 + stops))).complete:
        assert path.stat().st_size > 0
        assert found.low <= whole.low <= whole.high <= found.high
        stops += 1
    assert stops > 1
    assert (found.low, found.high, found.route) == (whole.low, whole.high, route)
    for move in set(found.moves) - set(whole.moves):  # a proof in another order may use another move
        game = started(board, repetition)
        game.play(move)
        assert value(game).exact == whole.exact


@pytest.mark.slow
@pytest.mark.parametrize(("variant", "board", "axes"), first(2, STATES))
def test_an_interrupted_list_of_states_has_the_same_value(
    tmp_path: Path, variant: str, board: str, axes: dict[str, Any]
) -> None:
    game = Game(variant, board=board, **axes)
    whole, path, stops = value(game), tmp_path / "kept", 0
    while not (found := kept_value(path, game, {"the game": game.to_json()}, 1 + 2 * stops)).complete:
        stops += 1
    assert stops > 1
    assert (found.low, found.high, found.plies, found.route) == (whole.low, whole.high, whole.plies, "states")
    assert set(found.moves) <= set(whole.moves)
    assert found.nodes < whole.nodes  # the states of the file were not listed again


def test_what_is_known_is_not_found_out_again(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    first = solved(path, *PROVED)
    again = solved(path, *PROVED)
    assert (again.low, again.high, again.complete) == (first.low, first.high, True)
    assert again.nodes < first.nodes / 10


def test_another_proof_and_damage_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    solved(path, *LISTED, steps=1)
    with pytest.raises(TengenError, match="belongs to another job: board differs"):
        Keeper(path, {"board": "3x3", "repetition": "ko", "memory": LISTED[2]})
    whole = path.read_bytes()
    for data in (b"", b"nothing", whole[: len(whole) // 2]):
        path.write_bytes(data)
        with pytest.raises(FormatError, match="is not a checkpoint"):
            solved(path, *LISTED)
        assert path.read_bytes() == data


def test_a_search_is_not_begun_after_the_report_has_ended_it() -> None:
    begun: list[int] = []

    def end(stage: str, share: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_watched(lambda: begun.append(1), counters(), Budget(report=end), "a search")
    with pytest.raises(OutOfBudget):
        run_watched(lambda: begun.append(1), counters(), Budget(seconds=-1), "a search")
    assert not begun


def test_a_search_may_look_at_as_many_positions_as_are_left() -> None:
    shared, budget = counters(), Budget(nodes=100)
    shared[NODES] = 7  # of an earlier search

    def work() -> str:
        assert shared[LIMIT] == 107
        shared[NODES] += 30
        return "found"

    assert run_watched(work, shared, budget, "a search") == "found"
    assert budget.looked_at == 30
    assert shared[STOP]

    def stop() -> None:
        shared[STOP] = 1

    with pytest.raises(OutOfBudget, match="100 positions"):
        run_watched(stop, shared, budget, "a search")
