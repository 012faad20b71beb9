"""Background analyses of reviews: the visitors who requested them, results so far, and pages to notify."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from typing import Final

from ...records import Colour, TengenError
from ...records.text import values_of
from ...rules import Variant
from ..engine import EnginePool, Question
from ..engine.engine_pool import UpdateListener
from ..engine.jobs import patiently
from ..engine.messages import AnalysisResult
from ..errors import RequestError
from ..scheduler.limit_table import RateLimits
from ..scheduler.scheduler import Scheduler
from .analysis_summary import MOST_MISTAKES, Glance, MoveTry, ReviewMistake, mistakes, summary, tried
from .record_tree import is_on_main_line
from .review_work import OpenReview, question_after, question_at, questions_instead, questions_of

SIMULATIONS: Final = 4_000
"""Simulations for a viewed position."""
GLANCE: Final = 150
"""Simulations for a point of the graph."""
CLOSER: Final = 1_000
"""Simulations for the positions around a possible mistake, and after the better move."""
_POINTS: Final = 400
_REVIEWS: Final = 64
_RESULTS: Final = 500
_AGAIN: Final = 1.0
Points = dict[str, list[float | None]]
"""Black's chance and lead, by the addresses of nodes."""
_Key = tuple[str, Variant]


class KnownAnalysis(AnalysisResult):
    """The analysis of a position so far; ``final`` if it is complete."""

    final: bool


ReviewMessage = Mapping[str, object]
"""A message to the followers of a review; docs/how/web.md describes the fields of each type."""
Listener = Callable[[ReviewMessage], None]


@dataclass
class _ReviewWork:
    """One review: its analyses, running jobs, and followers."""

    listeners: set[Listener] = field(default_factory=set)
    found: OrderedDict[_Key, KnownAnalysis] = field(default_factory=OrderedDict)
    graphs: dict[Variant, dict[str, Glance]] = field(default_factory=dict)
    mistakes: dict[Variant, list[ReviewMistake]] = field(default_factory=dict)
    jobs: dict[_Key, asyncio.Task[None]] = field(default_factory=dict)
    drawing: dict[Variant, asyncio.Task[None]] = field(default_factory=dict)
    askers: dict[_Key, set[str]] = field(default_factory=dict)

    def tell(self, message: ReviewMessage) -> None:
        for listener in tuple(self.listeners):
            listener(message)

    def keep(self, key: _Key, found: KnownAnalysis) -> None:
        self.found[key] = found
        self.found.move_to_end(key)
        if len(self.found) > _RESULTS:
            self.found.popitem(last=False)

    def tasks(self) -> Iterator[asyncio.Task[None]]:
        yield from self.jobs.values()
        yield from self.drawing.values()


@dataclass(frozen=True)
class _ReviewJob:
    """A job: positions of one review to analyse under some rules, charged to a payer."""

    work: _ReviewWork
    review: OpenReview
    rules: Variant
    payer: str

    def look(self, address: str, found: AnalysisResult) -> None:
        """Store a glance at a node of the main line, and send it to the followers."""
        variation = found["candidates"][0]["variation"] if found["candidates"] else ()
        looks = self.work.graphs.setdefault(self.rules, {})
        why, error = tuple(found.get("why", ())), found.get("black_error", 0.0)
        look = Glance(found["black"], found["lead"], tuple(variation), why, error)
        if (known := looks.get(address)) is not None and known.variation[:1] == look.variation[:1]:
            look = replace(look, instead=known.instead)
        looks[address] = look
        self.work.tell(_graph(self.rules, {address: look}))

    def mistakes(self) -> list[ReviewMistake]:
        """Return the apparent mistakes so far."""
        return mistakes(self.review.record.line, self.work.graphs.get(self.rules, {}))

    def tell_mistakes(self) -> None:
        """Send the mistakes if they have changed, but not before the graph is complete."""
        if self.rules in self.work.mistakes:
            found = self.mistakes()
            if found != self.work.mistakes[self.rules]:
                self.work.mistakes[self.rules] = found
                self.work.tell(_mistakes(self.rules, found))

    def tell_trouble(self, node: str | None, error: TengenError | RequestError) -> None:
        said = {"code": error.code, "text": error.text, "values": values_of(error.text)}
        self.work.tell({"type": "trouble", "node": node, "rules": self.rules.name, **said})


class ReviewAnalyses:
    """Analyses positions of reviews, each once, while the review has followers."""

    def __init__(self, engine: EnginePool, limits: RateLimits, scheduler: Scheduler) -> None:
        self._engine, self._limits, self._scheduler = engine, limits, scheduler
        self._reviews: OrderedDict[str, _ReviewWork] = OrderedDict()

    def follow(self, id: str, listener: Listener) -> Callable[[], None]:
        """Send a listener all results of a review from now on; return a function that stops it."""
        work = self._work_on(id)
        work.listeners.add(listener)
        for rules, looks in work.graphs.items():
            listener(_graph(rules, looks))
        for rules, found in work.mistakes.items():
            listener(_mistakes(rules, found))

        def leave() -> None:
            work.listeners.discard(listener)
            if not work.listeners:
                for task in work.tasks():
                    task.cancel()

        return leave

    def forget(self, id: str) -> None:
        """Drop the results off the main line after a variation was deleted, as addresses have changed."""
        work = self._work_on(id)
        for key in [key for key in (*work.found, *work.jobs) if not is_on_main_line(key[0])]:
            work.found.pop(key, None)
            if key in work.jobs:
                work.jobs[key].cancel()

    def tell(self, id: str, message: ReviewMessage) -> None:
        self._work_on(id).tell(message)

    def known(self, id: str, address: str, rules: Variant) -> KnownAnalysis | None:
        return self._work_on(id).found.get((address, rules))

    def ask(self, id: str, review: OpenReview, address: str, rules: Variant, visitor: str, payer: str) -> bool:
        """Analyse a position, in place of this visitor's previous request; return whether it is not complete yet.

        The ``payer``, a network address, is charged, so that a new cookie does not bring a new quota (QuotaSpent).
        """
        work, key = self._work_on(id), (address, rules)
        known = work.found.get(key)
        if known is not None and known["final"]:
            return False
        for other, askers in work.askers.items():  # stop this visitor's previous analysis unless others want it
            if other != key and visitor in askers:
                askers.discard(visitor)
                if not askers and other in work.jobs:
                    work.jobs[other].cancel()
        if key not in work.jobs:
            granted = ExitStack()
            granted.enter_context(self._limits.analysis(payer, SIMULATIONS))
            work.jobs[key] = asyncio.create_task(
                self._analyse(_ReviewJob(work, review, rules, payer), address, granted)
            )
        work.askers.setdefault(key, set()).add(visitor)
        return True

    def graph(self, id: str, rules: Variant) -> Points:
        """Return Black's chance and lead at the analysed nodes of the main line."""
        return _points(self._work_on(id).graphs.get(rules, {}))

    def ask_for_graph(self, id: str, review: OpenReview, rules: Variant, payer: str) -> bool:
        """Analyse the main line node by node; return whether it is not complete yet. QuotaSpent: as for `ask`."""
        work = self._work_on(id)
        if rules in work.drawing:
            return True
        known = work.graphs.setdefault(rules, {})
        line = _spread([str(place) for place in range(review.record.length)])
        wanted = [address for address in line if address not in known]
        if not wanted:
            return False
        granted = ExitStack()
        closer = CLOSER * min(3 * MOST_MISTAKES, len(wanted))
        granted.enter_context(self._limits.analysis(payer, GLANCE * len(wanted) + closer))
        work.drawing[rules] = asyncio.create_task(self._draw(_ReviewJob(work, review, rules, payer), wanted, granted))
        return True

    async def judge(self, id: str, review: OpenReview, address: str, move: str, rules: Variant, payer: str) -> MoveTry:
        """Compare a move at a node with the engine's, after searches of the same length. QuotaSpent: as for `ask`."""

        async def after(move: str) -> tuple[AnalysisResult, Colour]:
            given, light = (review.text, address, move, rules, payer), review.record.light
            question, by = await self._scheduler.run(payer, question_after, *given, light=light)
            return await self._analysed(question, CLOSER), by

        look = self._work_on(id).graphs.get(rules, {}).get(address)
        with self._limits.analysis(payer, 3 * CLOSER):
            mine, by = await after(move)
            better: Sequence[str] = look.variation if look is not None else ()
            if not better:
                question = await self._scheduler.run(payer, question_at, review.text, address, rules, payer)
                candidates = (await self._analysed(question, CLOSER))["candidates"]
                better = candidates[0]["variation"] if candidates else [move]
            best = mine if better[0] == move else (await after(better[0]))[0]
            return tried(move, mine, best, better, by)

    # -- the work ------------------------------------------------------------------------------------------------------

    async def _analyse(self, job: _ReviewJob, address: str, granted: ExitStack) -> None:
        key = address, job.rules

        def note(found: AnalysisResult, final: bool = False) -> None:
            job.work.keep(key, {**found, "final": final})
            about = {"type": "analysis", "node": address, "rules": job.rules.name, "final": final}
            job.work.tell({**about, "analysis": summary(found)})

        with granted:
            try:
                given, light = (job.review.text, address, job.rules, job.payer), job.review.record.light
                question = await self._scheduler.run(job.payer, question_at, *given, light=light)
                found = await self._analysed(question, SIMULATIONS, note)
            except (TengenError, RequestError) as error:
                job.tell_trouble(address, error)
            else:
                note(found, final=True)
                if is_on_main_line(address):
                    job.look(address, found)
                    job.tell_mistakes()
            finally:
                job.work.jobs.pop(key, None)
                job.work.askers.pop(key, None)

    async def _draw(self, job: _ReviewJob, wanted: Sequence[str], granted: ExitStack) -> None:
        with granted:
            try:
                await self._look(job, wanted, GLANCE)
                around = dict.fromkeys(address for each in job.mistakes() for address in (each["before"], each["node"]))
                await self._look(job, [*around], CLOSER)  # a glance may be wrong
                await self._compare(job)
                job.work.mistakes.setdefault(job.rules, [])
                job.tell_mistakes()
                job.work.tell({"type": "graph-done", "rules": job.rules.name})
            except (TengenError, RequestError) as error:
                job.tell_trouble(None, error)
            finally:
                job.work.drawing.pop(job.rules, None)

    async def _look(self, job: _ReviewJob, wanted: Sequence[str], simulations: int) -> None:
        """Analyse positions of the main line in this order, except those after its end."""
        given = job.review.text, job.rules, frozenset(wanted), job.payer
        questions = await self._scheduler.run(job.payer, questions_of, *given) if wanted else {}
        for address in (each for each in wanted if each in questions):
            job.look(address, await self._analysed(questions[address], simulations))

    async def _compare(self, job: _ReviewJob) -> None:
        """Analyse the positions after the engine's moves as thoroughly as those after apparent mistakes."""
        looks = job.work.graphs.get(job.rules, {})
        moves = {each["before"]: each["better"][0] for each in job.mistakes() if looks[each["before"]].error}
        given = job.review.text, job.rules, moves, job.payer
        questions = await self._scheduler.run(job.payer, questions_instead, *given) if moves else {}
        for address, question in questions.items():
            found = await self._analysed(question, CLOSER)
            looks[address] = replace(looks[address], instead=(found["black"], found.get("black_error", 0.0)))

    async def _analysed(
        self, question: Question, simulations: int, note: UpdateListener | None = None
    ) -> AnalysisResult:
        """Analyse a position, retrying while the engine is busy, as players come first."""
        return await patiently(lambda: self._engine.analyse(question, simulations, note), _AGAIN)

    def _work_on(self, id: str) -> _ReviewWork:
        work = self._reviews.setdefault(id, _ReviewWork())
        self._reviews.move_to_end(id)
        for other in [name for name, each in self._reviews.items() if not each.listeners and not any(each.tasks())]:
            if len(self._reviews) <= _REVIEWS:
                break
            if other != id:
                del self._reviews[other]
        return work


def _points(looks: Mapping[str, Glance]) -> Points:
    return {address: [look.black, look.lead] for address, look in looks.items()}


def _graph(rules: Variant, looks: Mapping[str, Glance]) -> ReviewMessage:
    return {"type": "graph", "rules": rules.name, "points": _points(looks)}


def _mistakes(rules: Variant, found: Sequence[ReviewMistake]) -> ReviewMessage:
    return {"type": "mistakes", "rules": rules.name, "mistakes": list(found)}


def _spread(addresses: Sequence[str]) -> list[str]:
    """Return a limited number of addresses, the whole line coarsely first, then those between.

    >>> _spread("01234")
    ['0', '4', '3', '2', '1']
    """
    step = -(-len(addresses) // _POINTS)
    left = list(dict.fromkeys([*addresses[::step], addresses[-1]]))
    found = [left[0], left[-1]]
    gap = len(left)
    while gap > 1:
        gap = (gap + 1) // 2
        found += left[::gap]
    return list(dict.fromkeys(found))
