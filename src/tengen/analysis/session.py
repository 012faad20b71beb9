"""The protocol: lines of JSON in, lines of JSON out, with threads in between that think."""

from __future__ import annotations

import json
import sys
import time
import traceback
from collections.abc import Callable, Collection, Iterable
from heapq import heapify, heappop, heappush
from threading import Condition, Lock, Thread
from typing import Any, Final, TextIO

from .. import __version__
from ..formats.json.plain_values import parse_json
from ..players import Budget
from ..records import FormatError, TengenError
from . import answers
from .answers import Answer
from .positions import FieldError, Fields
from .queries import AnalysisSettings, QueriedTurn, Warning, read_query


class Backlog:
    """Positions by their priority, the earlier one first where that is equal. Any thread may use it."""

    def __init__(self) -> None:
        self._waiting: list[tuple[int, int, QueriedTurn]] = []
        self._at_hand: set[QueriedTurn] = set()
        self._count = 0
        self._closed = False
        self._changed = Condition()

    def add(self, requests: Iterable[QueriedTurn]) -> None:
        """Add positions."""
        with self._changed:
            for request in requests:
                self._count += 1
                heappush(self._waiting, (-request.priority, self._count, request))
            self._changed.notify_all()

    def take(self) -> QueriedTurn | None:
        """Return the most urgent position, as soon as there is one; None when there will be none any more."""
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self._closed)
            if not self._waiting:
                return None
            *_, request = heappop(self._waiting)
            self._at_hand.add(request)
            return request

    def finish(self, request: QueriedTurn) -> None:
        """Note that a position is done with."""
        with self._changed:
            self._at_hand.discard(request)

    def terminate(self, query: str | None, turns: Collection[int] | None) -> list[QueriedTurn]:
        """Give up the positions of a query (None: of all), at some turns (None: at all); return those not begun."""
        with self._changed:
            dropped = [entry for entry in self._waiting if _is_meant(entry[2], query, turns)]
            self._waiting = [entry for entry in self._waiting if entry not in dropped]
            heapify(self._waiting)
            for request in self._at_hand:
                if _is_meant(request, query, turns):
                    request.given_up.set()
            return [request for *_, request in sorted(dropped, key=lambda entry: entry[1])]

    def close(self) -> None:
        """Say that no position will come any more."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()


def _is_meant(request: QueriedTurn, query: str | None, turns: Collection[int] | None) -> bool:
    return query in (None, request.query) and (turns is None or request.turn in turns)


_SLICE: Final = 0.1
"""Seconds between two looks at whether a query was terminated, and whether a result is due."""
_MOST: Final = 1 << 30
"""More visits than any tree can hold."""
_SHOWN: Final = 200
"""Characters of a line that an error about it repeats."""
_PATIENCE: Final = 10.0
"""Seconds in which every thread has come to its next look."""


class AnalysisSession:
    """Answers queries, ``settings.jobs`` positions at once; calls ``lost`` where nobody reads the answers any more."""

    def __init__(self, settings: AnalysisSettings, out: TextIO, lost: Callable[[], None] = lambda: None) -> None:
        self._settings, self._out, self._lost = settings, out, lost
        self._backlog, self._writing = Backlog(), Lock()
        self._warned: set[Warning] = set()
        self._actions: dict[str, Callable[[Fields], Answer]] = {
            "query_version": lambda fields: {"version": __version__, "git_hash": "<omitted>"},
            "query_models": lambda fields: {"models": []},
            "clear_cache": lambda fields: {},  # nothing is kept from one position to the next
            "terminate": self._terminate,
            "terminate_all": self._terminate,
        }

    def run(self, lines: Iterable[str]) -> None:
        """Answer all queries, to the last one; what ends it before, such as KeyboardInterrupt, ends every search."""
        threads = [Thread(target=self._work, daemon=True) for _ in range(self._settings.jobs)]
        for thread in threads:
            thread.start()
        try:
            for line in lines:
                if line.strip():
                    self._hear(line.strip())
            self._backlog.close()
            for thread in threads:
                thread.join()
        except BaseException:
            self._backlog.terminate(None, None)
            self._backlog.close()
            for thread in threads:
                thread.join(_PATIENCE)
            raise

    # -- what is asked -------------------------------------------------------------------------------------------------

    def _hear(self, line: str) -> None:
        try:
            said = parse_json(line)
        except FormatError as error:
            self._say(answers.error(f"{error} - could not parse input line as json request: {line[:_SHOWN]}"))
            return
        if not isinstance(said, dict):
            self._say(answers.error(f"Request line was valid json but was not an object: {line[:_SHOWN]}"))
        elif not isinstance(said.get("id"), str):
            self._say(answers.error('Request must have a string "id" field'))
        else:
            self._serve(said["id"], said)

    def _serve(self, query: str, said: dict[str, Any]) -> None:
        """Answer an action, or take in the positions of a query."""
        try:
            if "action" in said:
                fields = Fields(said)
                action = fields.get("action")
                if not isinstance(action, str) or action not in self._actions:
                    raise FieldError("action", f"Must be one of {', '.join(self._actions)}")
                self._say({**said, **self._actions[action](fields)})
                return
            requests, warnings = read_query(said, self._settings)
        except FieldError as error:
            self._say(answers.error(str(error), query, error.field))
            return
        except TengenError as error:
            self._say(answers.error(str(error), query))
            return
        except Exception as error:
            traceback.print_exc(file=sys.stderr)
            self._say(answers.error(f"internal error: {type(error).__name__}: {error}", query))
            return
        for warning in warnings:
            if warning not in self._warned:  # programs such as KaTrain repeat a setting in every query
                self._warned.add(warning)
                self._say({"warning": warning.what, "id": query, "field": warning.field})
        self._backlog.add(requests)

    def _terminate(self, fields: Fields) -> Answer:
        query = None
        if fields.get("action") == "terminate" and not isinstance(query := fields.get("terminateId"), str):
            raise FieldError("terminateId", 'Requests for a terminate action must have a string "terminateId" field')
        for request in self._backlog.terminate(query, fields.integers("turnNumbers", "turns to terminate")):
            self._say(answers.no_result(request))
        return {}

    # -- what is answered ----------------------------------------------------------------------------------------------

    def _work(self) -> None:
        """Think about one position after the other."""
        while (request := self._backlog.take()) is not None:
            try:
                self._think(request)
            except TengenError as error:
                self._say(answers.error(str(error), request.query, "rules", request.turn))
            except Exception as error:
                traceback.print_exc(file=sys.stderr)
                what = f"internal error: {type(error).__name__}: {error}"
                self._say(answers.error(what, request.query, turn=request.turn))
            finally:
                self._backlog.finish(request)

    def _think(self, request: QueriedTurn) -> None:
        wishes = request.wishes
        if (outcome := request.game.outcome) is not None:
            self._say(answers.ended(request, outcome))
            return
        found, due = None, None if wishes.first is None else time.monotonic() + wishes.first
        analyst = self._settings.make(wishes)
        slices = min(_SLICE, wishes.every or _SLICE, wishes.first or _SLICE)
        asked = [most for most in (wishes.visits, self._settings.most_visits) if most is not None]
        visits = min([*asked, _MOST]) if asked or wishes.seconds is None else None
        for found in analyst.analyse(request.game, Budget(visits, wishes.seconds), slices, wishes.scope):
            if request.given_up.is_set():
                break
            if due is not None and time.monotonic() >= due:
                self._say(answers.result(request, found, is_during=True))
                due = None if wishes.every is None else max(due + wishes.every, time.monotonic())
        self._say(answers.no_result(request) if found is None else answers.result(request, found, is_during=False))

    def _say(self, answer: Answer) -> None:
        text = json.dumps(answer, sort_keys=True, separators=(",", ":"))
        try:
            with self._writing:
                self._out.write(f"{text}\n")
                self._out.flush()
        except (OSError, ValueError):
            self._lost()
