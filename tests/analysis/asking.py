"""Conversations with the analysis engine, with analysts of known opinions."""

import io
import json
from collections.abc import Callable, Iterable, Iterator
from itertools import count
from threading import Condition
from typing import Any

from tengen import Game
from tengen.analysis import AnalysisSession, AnalysisSettings, Wishes
from tengen.players import MCTS, Analysis, Analyst, Budget, Candidate
from tengen.players.scope import WHOLE, Scope
from tengen.records import Move, Pass

PATIENCE = 60
Said = dict[str, Any]


class Thinker:
    """An analyst with one opinion, more and more certain; an endless search never ends."""

    name = "Thinker"

    def choose(self, game: Game, budget: Budget | None = None) -> Move:
        return Pass

    def analyse(
        self, game: Game, budget: Budget | None = None, interval: float | None = None, scope: Scope = WHOLE
    ) -> Iterator[Analysis]:
        most = budget.simulations if budget and budget.simulations else 10
        for step in count(1) if most > 10**6 else (most,):
            candidates = (Candidate("A1", step, 0.75, 2.5, 0.5, ("A1", "B2", "pass"), (step, 1, 1)),)
            yield Analysis(candidates, 0.75, 2.5, dict.fromkeys(game.board.labels, 0.25), step)


class Answers(io.StringIO):
    """The answers so far; one may wait for an answer."""

    def __init__(self) -> None:
        super().__init__()
        self._changed = Condition()
        self.said: list[Said] = []

    def write(self, text: str) -> int:
        with self._changed:
            self.said.append(json.loads(text))
            self._changed.notify_all()
        return len(text)

    def wait(self, wanted: Callable[[Said], bool]) -> None:
        with self._changed:
            assert self._changed.wait_for(lambda: any(map(wanted, self.said)), PATIENCE), self.said


def thinking(wishes: Wishes) -> Analyst:
    return Thinker()


def searching(wishes: Wishes) -> Analyst:
    return MCTS(seed=1, megabytes=8, tidy=wishes.tidy)


def ask(*lines: Said | str, settings: AnalysisSettings | None = None) -> list[Said]:
    answers = Answers()
    listen(lines, answers, settings)
    return answers.said


def listen(lines: Iterable[Said | str], answers: Answers, settings: AnalysisSettings | None = None) -> None:
    """Answer lines, however late they come."""
    texts = (line if isinstance(line, str) else json.dumps(line) for line in lines)
    AnalysisSession(settings or AnalysisSettings(thinking, visits=10), answers).run(texts)


def query(**fields: Any) -> Said:
    """Return a query about a small board, with some fields changed; None leaves one out."""
    whole = {"id": "q", "moves": [], "rules": "chinese", "komi": 7.5, "boardXSize": 5, "boardYSize": 5, **fields}
    return {name: value for name, value in whole.items() if value is not None}
