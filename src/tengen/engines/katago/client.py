"""KataGo's analysis engine as a process: many queries at once, with a timeout for silence."""

from __future__ import annotations

import json
import time
from collections import deque
from collections.abc import Mapping, Sequence
from itertools import count
from queue import Empty, SimpleQueue
from threading import Lock
from typing import Any, Final

from ...players.process import Closing, Failing, Process, ProgramError, short

Answer = dict[str, Any]
_Box = SimpleQueue[Answer | Failing]
_LONGEST: Final = 1 << 24
"""Bytes of the longest line: an analysis of a large board with its owners."""
_STRANGE: Final = 20
"""Unreadable lines in a row after which the program is given up; a log may go to standard output."""
_LAST: Final = 8
_STARVING: Final = 20
"""The factor on the timeout for a program that is working, or waiting for a processor."""
_TICK: Final = 0.25
"""Seconds between two checks of the program's silence."""


class _Desk:
    """Collects responses for their queries. The reading thread refers to this object alone."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._open: dict[str, _Box] = {}
        self.strange = 0
        self.said: deque[str] = deque(maxlen=_LAST)
        self.heard = time.monotonic()
        self.has_answered = False
        self.failure: Failing | None = None

    def open(self, name: str) -> _Box:
        """Start to collect the responses to a query."""
        box: _Box = SimpleQueue()
        with self._lock:
            if not self._open:
                self.heard = time.monotonic()
            self._open[name] = box
            if self.failure is not None:
                box.put(self.failure)
        return box

    @property
    def silence(self) -> float:
        """Seconds since the last output, while a query is open."""
        with self._lock:
            return time.monotonic() - self.heard if self._open else 0.0

    def close(self, name: str) -> None:
        """Discard everything for a query."""
        with self._lock:
            self._open.pop(name, None)

    def hear(self, line: str | None) -> None:
        """Store a line with its query; None means the end of the output."""
        if line is None:
            self._fail("died")
            return
        self.heard = time.monotonic()
        if not line.strip():
            return
        answer = _read(line)
        if answer is None:
            self.said.append(line[:300])
            self.strange += 1
            if self.strange >= _STRANGE:
                self._fail("garbage")
            return
        self.strange, self.has_answered = 0, True
        with self._lock:
            box = self._open.get(answer["id"])
        if box is not None:
            box.put(answer)

    def _fail(self, how: Failing) -> None:
        with self._lock:
            self.failure = self.failure or how
            for box in self._open.values():
                box.put(self.failure)


class Client(Process):
    """A running analysis engine, for any thread; it waits for responses as long as the program shows activity.

    ``patience`` is the timeout for silence in seconds, ``first`` that until the first response: some programs tune
    themselves at the first start. One that runs ``behind`` has low priority.
    """

    def __init__(
        self, command: Sequence[str], *, title: str, patience: float, first: float, behind: bool = False
    ) -> None:
        self._patience, self._first = patience, first
        self._desk, self._names = _Desk(), count(1)
        super().__init__(command, self._desk.hear, title=title, longest=_LONGEST, behind=behind)

    @property
    def is_running(self) -> bool:
        """Whether it accepts queries."""
        return super().is_running and self._desk.failure is None

    @property
    def silence(self) -> float:
        """Seconds since its last output, while a query is open."""
        return self._desk.silence

    def ask(self, fields: Mapping[str, Any]) -> Talk:
        """Send a query and return the `Talk` for its responses."""
        name = f"t{next(self._names)}"
        talk = Talk(self, name, self._desk.open(name), "action" not in fields)
        self.tell(json.dumps({"id": name, **fields}, separators=(",", ":")))
        return talk

    def failed(self, what: Failing, how: str) -> ProgramError:
        """End the program, which is no longer reliable, and return the error to raise."""
        self.end()
        output = "\n".join(filter(None, [*self._desk.said, self.complaints]))
        return ProgramError(what, f"{self.title} failed: {how}", output, why=how)

    # -- for talks -----------------------------------------------------------------------------------------------------

    def heard(self, box: _Box) -> Answer:
        """Return the next response in a box."""
        while True:
            try:
                heard = box.get(timeout=_TICK)
            except Empty:
                silence = time.monotonic() - self._desk.heard
                if silence <= self._limit or (silence <= _STARVING * self._limit and self.wants_to_run):
                    continue
                heard = "garbage" if self._desk.strange else "timeout"
            if isinstance(heard, dict):
                return heard
            if heard == "died":
                how = self.death()
            elif heard == "garbage":
                how = f"it printed {short(self._desk.said[-1])!r}, which is not a response"
            else:
                how = f"it was silent for more than {self._limit:g} s"
            raise self.failed(heard, how)

    def leave(self, name: str, is_open: bool) -> None:
        """Close a query, and have the program terminate it if it is open."""
        self._desk.close(name)
        if is_open and self.is_running:
            self.tell(json.dumps({"id": f"{name}-end", "action": "terminate", "terminateId": name}))

    @property
    def _limit(self) -> float:
        """The timeout for silence now: a program that prints anything is not tuning itself."""
        return self._patience if self._desk.has_answered or self._desk.strange else self._first


class Talk(Closing):
    """A query and its responses; closing it early has the program terminate it."""

    def __init__(self, client: Client, name: str, box: _Box, is_open: bool) -> None:
        self.client: Final = client
        self._name, self._box, self._is_open = name, box, is_open

    def next(self) -> Answer:
        """Return the next response; ProgramError if the program died, hung, refused or printed garbage."""
        answer = self.client.heard(self._box)
        if "error" in answer:
            self._is_open = False
            why = str(answer["error"])
            field = f" ({answer['field']})" if "field" in answer else ""
            raise ProgramError("refused", f"{self.client.title} refused the query{field}: {why}", why=why)
        self._is_open = self._is_open and ("warning" in answer or bool(answer.get("isDuringSearch")))
        return answer

    def close(self) -> None:
        self.client.leave(self._name, self._is_open)
        self._is_open = False


def _read(line: str) -> Answer | None:
    """Return a response, or None for anything else."""
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) and isinstance(found.get("id"), str) else None
