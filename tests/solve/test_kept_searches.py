"""Proofs that are kept in a file: they go on to the same values, refuse what is not theirs, and survive a kill."""

from __future__ import annotations

from pathlib import Path

import pytest
from example_counts import first

from tengen import Game
from tengen.records import FormatError, TengenError
from tengen.solve.budget import Budget
from tengen.solve.keeping import Keeper
from tengen.solve.value import Value, value

LISTED = ("3x4", "ko", 4 << 30)
PROVED = ("2x7", "ko", 8 << 20)
WITH_HISTORY = ("1x6", "situational", 1 << 30)


def solved(path: Path, board: str, repetition: str, memory: int, *, steps: int | None = None) -> Value:
    """Return the value of a board, kept in a file all the time; stopped after some steps, it is written once more."""
    game, left = Game("chinese", board=board, komi=0, repetition=repetition), [steps]

    def report(stage: str, share: float) -> None:
        if left[0] is not None and not stage.startswith(("counting", "listing", "following", "distances")):
            left[0] -= 1
            if left[0] < 0:
                raise KeyboardInterrupt

    keeper = Keeper(path, {"board": board, "repetition": repetition, "memory": memory}, every=0)
    found = value(game, budget=Budget(memory=memory, report=report, keeper=keeper))
    keeper.save()
    return found


@pytest.mark.parametrize(
    ("asked", "route"), first(2, [(LISTED, "retrograde"), (WITH_HISTORY, "superko"), (PROVED, "search")])
)
def test_a_proof_that_is_stopped_again_and_again_comes_to_the_same_value(
    tmp_path: Path, asked: tuple[str, str, int], route: str
) -> None:
    board, repetition, memory = asked
    whole = value(Game("chinese", board=board, komi=0, repetition=repetition), budget=Budget(memory=memory))
    path, stops = tmp_path / "kept", 0
    while not (found := solved(path, *asked, steps=3 + stops)).complete:
        assert path.stat().st_size > 0
        assert found.low <= whole.low <= whole.high <= found.high
        stops += 1
    assert stops > 1
    assert (found.low, found.high, found.route) == (whole.low, whole.high, route)
    assert set(found.moves) <= set(whole.moves)


def test_what_is_known_is_not_found_out_again(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    first = solved(path, *PROVED)
    again = solved(path, *PROVED)
    assert (again.low, again.high, again.complete) == (first.low, first.high, True)
    assert again.nodes < first.nodes / 10


def test_another_proof_and_damage_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    solved(path, *LISTED, steps=1)
    with pytest.raises(TengenError, match=r"keeps another proof: board differs; give the same, or another file"):
        Keeper(path, {"board": "3x3", "repetition": "ko", "memory": LISTED[2]})
    whole = path.read_bytes()
    for data in (b"", b"nothing", whole[: len(whole) // 2]):
        path.write_bytes(data)
        with pytest.raises(FormatError, match="keeps no proof: it is something else, or damaged"):
            solved(path, *LISTED)
        assert path.read_bytes() == data
