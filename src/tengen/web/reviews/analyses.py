"""Analyses of reviews in the background: the visitor who asked, what was found so far, and the pages that get it."""

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
"""Simulations for a position that somebody looks at."""
GLANCE: Final = 150
"""Simulations for a point of the graph."""
CLOSER: Final = 1_000
"""Simulations for the positions around what looks like a mistake, and after the better move."""
_POINTS: Final = 400
_REVIEWS: Final = 64
_RESULTS: Final = 500
_AGAIN: Final = 1.0
Points = dict[str, list[float | None]]
"""Black's chance and lead, by the addresses of nodes."""
_Key = tuple[str, Variant]


class KnownAnalysis(AnalysisResult):
    """What is known of a position so far; ``final`` says that nothing more comes."""

    final: bool


ReviewMessage = Mapping[str, object]
"""A message to the followers of a review; docs/how/web.md describes the fields of each type."""
Listener = Callable[[ReviewMessage], None]


@dataclass
class _ReviewWork:
    """One review: what is known of its positions, what is worked on, and who follows it."""

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
    """Positions of one review to be looked at under some rules, on somebody's account."""

    work: _ReviewWork
    review: OpenReview
    rules: Variant
    payer: str

    def look(self, address: str, found: AnalysisResult) -> None:
        """Keep how the main line stands at a node, and tell it."""
        variation = found["candidates"][0]["variation"] if found["candidates"] else ()
        looks = self.work.graphs.setdefault(self.rules, {})
        why, error = tuple(found.get("why", ())), found.get("black_error", 0.0)
        look = Glance(found["black"], found["lead"], tuple(variation), why, error)
        if (known := looks.get(address)) is not None and known.variation[:1] == look.variation[:1]:
            look = replace(look, instead=known.instead)
        looks[address] = look
        self.work.tell(_graph(self.rules, {address: look}))

    def mistakes(self) -> list[ReviewMistake]:
        """Return what seem to be mistakes, by all that was looked at."""
        return mistakes(self.review.record.line, self.work.graphs.get(self.rules, {}))

    def tell_mistakes(self) -> None:
        """Tell the mistakes anew where they have changed; nothing is called a mistake before the graph is drawn."""
        if self.rules in self.work.mistakes:
            found = self.mistakes()
            if found != self.work.mistakes[self.rules]:
                self.work.mistakes[self.rules] = found
                self.work.tell(_mistakes(self.rules, found))

    def tell_trouble(self, node: str | None, error: TengenError | RequestError) -> None:
        """Tell why nothing comes of it."""
        said = {"code": error.code, "text": error.text, "values": values_of(error.text)}
        self.work.tell({"type": "trouble", "node": node, "rules": self.rules.name, **said})


class ReviewAnalyses:
    """Has positions of reviews analysed, each once, for as long as somebody follows the review."""

    def __init__(self, engine: EnginePool, limits: RateLimits, scheduler: Scheduler) -> None:
        self._engine, self._limits, self._scheduler = engine, limits, scheduler
        self._reviews: OrderedDict[str, _ReviewWork] = OrderedDict()

    def follow(self, id: str, listener: Listener) -> Callable[[], None]:
        """Tell somebody of everything that is found in a review from now on; return what ends it."""
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
        """Forget what was found off the main line: a variation was taken away, and addresses have changed."""
        work = self._work_on(id)
        for key in [key for key in (*work.found, *work.jobs) if not is_on_main_line(key[0])]:
            work.found.pop(key, None)
            if key in work.jobs:
                work.jobs[key].cancel()

    def tell(self, id: str, message: ReviewMessage) -> None:
        """Tell all who follow a review."""
        self._work_on(id).tell(message)

    def known(self, id: str, address: str, rules: Variant) -> KnownAnalysis | None:
        """Return what is known of a position so far."""
        return self._work_on(id).found.get((address, rules))

    def ask(self, id: str, review: OpenReview, address: str, rules: Variant, visitor: str, payer: str) -> bool:
        """Have a position analysed; say whether that is still to be done. What this visitor asked before is given up.

        It is counted for the ``payer``, an address on the network: a new cookie brings no new quota (QuotaSpent).
        """
        work, key = self._work_on(id), (address, rules)
        known = work.found.get(key)
        if known is not None and known["final"]:
            return False
        for other, askers in work.askers.items():  # stop what this visitor asked for before and nobody else wants
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
        """Return Black's chance and lead at the nodes of the main line that were looked at."""
        return _points(self._work_on(id).graphs.get(rules, {}))

    def ask_for_graph(self, id: str, review: OpenReview, rules: Variant, payer: str) -> bool:
        """Have the main line looked at node by node; say whether that is still to be done. QuotaSpent: as for `ask`."""
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
                await self._look(job, [*around], CLOSER)  # a glance errs
                await self._compare(job)
                job.work.mistakes.setdefault(job.rules, [])
                job.tell_mistakes()
                job.work.tell({"type": "graph-done", "rules": job.rules.name})
            except (TengenError, RequestError) as error:
                job.tell_trouble(None, error)
            finally:
                job.work.drawing.pop(job.rules, None)

    async def _look(self, job: _ReviewJob, wanted: Sequence[str], simulations: int) -> None:
        """Have positions of the main line analysed in this order, but for those that it does not come to."""
        given = job.review.text, job.rules, frozenset(wanted), job.payer
        questions = await self._scheduler.run(job.payer, questions_of, *given) if wanted else {}
        for address in (each for each in wanted if each in questions):
            job.look(address, await self._analysed(questions[address], simulations))

    async def _compare(self, job: _ReviewJob) -> None:
        """Look as closely at the positions after the engine's moves as at those after what seem to be mistakes."""
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
        """Analyse a position, trying again while the engine is busy: nobody waits for this to go on playing."""
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
    """Return addresses, not too many, so that the first ones tell most: the whole line coarsely, then what is between.

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
