"""Analyses of reviews in the background: who asked, what was found so far, and who is told."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from ...game.record_walk import walk
from ...records import TengenError
from ...rules import Variant
from ..engine import Busy, Quota
from ..texts import load_words
from .node_view import main_line, see, summary
from .record_tree import Study

SIMULATIONS: Final = 4_000
"""Simulations for a position that somebody looks at."""
GLANCE: Final = 150
"""Simulations for a point of the graph."""
_POINTS: Final = 400
_REVIEWS: Final = 64
_RESULTS: Final = 500
_AGAIN: Final = 1.0
_log = logging.getLogger("tengen.web")
_words: Final = load_words()
Found = dict[str, Any]
Listener = Callable[[dict[str, Any]], None]
_Key = tuple[str, Variant]


class Thinker(Protocol):
    """What an analyst needs of an engine."""

    async def analyse(
        self, game_json: str, simulations: int, on_update: Callable[[Found], None] | None = None, key: str = ""
    ) -> Found:
        """Return what is found about a position."""


@dataclass
class _Desk:
    """One review: what is known of its positions, what is worked on, and who follows it."""

    listeners: set[Listener] = field(default_factory=set)
    found: OrderedDict[_Key, Found] = field(default_factory=OrderedDict)
    graphs: dict[Variant, dict[str, list[float | None]]] = field(default_factory=dict)
    jobs: dict[_Key, asyncio.Task[None]] = field(default_factory=dict)
    drawing: dict[Variant, asyncio.Task[None]] = field(default_factory=dict)
    askers: dict[_Key, set[str]] = field(default_factory=dict)

    def tell(self, message: dict[str, Any]) -> None:
        for listener in tuple(self.listeners):
            listener(message)

    def keep(self, key: _Key, found: Found) -> None:
        self.found[key] = found
        self.found.move_to_end(key)
        if len(self.found) > _RESULTS:
            self.found.popitem(last=False)

    def tasks(self) -> Iterator[asyncio.Task[None]]:
        yield from self.jobs.values()
        yield from self.drawing.values()


class Analyst:
    """Has positions of reviews analysed, each once, for as long as somebody follows the review."""

    def __init__(self, engine: Thinker, quota: Quota) -> None:
        self._engine, self._quota = engine, quota
        self._desks: OrderedDict[str, _Desk] = OrderedDict()

    def follow(self, id: str, listener: Listener) -> Callable[[], None]:
        """Tell somebody of everything that is found in a review from now on; return what ends it."""
        desk = self._desk(id)
        desk.listeners.add(listener)
        for rules, points in desk.graphs.items():
            listener(_graph(rules, points))

        def leave() -> None:
            desk.listeners.discard(listener)
            if not desk.listeners:
                for task in desk.tasks():
                    task.cancel()

        return leave

    def tell(self, id: str, message: dict[str, Any]) -> None:
        """Tell all who follow a review."""
        self._desk(id).tell(message)

    def known(self, id: str, address: str, rules: Variant) -> Found | None:
        """Return what is known of a position so far."""
        return self._desk(id).found.get((address, rules))

    def ask(self, id: str, study: Study, address: str, rules: Variant, visitor: str, payer: str) -> bool:
        """Have a position analysed; say whether that is still to be done. What this visitor asked before is given up.

        It is counted for the ``payer``, an address on the network: a new cookie brings no new quota.

        Raises:
            QuotaSpent: too much was asked for from there.
        """
        desk, key = self._desk(id), (address, rules)
        if desk.found.get(key, {}).get("final"):
            return False
        self._give_up(desk, visitor, key)
        if key not in desk.jobs:
            granted = ExitStack()
            granted.enter_context(self._quota.job(payer, SIMULATIONS))
            desk.jobs[key] = asyncio.create_task(self._analyse(desk, study, key, granted))
        desk.askers.setdefault(key, set()).add(visitor)
        return True

    def graph(self, id: str, rules: Variant) -> dict[str, list[float | None]]:
        """Return Black's chance and lead at the nodes of the main line that were looked at."""
        return dict(self._desk(id).graphs.get(rules, {}))

    def ask_for_graph(self, id: str, study: Study, rules: Variant, payer: str) -> bool:
        """Have the main line looked at node by node; say whether that is still to be done.

        Raises:
            QuotaSpent: as for `ask`.
        """
        desk = self._desk(id)
        if rules in desk.drawing:
            return True
        known = desk.graphs.setdefault(rules, {})
        wanted = [address for address in _spread(main_line(study)) if address not in known]
        if not wanted:
            return False
        granted = ExitStack()
        granted.enter_context(self._quota.job(payer, GLANCE * len(wanted)))
        desk.drawing[rules] = asyncio.create_task(self._draw(desk, study, rules, wanted, granted))
        return True

    # -- the work ------------------------------------------------------------------------------------------------------

    async def _analyse(self, desk: _Desk, study: Study, key: _Key, granted: ExitStack) -> None:
        address, rules = key

        def note(found: Found, final: bool = False) -> None:
            desk.keep(key, {**found, "final": final})
            message = {"type": "analysis", "node": address, "rules": rules.name, "final": final}
            desk.tell({**message, "analysis": summary(found)})

        with granted:
            try:
                text = await asyncio.to_thread(_game_at, study, address, rules)
                found = await self._patiently(text, SIMULATIONS, note)
            except TengenError as error:
                desk.tell({"type": "trouble", "node": address, "rules": rules.name, "text": str(error)})
            else:
                note(found, final=True)
                if address.isdigit():
                    self._point(desk, rules, address, found)
            finally:
                desk.jobs.pop(key, None)
                desk.askers.pop(key, None)

    async def _draw(self, desk: _Desk, study: Study, rules: Variant, wanted: Sequence[str], granted: ExitStack) -> None:
        with granted:
            try:
                texts = await asyncio.to_thread(_games, study, rules, set(wanted))
                for address in (each for each in wanted if each in texts):
                    self._point(desk, rules, address, await self._patiently(texts[address], GLANCE))
                desk.tell({"type": "graph-done", "rules": rules.name})
            except TengenError as error:
                desk.tell({"type": "trouble", "node": None, "rules": rules.name, "text": str(error)})
            finally:
                desk.drawing.pop(rules, None)

    async def _patiently(self, text: str, simulations: int, note: Callable[[Found], None] | None = None) -> Found:
        """Analyse a position, trying again while the engine is busy: nobody waits for this to go on playing."""
        while True:
            try:
                return await self._engine.analyse(text, simulations, note)
            except Busy:
                await asyncio.sleep(_AGAIN)

    def _point(self, desk: _Desk, rules: Variant, address: str, found: Found) -> None:
        point = [found["black"], found["lead"]]
        desk.graphs.setdefault(rules, {})[address] = point
        desk.tell(_graph(rules, {address: point}))

    # -- who is there --------------------------------------------------------------------------------------------------

    def _give_up(self, desk: _Desk, visitor: str, but: _Key) -> None:
        """Stop what a visitor asked for before and nobody else wants."""
        for key, askers in desk.askers.items():
            if key != but and visitor in askers:
                askers.discard(visitor)
                if not askers and key in desk.jobs:
                    desk.jobs[key].cancel()

    def _desk(self, id: str) -> _Desk:
        desk = self._desks.setdefault(id, _Desk())
        self._desks.move_to_end(id)
        for other in [name for name, each in self._desks.items() if not each.listeners and not any(each.tasks())]:
            if len(self._desks) <= _REVIEWS:
                break
            if other != id:
                del self._desks[other]
        return desk


def _graph(rules: Variant, points: dict[str, list[float | None]]) -> dict[str, Any]:
    return {"type": "graph", "rules": rules.name, "points": dict(points)}


def _game_at(study: Study, address: str, rules: Variant) -> str:
    seen = see(study, address, rules)
    if seen.stopped:
        raise TengenError(_words("review.no_try"))
    return seen.game.to_json()


def _games(study: Study, rules: Variant, wanted: set[str]) -> dict[str, str]:
    """Return the games after the nodes of the main line that are wanted, as JSON, up to where it cannot go on."""
    found: dict[str, str] = {}
    try:
        for place, stage in enumerate(walk(study.record, rules)):
            if stage.reasons:
                break
            if str(place) in wanted:
                found[str(place)] = stage.game.to_json()
    except TengenError:
        if not found:
            raise
    return found


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
