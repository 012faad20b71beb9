"""From a visitor's choice to a game: variants, boards and axes as texts of limited size; files are never opened.

Small boards are laid out in a thread, others in the helper process.
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
    """A custom graph; the name's ending gives the format (.g6, .s6, .graphml, .json, .edges, .txt)."""

    name: Annotated[str, Field(min_length=1, max_length=200)]
    text: Annotated[str, Field(max_length=MOST_TEXT)]


class GameChoice(_Given):
    """A choice for a game: a variant by name or as TOML, a board as text or as a graph, and changed axes."""

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
"""The fields of `Timing` that each time system uses."""


def checked_clock(chosen: Timing) -> Timing:
    """Return a time system without the fields that it ignores; ChoiceRefused if it leaves no time for a move."""
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
    """An invalid choice; ``field`` names the invalid part."""

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
    """Return the chosen game at its beginning, or raise ChoiceRefused with the field."""
    wanted = chosen_variant(choice)
    board = chosen_board(choice, wanted)
    with _about("axes"):
        return Game(wanted, board=board)


def chosen_variant(choice: GameChoice) -> Variant:
    with _about("variant" if choice.toml is None else "toml"):
        found = preset(choice.variant) if choice.toml is None else _own_variant(choice.toml)
    return with_axes(found, choice.axes)


def with_axes(found: Variant, given: Mapping[str, AxisGiven]) -> Variant:
    """Return a variant with some axes changed; ChoiceRefused if the result is invalid."""
    axes: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in given.items()}
    with _about("axes"):
        try:
            return variant(found, **axes)
        except TypeError as error:
            raise RulesConflict([str(error)]) from None


_MOST_DOTS: Final = 250


def _own_variant(text: str) -> Variant:
    """Read a variant's TOML, which may inherit from presets only.

    The standard library's reader takes quadratic time for a key of many parts.
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
        parent = None  # the next line reports the error
    if isinstance(parent, str) and is_file_name(parent):
        raise FormatError(
            "a variant on the web inherits from a preset, not from a file such as {parent!r}", parent=parent[:80]
        )
    return load_variant(f"{text}\n#")


def chosen_board(choice: GameChoice, wanted: Variant) -> Board:
    """Return the chosen board; boards that are too large are refused before they are built."""
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
    """Return a game's rules and board in the form of `GameChoice`: a preset and changed axes, or TOML."""
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
    if start is None and game.start is not None and not game.rules.handicap:  # the start as stored games keep it
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
"""Suitable sizes by variant."""


class VariantInfo(BaseModel):
    """A variant that can be chosen by name; ``axes`` are those that differ from the defaults."""

    name: str
    title: str
    prose: str
    axes: dict[str, bool | int | float | str | tuple[int | str, ...]]
    board: str
    footprint: str | None
    sizes: tuple[str, ...]


@once_a_language
def known_variants() -> tuple[VariantInfo, ...]:
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
    """Return suitable board sizes for a variant, smallest first."""
    if chosen.rules.handicap or (chosen.start and chosen.start.position.stones):
        return (chosen.board,)
    if chosen.rules.goal.startswith("row"):
        return SIZES["irensei"]
    wide = chosen.footprint and chosen.board != "9"
    kind = "gengo" if wide else "tile" if chosen.rules.tiles != "none" else "chinese"
    return SIZES[kind]


def default_board(chosen: Variant) -> str:
    """Return the default board: small for beginners; wide stones, a start and long rows need their own."""
    own = chosen.footprint or chosen.start or chosen.rules.handicap or chosen.rules.goal.startswith("row")
    return chosen.board if own else "9"


_WIDE: Final = ("own_overlap", "friendly_fire")
"""Axes about wide stones."""

_AHEAD: Final = ("handicap_kind", "handicap_bonus")
"""Axes about a handicap."""


def idle_axes(chosen: Variant, wide: bool | None = None) -> tuple[str, ...]:
    """Return the axes without effect; ``wide``: whether stones on the board block more than their own point.

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
"""Limits of boards that are built in a few milliseconds."""
_GRAPH: Final = 30
"""The maximum number of points of a graph that is laid out in a fraction of a second."""
_LONGEST: Final = 5_000
"""The maximum number of characters of a board, a graph or a variant that is read in a few milliseconds."""

Start = tuple[str, list[Spot] | None]
"""A game at its beginning, as JSON, and its board's layout if it needed one."""


def is_light(board: Board) -> bool:
    """Return whether a board can be laid out at once."""
    return not board.must_be_laid_out or len(board) <= _GRAPH


def is_light_choice(choice: GameChoice) -> bool:
    """Return whether a choice can be checked quickly in a thread, as one whose board is refused for its size can."""
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
    """Return the chosen game, with its board laid out for pictures."""
    choice = GameChoice(**{name: getattr(choice, name) for name in GameChoice.model_fields})  # drops subclass fields
    if not await in_thread(is_light_choice, choice):
        return await in_thread(_taken_over, await scheduler.run(payer, _start, choice))
    game = await in_thread(chosen_game, choice)
    await in_thread(game.svg)
    return game


async def lay_out(scheduler: Scheduler, board: Board) -> None:
    """Lay out the board of a stored game for its viewers."""
    if not is_light(board):
        keep_layout(board.edges, await scheduler.run(None, layout, board.edges))


def _start(choice: GameChoice) -> Start:
    game = chosen_game(choice)
    # Needed even if this process already knows the layout.
    return game.to_json(), None if game.board.has_places else layout(game.board.edges)


def _taken_over(start: Start) -> Game:
    text, places = start
    game = Game.from_json(text)
    if places is not None:
        keep_layout(game.board.edges, places)
    game.svg()
    return game
