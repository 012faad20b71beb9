"""Searches that are watched: the watcher hears of each, however short it is."""

from __future__ import annotations

from threading import Thread

import pytest

from tengen.solve.budget import Budget, OutOfBudget
from tengen.solve.interruption import LIMIT, NODES, STOP, counters, counters_of, run_watched


class Finished(Thread):
    """A thread that is over when it has been started."""

    def start(self) -> None:
        super().start()
        self.join()


def test_a_search_that_is_over_at_once_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tengen.solve.interruption.threading.Thread", Finished)
    heard: list[str] = []
    budget = Budget(report=lambda stage, _: heard.append(stage))
    assert run_watched(lambda: 7, counters(), budget, "a short search") == 7
    assert heard == ["a short search"]


def test_a_search_is_not_begun_after_the_report_has_ended_it() -> None:
    begun: list[int] = []

    def end(stage: str, share: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_watched(lambda: begun.append(1), counters(), Budget(report=end), "a search")
    with pytest.raises(OutOfBudget):
        run_watched(lambda: begun.append(1), counters(), Budget(seconds=-1), "a search")
    assert not begun


def test_searches_that_run_together_have_a_part_of_the_positions_each() -> None:
    shared, budget = counters_of(2), Budget(nodes=100)
    shared[1, NODES] = 7  # of a search before

    def work() -> str:
        assert shared[:, LIMIT].tolist() == [50, 57]
        shared[:, NODES] += 10, 20
        return "found"

    assert run_watched(work, shared, budget, "searches") == "found"
    assert budget.looked_at == 30
    assert shared[:, STOP].all()

    def stop_one() -> None:
        shared[1, STOP] = 1

    with pytest.raises(OutOfBudget, match="100 positions"):
        run_watched(stop_one, shared, budget, "searches")
