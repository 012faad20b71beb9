"""Tasks as data: a position, what to do there, answers as a tree or by facts, and refutations of wrong moves.

Tasks are read from TOML; all errors in a file are reported with file, task and field. docs/how/lessons.md explains the
fields.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Annotated, Any, ClassVar, Final, Literal, TypeVar

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, model_validator

from ...game import Game
from ...records import Colour, Content, Mark, TengenError, Text

ANY: Final = "*"
"""Every other legal move."""


Choice = Annotated[tuple[str, ...], BeforeValidator(lambda value: (value,) if isinstance(value, str) else value)]
"""A move, or a list of alternatives."""


def _beside(given: Mapping[str, Any]) -> Mapping[str, Any]:
    """Refuse keys that have fields of their own: the board, and the side to move."""
    taken = [name for name in ("game", "stones", "board", "to_play") if name in given]
    if taken:
        raise ValueError(f"{' and '.join(taken)} cannot be used here; a task has its own fields for it")
    return given


SetupRest = Annotated[Mapping[str, Any], AfterValidator(_beside)]
"""The rest of a position, and changed axes."""

Words = Annotated[str, AfterValidator(Text)]
"""A text for translation."""

_Some = Annotated[tuple[str, ...], Field(min_length=1)]


class _Data(BaseModel):
    """A table of a file: unknown fields are errors."""

    model_config: ClassVar[ConfigDict] = ConfigDict(extra="forbid", frozen=True)


class Facts(_Data):
    """Facts that a turn must fulfil, checked on the `Turn` and the game after it.

    ``captures`` and ``loses`` are points whose stones it removes. ``reduces`` is a chain from which it takes a liberty;
    ``atari`` are chains that then have one liberty, ``liberties`` the least numbers that chains then have. ``connects``
    are stones of one chain after it, ``joins`` one of the chain of the stone played, and ``apart`` stones that are not
    neighbours of the stone played.
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
    ends: Literal["score", "no_moves", "goal", "no_result"] | None = None

    @model_validator(mode="after")
    def _says_something(self) -> Facts:
        if not self.model_fields_set:
            raise ValueError("is empty: name at least one fact")
        return self


class Find(_Data):
    """Points to find one by one, given by exactly one of the fields."""

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
    """Claims of the texts about a position, checked by playing and never shown.

    ``liberties`` are all of a chain's, ``joined`` lists stones of one chain and ``apart`` stones of different chains,
    ``alive`` names chains that live unconditionally and ``mortal`` chains that do not. ``score`` is the score with the
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
    """A wrong but legal move: the ``line`` that refutes it, alternately the opponent's and the learner's moves.

    Each move of the line may be a choice, of which the first legal one is played; ``then`` is claimed of the last.
    """

    move: Choice
    line: tuple[Choice, ...] = ()
    say: Words
    then: Facts | None = None
    claims: Claims | None = None


class TaskStage(_Data):
    """A question to the learner: the right answers, and refuted wrong moves."""

    ask: Words = ""
    hints: tuple[Words, ...] = ()
    answers: tuple[TaskAnswer, ...] = ()
    refuted: tuple[Refuted, ...] = ()
    otherwise: Words = ""
    marks: Mapping[Mark, tuple[str, ...]] = Field(default_factory=dict)
    claims: Claims | None = None

    def stages(self) -> Iterator[TaskStage]:
        """Yield this stage and all stages that follow from its answers."""
        yield self
        for answer in self.answers:
            yield from answer.stages()


class TaskAnswer(TaskStage):
    """A right answer: one of several moves, any move with the facts of a ``goal``, or points to ``find``.

    With ``illegal`` the move must be tried and refused for exactly these reasons. ``reply`` is the opponent's answer,
    the first legal one of a choice, and ``then`` is claimed of it. Without further ``answers`` the task is done.
    """

    move: Choice = ()
    illegal: Choice = ()
    goal: Facts | None = None
    find: Find | None = None
    say: Words = ""
    reply: Choice = ()
    then: Facts | None = None

    @model_validator(mode="after")
    def _is_one_kind(self) -> TaskAnswer:
        if not (self.move or self.goal or self.find):
            raise ValueError("needs a move, a goal, or something to find")
        if self.find and (self.move or self.goal or self.illegal):
            raise ValueError("find stands alone, without move, goal or illegal")
        if self.illegal and (self.goal or self.reply or not self.move):
            raise ValueError("illegal takes a move, and neither a goal nor a reply")
        return self


class AskedPosition(_Data):
    """A position and its task: ``ask`` is the instruction, ``say`` the closing text.

    ``rows`` (top first) or ``stones`` are the position, ``given`` the rest of it and changed axes.
    """

    name: Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=60)]
    title: Words
    ask: Words
    say: Words
    variant: str
    rows: tuple[str, ...] = ()
    stones: Mapping[str, Content] = Field(default_factory=dict)
    board: str | None = None
    to_play: Colour = "black"
    given: SetupRest = Field(default_factory=dict)

    def start(self) -> Game:
        given: dict[str, Any] = {name: dict(v) if isinstance(v, Mapping) else v for name, v in self.given.items()}
        return Game.setup(self.variant, self.rows or self.stones, board=self.board, to_play=self.to_play, **given)


class Task(AskedPosition, TaskStage):
    """A task: its board, the ``moves`` that lead up to it, and the question.

    ``text`` is the lesson. A ``goal`` or ``find`` at the top level is short for one answer. ``dead`` are the stones
    agreed to be dead if the game ends; ``buttons`` decides whether passing, returning and Tao stones are offered only
    if an answer or a refutation needs them. ``more`` is data for courses.
    """

    moves: tuple[str, ...] = ()
    text: Words = ""
    goal: Facts | None = None
    find: Find | None = None
    dead: tuple[str, ...] = ()
    buttons: Literal["needed", "all"] = "needed"
    more: Mapping[str, Any] = Field(default_factory=dict)

    @model_validator(mode="before")
    @classmethod
    def _prepared(cls, given: Any) -> Any:
        """Split rows written as one text, and turn a top-level goal or find into the only answer."""
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
        """Return whether an answer or a refutation needs a kind of move (pass, return, tao), or all are offered."""
        stages = [*self.stages()]
        answers = [each for stage in stages for each in stage.answers]
        choices = [each.move for each in answers] + [each.move for stage in stages for each in stage.refuted]
        kinds = {move.split()[0] for choice in choices for move in choice}
        return self.buttons == "all" or kind in kinds | {each.goal.kind for each in answers if each.goal}

    def start(self) -> Game:
        """Return the game at the learner's start; raise TengenError if a move before it is illegal."""
        game = super().start()
        for move in self.moves:
            game.play(move)
        return game


# -- reading -----------------------------------------------------------------------------------------------------------


_Entry = TypeVar("_Entry", bound=BaseModel)


class LessonError(TengenError):
    """An invalid file of lessons or problems."""


def read_table(text: str, file: str) -> dict[str, Any]:
    """Return a file's table; raise LessonError if it is not TOML."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise LessonError("{file}: {error}", file=file, error=error) from None
    except RecursionError:
        raise LessonError("{file}: tables or lists are nested too deeply", file=file) from None


def read_tasks(text: str, file: str) -> tuple[Task, ...]:
    """Return the ``[[tasks]]`` of a file in order; a LessonError lists all errors, a line each."""
    return read_entries(read_table(text, file), file, "task", Task.model_validate)


def read_entries(
    table: Mapping[str, Any],
    file: str,
    kind: str,
    read: Callable[[Mapping[str, Any]], _Entry],
    wrong: Iterable[str] = (),
) -> tuple[_Entry, ...]:
    """Return the tasks or problems of a file's table; earlier errors (``wrong``) are reported with the rest."""
    given = table.get(f"{kind}s")
    if not isinstance(given, list) or not given:
        raise LessonError("{file}: has no [[{kind}s]]", file=file, kind=kind)
    found, faults = [], list(wrong)
    for number, each in enumerate(given, 1):
        if not isinstance(each, Mapping):
            faults.append(f"{kind} {number} is not a table")
            continue
        try:
            found.append(read(each))
        except ValidationError as error:
            faults += [f"{kind} {each.get('name', number)}: {fault}" for fault in told_errors(error)]
    names = Counter(str(each["name"]) for each in given if isinstance(each, Mapping) and "name" in each)
    faults += [f"two {kind}s are called {name!r}" for name in sorted(names) if names[name] > 1]
    if faults:
        raise LessonError("\n".join(f"{file}: {fault}" for fault in faults))
    return tuple(found)


def told_errors(error: ValidationError) -> Iterator[str]:
    """Yield the errors of a table: the field, the problem, and the value given."""
    for each in error.errors():
        field = ".".join(str(part) for part in each["loc"] if part != "Task")
        unknown = each["type"] in ("extra_forbidden", "unexpected_keyword_argument")
        said = "is not a field" if unknown else "is missing" if each["type"] == "missing" else ""
        told = said or each["msg"].removeprefix("Value error, ")
        yield f"{field} {told}" if said else f"{field}: {told}" if field else told
