"""A task as data: a position, what to do there, the answers as a tree or by facts, and what refutes wrong moves.

Everything is written in TOML and validated when it is read (`reading`); docs/lessons.md says what each field means.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar, Final, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from ...boards import Board
from ...game import Game
from ...game.setup import board_of, heights, rows_of, size_of, split_axes, stones_from_rows
from ...records import Colour, Content, Mark, Position
from ...rules import variant

ANY: Final = "*"
"""Stands for every other legal move."""


def _several(value: object) -> object:
    """Return a text as the only element of a tuple."""
    return (value,) if isinstance(value, str) else value


Choice = Annotated[tuple[str, ...], BeforeValidator(_several)]
"""One move, or several that will do."""


def _beside(given: Mapping[str, Any]) -> Mapping[str, Any]:
    """Refuse what has a field of its own.

    Raises:
        ValueError: it says what the board is, or who is to move.
    """
    taken = [name for name in ("game", "stones", "board", "to_play") if name in given]
    if taken:
        raise ValueError(f"{' and '.join(taken)} cannot stand here; a task has fields for it")
    return given


Given = Annotated[Mapping[str, Any], AfterValidator(_beside)]
"""The rest of a position, and the axes that are changed."""

_Some = Annotated[tuple[str, ...], Field(min_length=1)]


class _Data(BaseModel):
    """A table of a file: unknown fields are errors."""

    model_config: ClassVar[ConfigDict] = ConfigDict(extra="forbid", frozen=True)


class Facts(_Data):
    """What a turn has to do, read off the `Turn` and the game after it; `facts` says when each holds.

    ``captures`` and ``loses`` are points whose stones it takes off the board. ``reduces`` names a chain of which it
    takes a liberty; ``atari`` are chains with one liberty after it, ``liberties`` the fewest that chains have after it.
    ``connects`` are stones that are one chain after it, ``joins`` one of the chain of the stone played, and ``apart``
    stones of which the stone played is no neighbour.
    """

    kind: Literal["place", "tao", "pass", "return"] | None = None
    captures: Choice = ()
    loses: Choice = ()
    tile: bool | None = None
    incursion: bool | None = None
    on_tile: bool | None = None
    on_tao: bool | None = None
    reduces: str | None = None
    connects: _Some = ()
    joins: str | None = None
    apart: Choice = ()
    atari: Choice = ()
    liberties: Mapping[str, int] = Field(default_factory=dict)
    wins: bool | None = None
    ends: Literal["score", "no_moves", "no_result"] | None = None

    @model_validator(mode="after")
    def _says_something(self) -> Facts:
        if not self.model_fields_set:
            raise ValueError("says nothing: name at least one fact")
        return self


class Find(_Data):
    """Points that are to be pointed at, one after the other; exactly one of the fields says which."""

    liberties: str | None = None
    chain: str | None = None
    footprint: str | None = None
    neighbours: str | None = None
    territory: Colour | None = None
    incursions: Colour | None = None
    dead: tuple[str, ...] = ()

    @model_validator(mode="after")
    def _is_one(self) -> Find:
        if len(self.model_fields_set) != 1:
            raise ValueError(f"takes exactly one of {', '.join(type(self).model_fields)}")
        return self

    @property
    def what(self) -> tuple[str, Any]:
        """The name of the field that is set, and its value."""
        name = next(iter(self.model_fields_set))
        return name, getattr(self, name)


class Claims(_Data):
    """What the sentences say of a position; checked by playing, never shown.

    ``liberties`` are all of a chain's, ``joined`` lists stones of one chain and ``apart`` stones of different chains,
    ``alive`` names chains that live unconditionally and ``mortal`` chains that do not. ``score`` is what it is with the
    ``dead`` stones removed.
    """

    liberties: Mapping[str, tuple[str, ...]] = Field(default_factory=dict)
    joined: tuple[_Some, ...] = ()
    apart: tuple[_Some, ...] = ()
    illegal: Mapping[str, Choice] = Field(default_factory=dict)
    legal: Choice = ()
    alive: Choice = ()
    mortal: Choice = ()
    prisoners: Mapping[Colour, int] | None = None
    score: Mapping[Colour, float] | None = None
    dead: tuple[str, ...] = ()
    winner: Colour | None = None
    incursions: Mapping[str, bool] = Field(default_factory=dict)


class Refuted(_Data):
    """A wrong move that is legal: the ``line`` that refutes it, alternately the opponent's and the learner's moves.

    Each move of the line may be a choice, of which the first that is legal is played; ``then`` is claimed of the last.
    """

    move: Choice
    line: tuple[Choice, ...] = ()
    say: str
    then: Facts | None = None
    claims: Claims | None = None


class Stage(_Data):
    """A moment at which the learner is asked for something: the right answers, and the wrong moves that are refuted."""

    ask: str = ""
    hints: tuple[str, ...] = ()
    answers: tuple[Answer, ...] = ()
    refuted: tuple[Refuted, ...] = ()
    otherwise: str = ""
    marks: Mapping[Mark, tuple[str, ...]] = Field(default_factory=dict)
    claims: Claims | None = None


class Answer(Stage):
    """A right answer: one of some moves, any move with the facts of a ``goal``, or points to ``find``.

    With ``illegal`` the move is tried and refused for exactly these reasons. ``reply`` is the opponent's answer, the
    first that is legal of a choice, and ``then`` is claimed of it. Without further ``answers`` the task is done.
    """

    move: Choice = ()
    illegal: Choice = ()
    goal: Facts | None = None
    find: Find | None = None
    say: str = ""
    reply: Choice = ()
    then: Facts | None = None

    @model_validator(mode="after")
    def _is_one_kind(self) -> Answer:
        if not (self.move or self.goal or self.find):
            raise ValueError("needs a move, a goal, or something to find")
        if self.find and (self.move or self.goal or self.illegal):
            raise ValueError("find stands alone: no move, goal or illegal beside it")
        if self.illegal and (self.goal or self.reply or not self.move):
            raise ValueError("illegal takes a move, and neither a goal nor a reply")
        return self


class Task(Stage):
    """A task: where it is played, what leads up to it, and what is asked.

    ``rows`` (top first) or ``stones`` are the position, ``given`` the rest of it and the axes that are changed;
    ``moves`` are played before. ``text`` teaches, ``ask`` says what to do, ``say`` closes. A ``goal`` or something to
    ``find`` at the top is short for one answer. ``dead`` are the stones agreed to be dead should the game end;
    ``buttons`` says whether passing, returning and Tao stones are offered only where an answer or a refutation needs
    them. ``more`` is for those who keep tasks.
    """

    name: Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=60)]
    title: str
    variant: str
    rows: tuple[str, ...] = ()
    stones: Mapping[str, Content] = Field(default_factory=dict)
    board: str | None = None
    to_play: Colour = "black"
    given: Given = Field(default_factory=dict)
    moves: tuple[str, ...] = ()
    text: str = ""
    ask: str
    goal: Facts | None = None
    find: Find | None = None
    say: str
    dead: tuple[str, ...] = ()
    buttons: Literal["needed", "all"] = "needed"
    more: Mapping[str, Any] = Field(default_factory=dict)

    @model_validator(mode="before")
    @classmethod
    def _prepared(cls, given: Any) -> Any:
        """Split rows written as one text, and write a goal or something to find as the only answer."""
        found = dict(given)
        if isinstance(found.get("rows"), str):
            found["rows"] = tuple(found["rows"].split())
        short = {name: found[name] for name in ("goal", "find") if name in found}
        if short and not found.get("answers"):
            found["answers"] = [short]
        return found

    @model_validator(mode="after")
    def _has_answers(self) -> Task:
        if not self.answers:
            raise ValueError("needs answers, a goal, or something to find")
        if bool(self.rows) == bool(self.stones) and self.board is None:
            raise ValueError("needs rows, stones, or a board")
        return self

    def needs(self, kind: str) -> bool:
        """Say whether a kind of move (pass, return, tao) is named by an answer or a refutation, or all are offered."""
        return self.buttons == "all" or any(_names(each, kind) for each in _stages(self))

    def position(self) -> tuple[Board, Position]:
        """Return the board and the stones and tiles on it before the moves, as they are drawn."""
        chosen = variant(self.variant)
        rows = rows_of(self.rows) if self.rows else None
        board = board_of(chosen, size_of(rows) if self.board is None and rows else self.board)
        stones = stones_from_rows(rows, board) if rows else self.stones
        _, lies = split_axes({"tiles": self.given.get("tiles", ())})
        return board, Position(stones, tiles=heights(lies.get("tiles", ())))

    def start(self) -> Game:
        """Return the game as the learner finds it.

        Raises:
            TengenError: the position cannot be, or a move before is illegal.
        """
        given: dict[str, Any] = {name: dict(v) if isinstance(v, Mapping) else v for name, v in self.given.items()}
        game = Game.setup(self.variant, self.rows or self.stones, board=self.board, to_play=self.to_play, **given)
        for move in self.moves:
            game.play(move)
        return game


def _stages(stage: Stage) -> Iterator[Stage]:
    """Yield a stage and all that follow from its answers."""
    yield stage
    for answer in stage.answers:
        yield from _stages(answer)


def _names(stage: Stage, kind: str) -> bool:
    """Say whether an answer or a refutation of a stage is a move of a kind."""
    goals = [each.goal for each in stage.answers if each.goal]
    choices = [*(each.move for each in stage.answers), *(each.move for each in stage.refuted)]
    moves = [move for choice in choices for move in choice]
    return any(goal.kind == kind for goal in goals) or any(move.split()[0] == kind for move in moves)
