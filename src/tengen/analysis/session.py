"""The protocol: lines of JSON in and out, in KataGo's terms, with threads that search in between."""

from __future__ import annotations

import json
import sys
import time
import traceback
from collections.abc import Callable, Collection, Iterable, Mapping
from hashlib import blake2b
from heapq import heapify, heappop, heappush
from threading import Condition, Lock, Thread
from typing import Any, Final, TextIO

from .. import __version__
from ..formats.json.plain_values import parse_json
from ..game import Game, Outcome
from ..players import Analysis, Budget, Candidate
from ..players.calibration import in_rows, points_of, terms
from ..records import Colour, FormatError, TengenError
from .positions import FieldError, Fields
from .queries import AnalysisSettings, QueriedTurn, Warning, read_query


class Backlog:
    """Positions by priority, the earlier one first if equal. Thread-safe."""

    def __init__(self) -> None:
        self._waiting: list[tuple[int, int, QueriedTurn]] = []
        self._at_hand: set[QueriedTurn] = set()
        self._count = 0
        self._closed = False
        self._changed = Condition()

    def add(self, requests: Iterable[QueriedTurn]) -> None:
        with self._changed:
            for request in requests:
                self._count += 1
                heappush(self._waiting, (-request.priority, self._count, request))
            self._changed.notify_all()

    def take(self) -> QueriedTurn | None:
        """Return the most urgent position, waiting for one; None after closing."""
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self._closed)
            if not self._waiting:
                return None
            *_, request = heappop(self._waiting)
            self._at_hand.add(request)
            return request

    def finish(self, request: QueriedTurn) -> None:
        """Mark a position as finished."""
        with self._changed:
            self._at_hand.discard(request)

    def terminate(self, query: str | None, turns: Collection[int] | None) -> list[QueriedTurn]:
        """Drop the positions of a query (None: all), at some turns (None: all); return those not started."""
        with self._changed:
            dropped = [entry for entry in self._waiting if _is_meant(entry[2], query, turns)]
            self._waiting = [entry for entry in self._waiting if entry not in dropped]
            heapify(self._waiting)
            for request in self._at_hand:
                if _is_meant(request, query, turns):
                    request.given_up.set()
            return [request for *_, request in sorted(dropped, key=lambda entry: entry[1])]

    def close(self) -> None:
        """Close the queue for new positions."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()


def _is_meant(request: QueriedTurn, query: str | None, turns: Collection[int] | None) -> bool:
    return query in (None, request.query) and (turns is None or request.turn in turns)


_SLICE: Final = 0.1
"""Seconds between two checks for termination and for a due result."""
_MOST: Final = 1 << 30
"""More visits than any tree can hold."""
_SHOWN: Final = 200
"""Characters of a line that are quoted in an error about it."""
_PATIENCE: Final = 10.0
"""Seconds within which every thread makes its next check."""


class AnalysisSession:
    """Answers queries, ``settings.jobs`` positions at once; calls ``lost`` if nothing reads the output any more."""

    def __init__(self, settings: AnalysisSettings, out: TextIO, lost: Callable[[], None] = lambda: None) -> None:
        self._settings, self._out, self._lost = settings, out, lost
        self._backlog, self._writing = Backlog(), Lock()
        self._warned: set[Warning] = set()
        self._actions: dict[str, Callable[[Fields], Answer]] = {
            "query_version": lambda fields: {"version": __version__, "git_hash": "<omitted>"},
            "query_models": lambda fields: {"models": []},
            "clear_cache": lambda fields: {},  # nothing is cached between positions
            "terminate": self._terminate,
            "terminate_all": self._terminate,
        }

    def run(self, lines: Iterable[str]) -> None:
        """Answer all queries; any interruption, such as KeyboardInterrupt, ends every search."""
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

    # -- queries -------------------------------------------------------------------------------------------------------

    def _hear(self, line: str) -> None:
        try:
            said = parse_json(line)
        except FormatError as error:
            self._say(error_answer(f"{error} - could not parse input line as json request: {line[:_SHOWN]}"))
            return
        if not isinstance(said, dict):
            self._say(error_answer(f"Request line was valid json but was not an object: {line[:_SHOWN]}"))
        elif not isinstance(said.get("id"), str):
            self._say(error_answer('Request must have a string "id" field'))
        else:
            self._serve(said["id"], said)

    def _serve(self, query: str, said: dict[str, Any]) -> None:
        """Answer an action, or queue the positions of a query."""
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
            self._say(error_answer(str(error), query, error.field))
            return
        except TengenError as error:
            self._say(error_answer(str(error), query))
            return
        except Exception as error:
            traceback.print_exc(file=sys.stderr)
            self._say(error_answer(f"internal error: {type(error).__name__}: {error}", query))
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
            self._say(no_result(request))
        return {}

    # -- responses -----------------------------------------------------------------------------------------------------

    def _work(self) -> None:
        """Analyse positions one after another."""
        while (request := self._backlog.take()) is not None:
            try:
                self._think(request)
            except TengenError as error:
                self._say(error_answer(str(error), request.query, "rules", request.turn))
            except Exception as error:
                traceback.print_exc(file=sys.stderr)
                what = f"internal error: {type(error).__name__}: {error}"
                self._say(error_answer(what, request.query, turn=request.turn))
            finally:
                self._backlog.finish(request)

    def _think(self, request: QueriedTurn) -> None:
        wishes = request.wishes
        if (outcome := request.game.outcome) is not None:
            self._say(ended(request, outcome))
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
                self._say(result(request, found, is_during=True))
                due = None if wishes.every is None else max(due + wishes.every, time.monotonic())
        self._say(no_result(request) if found is None else result(request, found, is_during=False))

    def _say(self, answer: Answer) -> None:
        text = json.dumps(answer, sort_keys=True, separators=(",", ":"))
        try:
            with self._writing:
                self._out.write(f"{text}\n")
                self._out.flush()
        except (OSError, ValueError):
            self._lost()


Answer = dict[str, Any]
_DIGITS = 6


def result(request: QueriedTurn, found: Analysis, is_during: bool) -> Answer:
    """Return the result for a position, at the end of or during the search."""
    game, told = request.game, request.wishes.told
    seen_by = request.wishes.seen_by(game.to_play)
    said = _headed(request, is_during)
    said["moveInfos"] = [
        _move_info(each, order, request, seen_by) for order, each in enumerate(found.candidates) if each.visits
    ]
    known = terms(found.win_rate, found.lead, found.visits, game.to_play, seen_by)
    said["rootInfo"] = {
        "currentPlayer": "B" if game.to_play == "black" else "W",
        "visits": found.visits,
        "thisHash": _digest(game),
        **_told_terms(known, found),
    }
    if "includeOwnership" in told:
        said["ownership"] = _owners(found.ownership, game, seen_by)
    if "includeOwnershipStdev" in told and found.spread is not None:
        said["ownershipStdev"] = in_rows(found.spread.ownership_spread, game.board)
    return said


def no_result(request: QueriedTurn) -> Answer:
    """Return the response for a position that was dropped before any result."""
    return {**_headed(request, is_during=False), "noResults": True}


def ended(request: QueriedTurn, outcome: Outcome) -> Answer:
    """Return the response for a game that is over and cannot continue."""
    game = request.game
    score = game.score("area")
    owners = dict(zip(game.board.labels, (float(side) for side in memoryview(score.sides).cast("b")), strict=True))
    win_rate = 0.5 if outcome.winner is None else float(outcome.winner == game.to_play)
    said = result(request, Analysis((), win_rate, outcome.margin or 0.0, owners, 0), is_during=False)
    said["outcome"] = str(outcome)
    return said


def error_answer(what: str, query: str | None = None, field: str | None = None, turn: int | None = None) -> Answer:
    """Return the response for an error, with its query and field."""
    where = {"id": query, "field": field, "turnNumber": turn}
    return {"error": what, **{name: value for name, value in where.items() if value is not None}}


def _headed(request: QueriedTurn, is_during: bool) -> Answer:
    return {"id": request.query, "turnNumber": request.turn, "isDuringSearch": is_during}


def _move_info(each: Candidate, order: int, request: QueriedTurn, seen_by: Colour) -> Answer:
    game, wishes = request.game, request.wishes
    known = terms(each.win_rate, each.lead, each.visits, game.to_play, seen_by)
    said: Answer = {
        "move": each.move,
        "visits": each.visits,
        "edgeVisits": each.visits,
        "order": order,
        "prior": round(each.prior, _DIGITS),
        "pv": list(each.variation[: wishes.line + 1]),
        **_told_terms(known, each),
    }
    if "includePVVisits" in wishes.told:
        said["pvVisits"] = said["pvEdgeVisits"] = list(each.variation_visits[: wishes.line + 1])
    if "includeMovesOwnership" in wishes.told and each.apart is not None:
        said["ownership"] = _owners(each.apart.ownership, game, seen_by)
    if "includeMovesOwnershipStdev" in wishes.told and each.apart is not None:
        said["ownershipStdev"] = in_rows(each.apart.ownership_spread, game.board)
    return said


def _told_terms(known: Mapping[str, float], found: Analysis | Candidate) -> Answer:
    """Return terms for output, with the score at the end of the games, whose mean is the lead."""
    errors = {"winrateError": found.win_rate_error, "scoreLeadError": found.lead_error}
    said = {name: round(value, _DIGITS) for name, value in {**known, **errors}.items()}
    said["scoreSelfplay"] = said["scoreLead"]
    spread = found.spread if isinstance(found, Analysis) else found.apart
    return said if spread is None else {**said, "scoreStdev": round(spread.lead_spread, _DIGITS)}


def _owners(ownership: Mapping[str, float], game: Game, seen_by: Colour) -> list[float]:
    return [points_of(seen_by, owner) for owner in in_rows(ownership, game.board)]


def _digest(game: Game) -> str:
    """Return a text that identifies the position, the side to move and the point closed by ko."""
    situation, turns = game.situations[-1], game.turns
    ko = turns[-1].ko if turns else None
    told = repr((game.board.text, situation.content, game.position, game.to_play, ko))
    return blake2b(told.encode(), digest_size=16).hexdigest().upper()
