"""Axes and positions as plain JSON values and back, strictly checked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import is_dataclass
from functools import cache, partial
from json import JSONDecodeError, dumps
from json import loads as parse
from math import isfinite
from types import NoneType, UnionType
from typing import Any, Final, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from ...boards import Board
from ...boards.parsing import names_file
from ...records import COLOURS, BoardError, FormatError, Position, Text, listed
from ..board_texts import is_move, parsed

T = TypeVar("T")
Read = Callable[[Any, str], Any]
"""Reads the value at a path of the JSON."""

ABOUT = ("name", "title", "prose", "source", "footprint", "resumption", "dead_stones")
"""The possible fields of a description of a variant that is not a preset."""

_COUNTS = ("prisoners", "tao_in_hand", "tao_bought", "tao_paid")
_POSITION = (
    *("stones", "to_play", "tiles", *_COUNTS, "tao_turns", "order_turn", "coupons"),
    *("last_incursion", "created_by"),
)
_EMPTY = Position({})


def parse_json(text: str) -> Any:
    """Return the value of strict JSON: no NaN, no duplicate names; FormatError with line and column."""
    try:
        value = parse(text, parse_constant=_no_constant, object_pairs_hook=_once)
        if "\\u" in text or not text.isascii():
            dumps(value, ensure_ascii=False).encode()
        return value
    except UnicodeEncodeError:
        raise FormatError("the JSON holds half a character (a lone surrogate)") from None
    except JSONDecodeError as error:
        raise FormatError("invalid JSON: {what}", error.lineno, error.colno, what=Text(error.msg)) from None
    except RecursionError:
        raise FormatError("the JSON is nested too deeply") from None
    except FormatError:
        raise
    except ValueError:  # a number with thousands of digits
        raise FormatError("the JSON holds a number too long to read") from None


def _no_constant(name: str) -> Any:
    raise FormatError("{name} is not a JSON value", name=name)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        (name, _), *_ = Counter(name for name, _ in pairs).most_common(1)
        raise FormatError("the name {name!r} occurs twice in one object", name=name)
    return found


def wrong(path: str, what: Text) -> FormatError:
    return FormatError("{path}: {what}", path=path, what=what)


def text(value: Any, path: str) -> str:
    if not isinstance(value, str):
        raise wrong(path, Text("must be text"))
    return value


def place(value: Any, path: str) -> Board:
    """Return the board of a text, or raise; a record must not make its reader open a file."""
    if names_file(text(value, path)):
        raise wrong(path, Text("names a file; a record must contain its board"))
    try:
        return parsed(value)
    except BoardError as error:
        raise wrong(path, error.text) from None


def check_points(labels: Iterable[str], board: Board, path: str) -> None:
    """Raise if a board lacks a point."""
    for label in labels:
        if board.find(label) is None:
            raise wrong(f"{path}.{label}", board.missing(label))


def check_move(move: str, board: Board, path: str) -> None:
    """Raise if a text is not a move on a board."""
    if not is_move(move, board):
        label, example = move.strip().removeprefix("tao ").strip(), board.labels[len(board) // 2]
        why = Text(
            "{move!r} is not a move on the board {board}; write a point such as {point}, pass, return, tao {point} or "
            "resign",
            move=move[:24],
            board=board.text[:40],
            point=example,
        )
        raise wrong(path, board.missing(label, otherwise=why) if board.rows else why)


def count(value: Any, path: str) -> int:
    """Return a nonnegative integer, or raise."""
    if type(value) is not int or value < 0:
        raise wrong(path, Text("must be a whole number, at least 0"))
    return value


def flag(value: Any, path: str) -> bool:
    if not isinstance(value, bool):
        raise wrong(path, Text("must be true or false"))
    return value


def mapping(value: Any, path: str, read: Callable[[Any, str], T]) -> dict[str, T]:
    """Return an object with every value read, or raise."""
    if not isinstance(value, dict):
        raise wrong(path, Text("must be an object"))
    return {name: read(item, f"{path}.{name}") for name, item in value.items()}


def only(value: Any, path: str, names: tuple[str, ...]) -> dict[str, Any]:
    """Return an object with only these names, or raise."""
    if not isinstance(value, dict):
        raise wrong(path, Text("must be an object"))
    for name in value:
        if name not in names:
            raise wrong(f"{path}.{name}", Text("unknown; expected {known}", known=listed(names, "comma")))
    return value


@cache
def reader_of(kind: Any) -> Read:
    """Return the reader of a type of the fields of records.

    >>> reader_of(list[tuple[str, str]])([["D4", "E5"]], "$.lines")
    [('D4', 'E5')]
    """
    parts = tuple(part for part in get_args(kind) if part is not NoneType)
    if get_origin(kind) in (Union, UnionType):
        return reader_of(*parts)
    if get_origin(kind) is Literal:
        return partial(_one_of, parts)
    if get_origin(kind) in (dict, Mapping):
        return partial(_by_name, get_args(parts[0]), reader_of(parts[1]))
    if get_origin(kind) is list:
        return _pairs if get_origin(parts[0]) is tuple else _texts
    if is_dataclass(kind):
        return partial(_fields, kind)
    return _PLAIN[kind]


@cache
def readers_of(kind: type, but: tuple[str, ...] = ()) -> dict[str, Read]:
    """Return the readers of the fields of a class of records, by name."""
    return {name: reader_of(hint) for name, hint in get_type_hints(kind).items() if name not in but}


def _fields(kind: Any, value: Any, path: str) -> Any:
    readers = readers_of(kind)
    return kind(
        **{name: readers[name](item, f"{path}.{name}") for name, item in only(value, path, (*readers,)).items()}
    )


def _one_of(known: tuple[Any, ...], value: Any, path: str) -> Any:
    if value not in known or type(value) is not type(known[0]):
        raise wrong(path, Text("must be one of {known}", known=listed(known, "comma")))
    return value


def _by_name(known: tuple[str, ...], read: Read, value: Any, path: str) -> dict[str, Any]:
    return mapping(only(value, path, known) if known else value, path, read)


def _texts(value: Any, path: str) -> list[str]:
    if not isinstance(value, list):
        raise wrong(path, Text("must be a list of texts"))
    return [text(item, f"{path}[{place}]") for place, item in enumerate(value)]


def _pair(value: Any, path: str) -> tuple[str, ...]:
    pair = tuple(_texts(value, path))
    if len(pair) != 2:
        raise wrong(path, Text("must be a pair of points"))
    return pair


def _pairs(value: Any, path: str) -> list[tuple[str, ...]]:
    if not isinstance(value, list):
        raise wrong(path, Text("must be a list of pairs"))
    return [_pair(item, f"{path}[{place}]") for place, item in enumerate(value)]


def _number(value: Any, path: str) -> Any:
    if type(value) not in (int, float) or not isfinite(value):
        raise wrong(path, Text("must be a number"))
    return value


def _whole(value: Any, path: str) -> Any:
    if type(value) is not int:
        raise wrong(path, Text("must be a whole number"))
    return value


_PLAIN: Final[dict[Any, Read]] = {str: text, bool: flag, int: _whole, float: _number}


def dump_axes(axes: Mapping[str, Any]) -> dict[str, Any]:
    """Return axes as plain values; tuples become lists."""
    return {name: list(value) if isinstance(value, tuple) else value for name, value in axes.items()}


def load_axes(value: Any, path: str) -> dict[str, Any]:
    """Return axes; lists become tuples. The rules check whether the axes exist."""
    return mapping(value, path, _axis)


def _axis(value: Any, path: str) -> Any:
    if isinstance(value, list):
        return tuple(_scalar(item, f"{path}[{place}]") for place, item in enumerate(value))
    return _scalar(value, path)


def _scalar(value: Any, path: str) -> Any:
    if value is None or isinstance(value, str | int) or (isinstance(value, float) and isfinite(value)):
        return value
    raise wrong(path, Text("must be text, a number, true, false or a list of these"))


def dump_position(position: Position) -> dict[str, Any]:
    """Return a position as plain values, without empty ones."""
    return {
        name: dict(value) if isinstance(value, Mapping) else value
        for name in _POSITION
        if (value := getattr(position, name)) != getattr(_EMPTY, name) or name in ("stones", "to_play")
    }


def load_about(value: Any, path: str) -> dict[str, str]:
    """Return the description of a variant, or raise."""
    return mapping(only(value, path, ABOUT), path, text)


def load_position(value: Any, path: str) -> Position:
    """Return the position that `dump_position` wrote, or raise."""
    given = dict(only(value, path, _POSITION))
    for name in ("stones", "to_play"):
        if name not in given:
            raise wrong(path, Text("{name} is missing", name=name))
    read: dict[str, Read] = {
        **readers_of(Position),
        "tiles": lambda item, where: mapping(item, where, _height),
        **dict.fromkeys(_COUNTS, lambda item, where: mapping(only(item, where, COLOURS), where, count)),
        **dict.fromkeys(("tao_turns", "order_turn"), count),
    }
    return Position(**{name: read[name](item, f"{path}.{name}") for name, item in given.items()})


def _height(value: Any, path: str) -> int:
    if count(value, path) == 0:
        raise wrong(path, Text("a stack of tiles must have at least one"))
    return int(value)
