"""KataGo's analysis engine as a process: many questions at once, each answered on its own, none waited for in vain."""

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
"""Lines in a row that are no answers, after which nothing better is expected: a log may go to standard output."""
_LAST: Final = 8
_STARVING: Final = 20
"""How much longer a program may be silent that works, or would if it were given a processor."""
_TICK: Final = 0.25
"""Seconds between two looks at whether the program still says anything."""


class _Desk:
    """Where answers come in, and are put down for those who asked. The thread that reads knows this alone."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._open: dict[str, _Box] = {}
        self.strange = 0
        self.said: deque[str] = deque(maxlen=_LAST)
        self.heard = time.monotonic()
        self.has_answered = False
        self.failure: Failing | None = None

    def open(self, name: str) -> _Box:
        """Begin to keep what is answered to a question."""
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
        """Seconds since anything was heard, while something is asked."""
        with self._lock:
            return time.monotonic() - self.heard if self._open else 0.0

    def close(self, name: str) -> None:
        """Keep nothing more of a question."""
        with self._lock:
            self._open.pop(name, None)

    def hear(self, line: str | None) -> None:
        """Put a line down where it belongs; None says that there will be none any more."""
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
    """A running analysis engine. Any thread may ask; an answer is awaited for as long as the program says anything.

    ``patience`` is how many seconds it may be silent, ``first`` how many until its first answer: some tune themselves
    when they are started for the first time. One that runs ``behind`` leaves the processors to others who want them.
    """

    def __init__(
        self, command: Sequence[str], *, title: str, patience: float, first: float, behind: bool = False
    ) -> None:
        self._patience, self._first = patience, first
        self._desk, self._names = _Desk(), count(1)
        super().__init__(command, self._desk.hear, title=title, longest=_LONGEST, behind=behind)

    @property
    def is_running(self) -> bool:
        """Whether it can be asked anything."""
        return super().is_running and self._desk.failure is None

    @property
    def silence(self) -> float:
        """Seconds since it last said anything, while it is asked something."""
        return self._desk.silence

    def ask(self, fields: Mapping[str, Any]) -> Talk:
        """Send a question and return what hears the answers to it."""
        name = f"t{next(self._names)}"
        talk = Talk(self, name, self._desk.open(name), "action" not in fields)
        self.tell(json.dumps({"id": name, **fields}, separators=(",", ":")))
        return talk

    def failed(self, what: Failing, how: str) -> ProgramError:
        """End the program, which cannot be trusted any more, and return what is to be said of it."""
        self.end()
        output = "\n".join(filter(None, [*self._desk.said, self.complaints]))
        return ProgramError(what, f"{self.title} failed: {how}", output, why=how)

    # -- for talks -----------------------------------------------------------------------------------------------------

    def heard(self, box: _Box) -> Answer:
        """Return the next answer in a box."""
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
                how = f"it answered {short(self._desk.said[-1])!r}, which is no answer"
            else:
                how = f"it said nothing for more than {self._limit:g} s"
            raise self.failed(heard, how)

    def leave(self, name: str, is_open: bool) -> None:
        """Hear no more of a question, and have the program leave it where it is open."""
        self._desk.close(name)
        if is_open and self.is_running:
            self.tell(json.dumps({"id": f"{name}-end", "action": "terminate", "terminateId": name}))

    @property
    def _limit(self) -> float:
        """Seconds that it may be silent now: one that says what is no answer is not tuning itself in silence."""
        return self._patience if self._desk.has_answered or self._desk.strange else self._first


class Talk(Closing):
    """A question and the answers to it; closing it before the last one has the program leave it."""

    def __init__(self, client: Client, name: str, box: _Box, is_open: bool) -> None:
        self.client: Final = client
        self._name, self._box, self._is_open = name, box, is_open

    def next(self) -> Answer:
        """Return the next answer; ProgramError where the program died, hung, answered nonsense or refused."""
        answer = self.client.heard(self._box)
        if "error" in answer:
            self._is_open = False
            why = str(answer["error"])
            field = f" ({answer['field']})" if "field" in answer else ""
            raise ProgramError("refused", f"{self.client.title} refused the question{field}: {why}", why=why)
        self._is_open = self._is_open and ("warning" in answer or bool(answer.get("isDuringSearch")))
        return answer

    def close(self) -> None:
        """Hear no more."""
        self.client.leave(self._name, self._is_open)
        self._is_open = False


def _read(line: str) -> Answer | None:
    """Return an answer; None for what is none."""
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) and isinstance(found.get("id"), str) else None
