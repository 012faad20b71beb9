"""The errors of Tengen: one base class, and a class for each kind of mistake. Failed calls change nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from copyreg import __newobj__  # type: ignore[attr-defined]
from enum import Enum
from functools import cache
from typing import Any, Final

from .text import Text, as_text, in_a_row, listed, values_of


class PicklableError(Exception):
    """An error that can be pickled and copied, whatever its ``__init__`` takes."""

    def __reduce__(self) -> tuple[Any, ...]:
        """Return how to rebuild the error without `__init__`, since ``args`` hold the message, not the arguments."""
        return __newobj__, (type(self), *self.args), self.__dict__


class TengenError(PicklableError, ValueError):
    """The base of all errors that Tengen raises on purpose: a template with its values, or a text.

    ``code`` is for programs: the class's name in lower case, unless the class sets other codes.

    >>> error = TengenError("{board} has {points} points; the maximum is {most}", board="9x9", points=81, most=49)
    >>> str(error), error.text.values["most"]
    ('9x9 has 81 points; the maximum is 49', 49)
    """

    code: str = "tengen-error"

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "code" not in vars(cls):
            cls.code = re.sub(r"(?<=.)(?=[A-Z])", "-", cls.__name__).lower()

    def __init__(self, template: str, /, **values: object) -> None:
        super().__init__(as_text(template, **values))

    @property
    def text(self) -> Text:
        """The message with its template and values; ``str`` of the error returns the same."""
        text: Text = self.args[0]
        return text

    def as_data(self) -> dict[str, Any]:
        """Return the error for programs: its code, the English text, and the values in the text.

        >>> TengenError("{board} is not a board", board="hex").as_data()
        {'code': 'tengen-error', 'text': 'hex is not a board', 'values': {'board': 'hex'}}
        """
        return {"code": self.code, "text": str(self), "values": values_of(self.text)}

    def __str__(self) -> str:
        return self.text


class TengenWarning(UserWarning):
    """A warning that something was done, but not everything that was requested.

    >>> import warnings
    >>> warnings.simplefilter("ignore", TengenWarning)
    """


class Reason(Enum):
    """The reasons why a move is illegal (spec 0.5), in listing order.

    The value is the word in JSON and text; ``bit`` is its bit in the kernel's masks.

    >>> from tengen import Game
    >>> Game.setup("chinese", [".X", "X."], to_play="white").why_not("A2")
    (<Reason.SUICIDE: 'suicide'>,)
    """

    GAME_OVER = "game_over"
    NOT_YOUR_TURN = "not_your_turn"
    OFF_BOARD = "off_board"
    OCCUPIED = "occupied"
    BLOCKED = "blocked"
    TILE_LIMIT = "tile_limit"
    TAO_NEEDS_CAPTURE = "tao_needs_capture"
    SUICIDE = "suicide"
    FRIENDLY_FIRE = "friendly_fire"
    KO = "ko"
    REPETITION = "repetition"
    RECAPTURE = "recapture"
    WHERE = "where"
    NO_PASSING = "no_passing"
    NO_RETURN = "no_return"
    NO_PRISONER = "no_prisoner"
    NO_TAO = "no_tao"
    BIDDING = "bidding"

    @property
    def bit(self) -> int:
        """The bit of this reason in the kernel's masks."""
        return 1 << _ORDER[self]

    def __str__(self) -> str:
        return str(self.value)

    @classmethod
    @cache
    def from_mask(cls, mask: int) -> tuple[Reason, ...]:
        """Return the reasons in a kernel mask, in the order of spec 0.5.

        >>> [str(r) for r in Reason.from_mask(Reason.KO.bit | Reason.TILE_LIMIT.bit)]
        ['tile_limit', 'ko']
        """
        return tuple(reason for reason in cls if mask & reason.bit)


_ORDER = {reason: place for place, reason in enumerate(Reason)}


class IllegalMove(TengenError):
    """A move that the rules forbid, with all ``reasons``.

    ``number`` is that of a record's move, counted from 1, or None. ``why`` adds details, such as the probable point of
    a move off the board.

    >>> from tengen import Game, IllegalMove
    >>> game = Game("chinese", board="5x5")
    >>> turn = game.play("C3")
    >>> try:
    ...     game.play("C3")
    ... except IllegalMove as error:
    ...     print(error.reasons)
    (<Reason.OCCUPIED: 'occupied'>,)
    """

    def __init__(self, move: str, reasons: Sequence[Reason], number: int | None = None, why: str = "") -> None:
        self.move = move
        self.reasons: Final = tuple(reasons)
        self.number: Final = number
        self.why: Final = why
        values = {"move": move, "reasons": listed(map(str, self.reasons), "comma")}
        if number is None:
            said = Text("{move} is illegal: {reasons}", **values)
        else:
            said = Text("move {number}, {move}, is illegal: {reasons}", number=number, **values)
        super().__init__(Text("{what} ({why})", what=said, why=why) if why else said)

    def as_data(self) -> dict[str, Any]:
        """Return the error for programs, with the move and the reasons."""
        return super().as_data() | {"move": self.move, "reasons": [str(reason) for reason in self.reasons]}


class UnknownVariant(TengenError):
    """An unknown variant; ``close`` holds similar names.

    >>> from tengen import UnknownVariant, variant
    >>> try:
    ...     variant("chinnese")
    ... except UnknownVariant as error:
    ...     print(error.close)
    ('chinese', 'ancient-chinese')
    """

    def __init__(self, name: str, close: Iterable[str]) -> None:
        self.name = name
        self.close: Final = tuple(close)
        known = listed(self.close, "or")
        if known:
            super().__init__("unknown variant {name!r}; did you mean {close}?", name=name, close=known)
        else:
            super().__init__("unknown variant {name!r}", name=name)


class RulesConflict(TengenError):
    """Axes that contradict each other; ``conflicts`` names every contradiction.

    >>> from tengen import Rules
    >>> Rules(end="no-moves")
    Traceback (most recent call last):
    tengen.records.errors.RulesConflict: end = no-moves cannot happen with a pass, but passing = pass; \
set end = passes or passing = return
    """

    def __init__(self, conflicts: Sequence[str]) -> None:
        self.conflicts: Final = tuple(conflicts)
        super().__init__(in_a_row(self.conflicts))


class UnservedRules(RulesConflict):
    """Valid rules with a value of an axis that a part of Tengen does not support."""


class BoardError(TengenError):
    """A board that cannot be built; the message names the error and its place.

    >>> from tengen import boards
    >>> boards.parse("9").point("I5")
    Traceback (most recent call last):
    tengen.records.errors.BoardError: I5 is not on 9x9: columns skip I. Did you mean J5?
    """


class PositionError(TengenError):
    """A position that cannot be set up (spec 0.7); ``chains`` names the offending chains by label.

    >>> from tengen import Game, PositionError
    >>> try:
    ...     Game.setup("chinese", [".O.", "OXO", ".O."])
    ... except PositionError as error:
    ...     print(error.chains)
    (('B2',),)
    """

    def __init__(self, template: str, /, chains: Sequence[Sequence[str]] = (), **values: object) -> None:
        self.chains: Final = tuple(tuple(chain) for chain in chains)
        super().__init__(template, **values)


class FormatError(TengenError):
    """Unreadable text; ``line`` and ``column`` count from 1 (0 without a place).

    >>> from tengen import FormatError, Game
    >>> try:
    ...     Game.from_sgf("(;SZ[9];B[zz])")
    ... except FormatError as error:
    ...     print(error.line, error.column)
    1 10
    """

    def __init__(self, template: str, /, line: int = 0, column: int = 0, **values: object) -> None:
        self.line = line
        self.column = column
        self.what: Final = as_text(template, **values)
        at = Text("line {line}, column {column}: {what}", line=line, column=column, what=self.what)
        super().__init__(at if line else self.what)


JSON_FAULTS: Final = (
    Text("Expecting property name enclosed in double quotes"),
    Text("Expecting value"),
    Text("Expecting ',' delimiter"),
    Text("Expecting ':' delimiter"),
    Text("Extra data"),
    Text("Unterminated string starting at"),
)
"""Messages of Python's JSON parser, for the catalogues; all others are shown in English."""
