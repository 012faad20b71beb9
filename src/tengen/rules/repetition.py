"""The rules of repetition (spec 1a), one row each; everything that depends on the rule is derived from its row."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType
from typing import Any, Final, Literal, cast

from ..records import Text
from ..records.errors import RulesConflict, UnservedRules
from ..records.text import as_text
from .axis import MOST, is_count, refusal, told

RepetitionName = Literal[
    "ko", "none", "positional", "situational", "natural", "formal", "no-result", "ing", "singleton"
]
"""The names in the table, for type checkers; a test compares the two."""


class Ko(Enum):
    """A ban that needs no history; the kernel checks it alone."""

    NONE = "none"
    SIMPLE = "simple"  # spec 1.2
    SINGLETON = "singleton"  # spec 4.6


class Compares(Enum):
    """What must recur; P is the position of spec 1a."""

    POSITION = "P"
    SIDE = "P and the side to move"
    CREATOR = "P and the player whose placement created it"
    STATE = "the whole state of spec 1.6"


class Then(Enum):
    """What happens when a placement repeats it."""

    ILLEGAL = "illegal"
    NO_RESULT = "no-result"
    DRAW = "draw"
    AGREEMENT = "agreement"
    CYCLE = "as the axis cycle says"


@dataclass(frozen=True, slots=True)
class Repetition:
    """One rule: the ``ko`` in force, and the situation that a placement may not repeat for the ``times``-th time.

    If ``compares`` is None, the history is ignored. ``sentence`` states the rule; ``why`` explains an illegal placement
    to a player, as a template with ``{player}`` and ``{opponent}``.

    >>> rule = Repetition("twice", "mine", "No position may recur.", compares=Compares.POSITION)
    >>> rule.forbids, rule.ends, rule.bars, rule.is_superko, rule.without_history, rule.end("draw")
    (True, False, True, True, <Ko.SIMPLE: 'simple'>, <Then.ILLEGAL: 'illegal'>)
    """

    name: str
    clause: str
    sentence: str
    ko: Ko = Ko.NONE
    compares: Compares | None = None
    times: int = 2
    then: Then = Then.ILLEGAL
    why: str = ""

    @property
    def forbids(self) -> bool:
        """Whether the history makes placements illegal."""
        return self.compares is not None and self.then is Then.ILLEGAL

    @property
    def ends(self) -> bool:
        """Whether the history ends games or lets the players end them."""
        return self.compares is not None and self.then is not Then.ILLEGAL

    @property
    def bars(self) -> bool:
        """Whether the rule makes any placement illegal."""
        return self.forbids or self.ko is not Ko.NONE

    @property
    def is_superko(self) -> bool:
        """Whether the only ban is that no position (as compared) may ever recur."""
        return self.forbids and self.compares is not Compares.STATE and self.times == 2 and self.ko is Ko.NONE

    @property
    def without_history(self) -> Ko:
        """The substitute for the rule when the history is ignored: plain ko for a superko."""
        return Ko.SIMPLE if self.is_superko else self.ko

    def end(self, cycle: str) -> Then:
        """Return how the history ends games, under a value of the axis cycle."""
        return Then(cycle) if self.then is Then.CYCLE else self.then


_ROWS: dict[str, Repetition] = {
    row.name: row
    for row in (
        Repetition(
            "ko", "1.2",
            Text("A placement may not bring back the position before the opponent's placement just made (ko)."),
            ko=Ko.SIMPLE,
        ),
        Repetition("none", "1.1", Text("Any position may come back.")),
        Repetition(
            "positional", "1.3",
            Text("A placement may not bring back any earlier position (positional superko)."),
            compares=Compares.POSITION,
            why=Text("The stones would stand as they stood before (positional superko)."),
        ),
        Repetition(
            "situational", "1.4",
            Text("A placement may not bring back an earlier position with the same side to move "
                 "(situational superko)."),
            compares=Compares.SIDE,
            why=Text("The stones would stand as before, with {opponent} to play again (situational superko)."),
        ),
        Repetition(
            "natural", "1.5",
            Text("A placement may not bring back a position that a placement by the same player created "
                 "(natural situational superko)."),
            compares=Compares.CREATOR,
            why=Text("{player} would bring back a position that {player} made before (natural superko)."),
        ),
        Repetition(
            "formal", "1.9",
            Text("A position may equal an earlier one only right after it, by a pass (the formal rules)."),
            compares=Compares.POSITION,
            why=Text("The stones would stand as they stood before (postulate 3)."),
        ),
        Repetition(
            "no-result", "1.6",
            Text("Ko holds; and when a placement brings back an earlier whole state, the game ends, as cycle says."),
            ko=Ko.SIMPLE, compares=Compares.STATE, then=Then.CYCLE,
        ),
        Repetition(
            "ing", "1.7",
            Text("Ko holds; and a placement may not bring about the same position and side to move for the third time "
                 "(an approximation of Ing's rules)."),
            ko=Ko.SIMPLE, compares=Compares.SIDE, times=3,
            why=Text("The same position would come about for the third time, with {opponent} to play."),
        ),
        Repetition(
            "singleton", "4.6",
            Text("A placement may not capture a single stone, the last one placed, if that one had just captured "
                 "a single stone itself (Gengo's ko)."),
            ko=Ko.SINGLETON,
        ),
    )
}  # fmt: skip

REPETITIONS: Final[Mapping[str, Repetition]] = MappingProxyType(_ROWS)
"""Every rule of repetition by name: the default, the other built-in rules, then registered ones."""


_SENTENCES: Final[dict[str, Text]] = {name: as_text(row.sentence) for name, row in _ROWS.items()}
SENTENCES: Final[Mapping[str, Text]] = MappingProxyType(_SENTENCES)
"""The sentence of every known rule: the values of the axis."""
_BUILT_IN: Final = frozenset(_ROWS)
_NAME: Final = re.compile(r"[a-z][a-z0-9-]{0,39}")


def register(row: Repetition) -> RepetitionName:
    """Add a rule of repetition; return its name as a value of the axis ``repetition``.

    Games, searches, environments and solvers support it or refuse it by name, like a built-in rule. It is known in this
    process only: worker processes need the call at the top of their main module, too. Registering the same row again
    changes nothing.

    Raises:
        RulesConflict: the row is not a valid rule, or its name is taken.

    >>> thrice = register(Repetition("thrice", "mine", "A third time is a draw.", compares=Compares.SIDE, times=3,
    ...                              then=Then.DRAW))
    >>> from tengen import Game
    >>> Game("chinese", repetition=thrice).rules.repetition
    'thrice'
    >>> unregister("thrice")
    """
    if problems := list(_problems(row)):
        raise RulesConflict(problems)
    _ROWS[row.name] = row
    _SENTENCES[row.name] = as_text(row.sentence)
    return cast("RepetitionName", row.name)


def unregister(name: str) -> None:
    """Remove a registered rule; RulesConflict for any other. Games under it cannot continue."""
    if name in _BUILT_IN or name not in _ROWS:
        raise RulesConflict([Text("repetition = {name} was not registered, so it cannot be removed", name=told(name))])
    del _ROWS[name], _SENTENCES[name]


def _problems(row: Any) -> Iterator[str]:
    if not isinstance(row, Repetition):
        yield f"a rule of repetition must be a Repetition, not {told(row)}"
        return
    named = f"the rule of repetition {told(row.name)}"
    if not isinstance(row.name, str) or not _NAME.fullmatch(row.name):
        yield f"{named} must have a name of up to 40 lower-case letters, digits and hyphens"
        return
    if _ROWS.get(row.name, row) != row:
        yield f"{named} is already another rule"
    if not is_count(row.times, 2):
        yield f"{named} must have times from 2 to {MOST:,}, not {told(row.times)}"
    for axis, kind, value in (("ko", Ko, row.ko), ("compares", Compares, row.compares), ("then", Then, row.then)):
        if not isinstance(value, kind) and (axis != "compares" or value is not None):
            yield f"{named} must have a {kind.__name__} as {axis}, not {told(value)}"
            return
    for field in ("clause", "sentence", "why"):
        if not isinstance(getattr(row, field), str):
            yield f"{named} must have text as {field}, not {told(getattr(row, field))}"
            return
    if row.compares is None and row.then is not Then.ILLEGAL:
        yield f"{named} compares nothing, so then = {row.then.value} never happens"
    try:
        row.why.format(player="Black", opponent="White")
    except (KeyError, IndexError, ValueError):
        yield f"{named} may have {{player}} and {{opponent}} in why, but no other braces"


def rules_that(serve: Callable[[Repetition], bool]) -> tuple[RepetitionName, ...]:
    """Return the names of the rules whose rows satisfy ``serve``."""
    return tuple(cast("RepetitionName", name) for name, row in REPETITIONS.items() if serve(row))


def superkos() -> dict[Compares, str]:
    """Return the superko rules that differ in play, by what they compare.

    >>> list(superkos().values())
    ['positional', 'situational', 'natural']
    """
    found: dict[Compares, str] = {}
    for row in REPETITIONS.values():
        if row.is_superko and row.compares is not None:
            found.setdefault(row.compares, row.name)
    return found


def compared_by_superko(who: str, name: str) -> Compares:
    """Return what a superko rule compares; UnservedRules, naming ``who``, for any other rule."""
    known = rules_that(lambda row: row.is_superko)
    found = REPETITIONS[name].compares if name in known else None
    if found is None:
        raise UnservedRules([refusal(who, "repetition", name, known)])
    return found


def name_without_history(row: Repetition) -> RepetitionName:
    """Return the name of the rule equivalent to `Repetition.without_history` of a row."""
    return rules_that(lambda each: each.compares is None and each.ko is row.without_history)[0]
