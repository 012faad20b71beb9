"""Starting positions other than an empty board (spec 6.6): the table ``start`` of a variant's file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from ..records import COLOURS, Content, Position, Text, listed
from ..records.text import NOTHING
from .axis import is_count, told

_STONES: Final[tuple[Content, ...]] = ("black", "white", "tao")
_KEYS: Final = (*_STONES, "tiles", "prisoners", "to_play", "random", "line", "seed")
_MOST_RANDOM: Final = 1000


@dataclass(frozen=True)
class Start:
    """Initial stones and the player to move; ``random`` adds that many stones of each colour at random.

    They lie on the ``line``-th line or further inside. ``seed`` makes them reproducible; None: different in each game.
    """

    position: Position
    random: int = 0
    line: int = 1
    seed: int | None = None

    @property
    def table(self) -> dict[str, Any]:
        """The start as a table of a variant's file."""
        given = self.position
        found: dict[str, Any] = {
            content: [label for label, lies in given.stones.items() if lies == content] for content in _STONES
        }
        found |= {"tiles": dict(given.tiles), "prisoners": {c: n for c, n in given.prisoners.items() if n}}
        found |= {"to_play": given.to_play, "random": self.random}
        found |= {"line": self.line if self.random else 0}
        seed = {} if self.seed is None else {"seed": self.seed}
        return {key: value for key, value in found.items() if value} | seed


def read_start(table: Mapping[str, Any]) -> Start | None:
    """Parse a valid table; None if it is empty.

    >>> read_start({"black": ["C3"], "to_play": "white"}).position.stones
    {'C3': 'black'}
    """
    if not table:
        return None
    stones = {label: content for content in _STONES for label in table.get(content, ())}
    position = Position(
        stones=stones,
        to_play=table.get("to_play", "black"),
        tiles=dict(table.get("tiles", {})),
        prisoners={colour: table.get("prisoners", {}).get(colour, 0) for colour in COLOURS},
    )
    return Start(position, table.get("random", 0), table.get("line", 1), table.get("seed"))


def start_table_problems(table: Mapping[str, Any]) -> Iterator[tuple[str, Text, Text]]:
    """Yield what is wrong with a table: where ("start.black.D4"), what, and what to do."""
    for key, value in table.items():
        if key not in _KEYS:
            known = Text("the keys are {keys}", keys=listed(_KEYS, "comma"))
            yield f"start.{key}", Text("unknown key {key} in start", key=told(key)), known
        elif not _fits(key, value):
            wrong = Text("start: {key} = {value} is not possible", key=key, value=told(value))
            yield f"start.{key}", wrong, _right(key)
    lists = {content: table[content] for content in _STONES if _fits("black", table.get(content))}
    labels = [(label, content) for content, each in lists.items() for label in each]
    for number, (label, content) in enumerate(labels):
        if label in dict(labels[:number]):
            yield f"start.{content}.{label}", Text("start: a point is named twice"), NOTHING
            break


def _fits(key: str, value: Any) -> bool:
    if key in _STONES:
        return isinstance(value, list) and all(isinstance(each, str) and each for each in value)
    if key in ("tiles", "prisoners"):
        known = isinstance(value, dict) and all(is_count(number, 1) for number in value.values())
        return known and (key == "tiles" or set(value) <= set(COLOURS))
    if key == "to_play":
        return value in COLOURS
    return is_count(value) and (key != "random" or value <= _MOST_RANDOM) and (key != "line" or 1 <= value <= 4)


def _right(key: str) -> Text:
    if key in _STONES:
        return Text('it must be a list of points, such as ["D4", "Q16"]')
    if key in ("tiles", "prisoners"):
        return Text("it must be a table of whole numbers: tiles = {D4 = 1}, prisoners = {white = 2}")
    if key == "to_play":
        return Text("it must be black or white")
    return Text("it must be a whole number; a line is 1 to 4")
