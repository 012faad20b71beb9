"""Searches that are watched: the watcher hears of each, however short it is."""

from __future__ import annotations

import pytest

from tengen.solve.budget import LIMIT, NODES, STOP, Budget, OutOfBudget, counters, run_watched


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
    shared[NODES] = 7  # of a search before

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
