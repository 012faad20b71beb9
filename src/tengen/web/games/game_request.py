"""From what a visitor chose to a game: variants, boards and axes by text alone, bounded in size; no file is opened.

Boards are laid out where that delays nobody: small ones in a thread, the others in the process beside the server.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import PurePath
from typing import Annotated, Any, ClassVar, Final

from pydantic import BaseModel, ConfigDict, Field

from ...boards import Board, Bounds, bounded
from ...boards import parse as parse_board
from ...boards.graph_texts import READERS
from ...boards.limits import BoardSizeError
from ...boards.spots import Spot, keep_layout, layout
from ...game import Game
from ...game.game_records import CUSTOM
from ...records import FormatError, RulesConflict, TengenError, Text, listed
from ...rules import AXES, Variant, library, starts, to_toml, variant, variants
from ...rules.conflicts import idle
from ...rules.preset_files import preset
from ...rules.variant_data import is_file_name
from ...rules.variant_files import load_variant
from ..languages.reader_language import once_a_language
from ..rooms import Timing
from ..scheduler.scheduler import Scheduler
from ..scheduler.threads import in_thread
from ..settings import BOUNDS, MOST_TEXT
from ..texts import tell

_DAY: Final = 86_400
AxisGiven = bool | int | float | str | list[int] | list[str]


class _Given(BaseModel):
    model_config: ClassVar[ConfigDict] = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)


class GraphFile(_Given):
    """A graph of one's own: the name tells the format (.g6, .s6, .graphml, .json, .edges, .txt)."""

    name: Annotated[str, Field(min_length=1, max_length=200)]
    text: Annotated[str, Field(max_length=MOST_TEXT)]


class GameChoice(_Given):
    """A game to be: a variant by name or as TOML, a board by its text or as a graph, and axes that differ."""

    variant: Annotated[str, Field(max_length=80)] = "cushion"
    board: Annotated[str, Field(max_length=MOST_TEXT)] | None = None
    axes: Annotated[dict[str, AxisGiven], Field(max_length=40)] = Field(default_factory=dict)
    toml: Annotated[str, Field(max_length=MOST_TEXT)] | None = None
    graph: GraphFile | None = None


_TOO_SHORT: Final[Mapping[str, Text]] = {
    "absolute": Text("an absolute clock needs `main` of a second or more"),
    "fischer": Text("a Fischer clock needs `main` and `increment` of a second or more together"),
    "byoyomi": Text("a byo-yomi clock needs a period of a second or more, up to a day, and at least one of them"),
    "canadian": Text("a Canadian clock needs a period of a second or more, up to a day, for at least one stone"),
    "correspondence": Text("a correspondence clock needs a period of 86,400 seconds, a day, or more, up to 14 days"),
}


_USED: Final[Mapping[str, str]] = {
    "none": "",
    "absolute": "main",
    "fischer": "main increment",
    "byoyomi": "main periods period",
    "canadian": "main period stones",
    "correspondence": "period",
}
"""The times that each time system uses."""


def checked_clock(chosen: Timing) -> Timing:
    """Return a time system without the times that it ignores; ChoiceRefused if it leaves no time for a move."""
    per_period = 1 <= chosen.period <= _DAY
    suffices = {
        "none": True,
        "absolute": chosen.main >= 1,
        "fischer": chosen.main + chosen.increment >= 1,
        "byoyomi": per_period and chosen.periods >= 1,
        "canadian": per_period and chosen.stones >= 1,
        "correspondence": chosen.period >= _DAY,
    }[chosen.kind]
    if not suffices:
        raise ChoiceRefused("clock", _TOO_SHORT[chosen.kind])
    return Timing(chosen.kind, **{each: getattr(chosen, each) for each in _USED[chosen.kind].split()})


class ChoiceRefused(TengenError):
    """A choice that makes no game; ``field`` says which part of it is wrong."""

    def __init__(self, field: str, text: Text) -> None:
        super().__init__(text)
        self.field = field


@contextmanager
def _about(field: str) -> Iterator[None]:
    try:
        yield
    except ChoiceRefused:
        raise
    except TengenError as error:
        raise ChoiceRefused(field, error.text) from error


def chosen_game(choice: GameChoice) -> Game:
    """Return the game that was chosen, at its beginning; raise ChoiceRefused, with the field, if there is none."""
    wanted = chosen_variant(choice)
    board = chosen_board(choice, wanted)
    with _about("axes"):
        return Game(wanted, board=board)


def chosen_variant(choice: GameChoice) -> Variant:
    """Return the variant with the axes that were changed."""
    with _about("variant" if choice.toml is None else "toml"):
        found = preset(choice.variant) if choice.toml is None else _own_variant(choice.toml)
    return with_axes(found, choice.axes)


def with_axes(found: Variant, given: Mapping[str, AxisGiven]) -> Variant:
    """Return a variant with some axes changed, all others as they are; ChoiceRefused where that makes no variant."""
    axes: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in given.items()}
    with _about("axes"):
        try:
            return variant(found, **axes)
        except TypeError as error:
            raise RulesConflict([str(error)]) from None


_MOST_DOTS: Final = 250


def _own_variant(text: str) -> Variant:
    """Read a variant's TOML; it may inherit from presets, but from no file.

    A key of many parts takes the standard library's reader as long as the square of their number.
    """
    for number, line in enumerate(text.split("\n"), 1):
        if line.count(".") > _MOST_DOTS:
            raise FormatError(
                "line {number} has more than {most_dots} dots; no variant needs that many",
                number=number,
                most_dots=_MOST_DOTS,
            )
    try:
        parent = tomllib.loads(text).get("inherits")
    except (ValueError, RecursionError):
        parent = None  # the next line says what is wrong
    if isinstance(parent, str) and is_file_name(parent):
        raise FormatError(
            "a variant on the web inherits from a preset, not from a file such as {parent!r}", parent=parent[:80]
        )
    return load_variant(f"{text}\n#")


def chosen_board(choice: GameChoice, wanted: Variant) -> Board:
    """Return the board, bounded in size; what is too large is refused before it is built."""
    with _about("graph" if choice.graph is not None else "board"), bounded(BOUNDS):
        if choice.graph is not None:
            ending = PurePath(choice.graph.name).suffix.lower()
            if ending not in READERS:
                raise FormatError(
                    "{graph!r} has an unknown ending; use {graphs}",
                    graph=choice.graph.name,
                    graphs=listed(READERS),
                )
            return READERS[ending](choice.graph.text)
        text = wanted.board if choice.board is None else choice.board
        return parse_board(text, footprint=wanted.footprint, files=False)


def choice_of(game: Game) -> dict[str, Any]:
    """Return a game's rules and board as `GameChoice` has them: a preset and the axes that differ, or TOML."""
    record = Game(game.variant, board=game.board).record
    if record.variant != CUSTOM:
        usual = ("komi", preset(record.variant).rules.komi)
        changed = {axis: value for axis, value in record.axes.items() if (axis, value) != usual}
        return {"variant": record.variant, "board": record.board, "axes": changed}
    about, axes = (
        [f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in part.items()]
        for part in (record.about, record.axes)
    )
    start = game.variant.start
    if start is None and game.start is not None and not game.rules.handicap:  # all that a stored game keeps of it
        start = starts.Start(game.start)
    if start is None:
        return {"toml": "\n".join([*about, "[axes]", *axes]), "board": record.board}
    _, _, table = to_toml(replace(game.variant, start=start)).partition("\n[start]\n")
    own = f"board = {json.dumps(record.board, ensure_ascii=False)}"
    return {"toml": "\n".join([*about, own, "[axes]", *axes, "[start]", table]), "board": record.board}


SIZES: Final[dict[str, tuple[str, ...]]] = {
    "chinese": ("7", "9", "13", "19"),
    "tile": ("5", "7", "9", "13", "19"),
    "gengo": ("11", "15", "19", "23"),
    "irensei": ("13", "19"),
}
"""Sizes that suit, by the variant they were found for."""


class VariantInfo(BaseModel):
    """A variant that may be chosen by name; ``axes`` are those that differ from the defaults."""

    name: str
    title: str
    prose: str
    axes: dict[str, bool | int | float | str | tuple[int | str, ...]]
    board: str
    footprint: str | None
    sizes: tuple[str, ...]


@once_a_language
def known_variants() -> tuple[VariantInfo, ...]:
    """Return the variants as one chooses from them."""
    return tuple(
        VariantInfo(
            name=each.name,
            title=tell(each.title),
            prose=tell(each.prose),
            axes={name: value for name, value in each.rules.to_dict().items() if value != AXES[name].default},
            board=default_board(each),
            footprint=each.footprint,
            sizes=sizes(each),
        )
        for each in (*variants(), *library())
    )


def sizes(chosen: Variant) -> tuple[str, ...]:
    """Return the sides of boards that suit a variant, smallest first."""
    if chosen.rules.handicap or (chosen.start and chosen.start.position.stones):
        return (chosen.board,)
    if chosen.rules.goal.startswith("row"):
        return SIZES["irensei"]
    wide = chosen.footprint and chosen.board != "9"
    kind = "gengo" if wide else "tile" if chosen.rules.tiles != "none" else "chinese"
    return SIZES[kind]


def default_board(chosen: Variant) -> str:
    """Return the board to begin with: small for beginners; wide stones, a start and long rows need their own."""
    own = chosen.footprint or chosen.start or chosen.rules.handicap or chosen.rules.goal.startswith("row")
    return chosen.board if own else "9"


_WIDE: Final = ("own_overlap", "friendly_fire")
"""Axes about stones that block more than their own point."""

_AHEAD: Final = ("handicap_kind", "handicap_bonus")
"""Axes about a handicap."""


def idle_axes(chosen: Variant, wide: bool | None = None) -> tuple[str, ...]:
    """Return the axes that decide nothing; ``wide``: whether stones on the board block more than their own point.

    >>> from tengen.rules import variant
    >>> "tao_price" in idle_axes(variant("tile")), "tao_price" in idle_axes(variant("tao"))
    (True, False)
    """
    values = chosen.rules.to_dict()
    vain = () if (chosen.footprint is not None if wide is None else wide) else _WIDE
    level = () if chosen.rules.handicap else _AHEAD
    return tuple(name for name in AXES if name in vain or name in level or idle(name, values))


# -- boards laid out ----------------------------------------------------------------------------------------------

_LIGHT: Final = Bounds(points=1_000, lines=2_000, entries=25_000)
"""Boards that are built in a few milliseconds."""
_GRAPH: Final = 30
"""Points of a graph that is laid out in a fraction of a second."""
_LONGEST: Final = 5_000
"""Characters of a board, a graph or a variant that are read in a few milliseconds."""

Start = tuple[str, list[Spot] | None]
"""A game at its beginning, as JSON, and the layout of its board where there had to be one."""


def is_light(board: Board) -> bool:
    """Say whether a board can be laid out at once."""
    return not board.must_be_laid_out or len(board) <= _GRAPH


def is_light_choice(choice: GameChoice) -> bool:
    """Say whether a choice can be looked at beside the loop at once; one whose board is refused by its size can."""
    given = (choice.board, choice.toml, choice.graph and choice.graph.text)
    if any(len(text) > _LONGEST for text in given if text):
        return False
    try:
        with bounded(_LIGHT):
            return is_light(chosen_board(choice, chosen_variant(choice)))
    except ChoiceRefused as error:
        cause = error.__cause__
        return not isinstance(cause, BoardSizeError) or not cause.is_within(BOUNDS)


async def laid_out(scheduler: Scheduler, payer: str, choice: GameChoice) -> Game:
    """Return the game that was chosen, its board laid out for pictures."""
    choice = GameChoice(**{name: getattr(choice, name) for name in GameChoice.model_fields})  # and nothing else
    if not await in_thread(is_light_choice, choice):
        return await in_thread(_taken_over, await scheduler.run(payer, _start, choice))
    game = await in_thread(chosen_game, choice)
    await in_thread(game.svg)
    return game


async def lay_out(scheduler: Scheduler, board: Board) -> None:
    """Lay out the board of a game that is kept already, for those who want to see it."""
    if not is_light(board):
        keep_layout(board.edges, await scheduler.run(None, layout, board.edges))


def _start(choice: GameChoice) -> Start:
    game = chosen_game(choice)
    # The server needs the layout also where this process has known it for a while.
    return game.to_json(), None if game.board.has_places else layout(game.board.edges)


def _taken_over(start: Start) -> Game:
    text, places = start
    game = Game.from_json(text)
    if places is not None:
        keep_layout(game.board.edges, places)
    game.svg()
    return game
