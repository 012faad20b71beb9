"""What happened in a room: the only thing that is stored while a game goes on."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Literal

from ...records import Colour

Kind = Literal[
    "join", "move", "ask", "refuse", "withdraw", "undo", "dead", "seki", "agree", "resume", "void", "rematch", "flag",
    "away", "name", "hints", "doomed", "lost", "forfeit",
]  # fmt: skip


@dataclass(frozen=True)
class Event:
    """One event, at a time in seconds since 1970.

    "join": ``by`` took a seat, with a ``name``; "move": ``by`` made the ``move`` (text, "resign" too); "ask": ``by``
    wants to go back to ``count`` moves; "refuse": ``by`` declines ``what`` was asked for (None: an undo); "withdraw":
    ``by`` no longer asks for it; "undo": the game went back to ``count`` moves; "dead": ``stones`` (labels, whole
    chains) are all that is marked as dead; "seki": ``stones`` (labels) are all that is in seki, None leaves it to the
    automatic mark; "agree": ``by`` agrees to what is marked; "resume": ``by`` asked to go on after both had passed
    (with a ``count``, as events were once stored, the passes were taken back); "void": ``by`` wants to end the game
    without result; "rematch": ``by`` has begun the ``game`` that repeats this one; "flag": ``by`` is out of time;
    "away": nobody's clock ran for ``seconds``; "name": ``by`` is called ``name`` from now on; "hints": ``by`` agrees to
    hints for both; "doomed": ``by`` cannot win any more, being ``count`` points behind
    (0: nothing of theirs lives; none: points say nothing); "lost": the computer has looked, and ``by`` (none: nobody)
    is lost; "forfeit": the operator has ended the game, and ``by`` has lost it.
    """

    kind: Kind
    at: float
    by: Colour | None = None
    move: str | None = None
    count: int | None = None
    stones: tuple[str, ...] | None = None
    seconds: float | None = None
    name: str | None = None
    game: str | None = None
    what: Literal["no-result", "rematch", "hints"] | None = None

    def dump(self) -> str:
        """Return it as JSON, without the fields that are None."""
        return json.dumps({name: value for name, value in asdict(self).items() if value is not None})

    @classmethod
    def load(cls, text: str) -> Event:
        """Read what `dump` wrote."""
        given = json.loads(text)
        if "stones" in given:
            given["stones"] = tuple(given["stones"])
        return cls(**given)
