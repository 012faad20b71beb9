"""An axis of the rules: its values in words, what each means, and which values are valid."""

from __future__ import annotations

import json
import re
import reprlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from numbers import Integral
from typing import Any

from ..records import TengenError, Text, listed
from ..records.text import NOTHING, in_a_row

MOST = 1_000_000
"""The largest number that the rules may contain."""


def show(value: Any) -> str:
    """Write a valid value as users write it.

    >>> show(True), show((1, 2)), show("positional"), show(7.0)
    ('true', '[1, 2]', 'positional', '7')
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return "[" + ", ".join(map(show, value)) + "]"
    return str(plain(value))


def plain(value: Any) -> Any:
    """Return a whole number as an int, so that it is shown without a decimal point; other values unchanged."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def read_axes(settings: Iterable[str]) -> dict[str, Any]:
    """Read ``axis=value`` texts: numbers and truth values as in JSON, lists with or without brackets, and words.

    >>> read_axes(["komi=5.5", "suicide=allowed", "own-overlap=true", "tao_start=D4,E5"])
    {'komi': 5.5, 'suicide': 'allowed', 'own_overlap': True, 'tao_start': ('D4', 'E5')}
    >>> read_axes(["tao_start=none", "tao_price=schedule 3, 2 from 20", "coupons=[4]"])
    {'tao_start': 'none', 'tao_price': 'schedule 3, 2 from 20', 'coupons': (4,)}

    Raises:
        TengenError: a text without a name or a value, or an axis that is set twice.
    """
    axes: dict[str, Any] = {}
    for setting in settings:
        axis, _, text = (part.strip() for part in setting.partition("="))
        axis = axis.replace("-", "_")
        if not axis or not text:
            raise TengenError("{setting}: write it as axis=value, such as komi=5.5", setting=setting[:60])
        if axis in axes:
            raise TengenError("{setting}: {axis} is set twice", setting=setting[:60], axis=axis[:60])
        axes[axis] = _axis_value(axis, text)
    return axes


def read_game(text: str) -> tuple[str, dict[str, Any]]:
    """Read a variant's name and the axes that differ, as `write_game` writes them.

    >>> read_game(write_game("tile", {"komi": 0.5, "tao_price": (2, 3)}))
    ('tile', {'komi': 0.5, 'tao_price': (2, 3)})
    """
    name, *settings = _NEXT_AXIS.split(text)
    return name.strip(), read_axes(settings)


def write_game(name: str, axes: Mapping[str, Any]) -> str:
    """Write a variant's name and the axes that differ."""
    return " ".join([name, *(f"{axis}={show(value)}" for axis, value in axes.items())])


def _axis_value(axis: str, text: str) -> Any:
    is_list = text.startswith("[") and text.endswith("]")
    parts = [part.strip() for part in (text[1:-1] if is_list else text).split(",")]
    if axis == "tao_start":
        return text if text in ("tengen", "none") else tuple(part.strip('"') for part in parts if part)
    if axis in ("tao_price", "coupons", "goal", "where", "order") and text[:1].isalpha():  # commas are part of these
        return text
    return tuple(map(_value, parts)) if len(parts) > 1 or is_list else _value(text)


def _value(text: str) -> Any:
    """Parse a number, true or false; everything else is a word."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return text
    return value if isinstance(value, bool | int | float) else text


def told(value: Any) -> str:
    """Write any value for a message: texts in quotes, everything shortened.

    >>> told("6.5"), told(False), told([1, "a"]), told(10**5000)
    ("'6.5'", 'false', "[1, 'a']", 'a number of about 5000 digits')
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int) and value.bit_length() > 100:
        return f"a number of about {round(value.bit_length() * 0.30103)} digits"
    if isinstance(value, str):
        return repr(value if len(value) <= 60 else f"{value[:60]}...")
    try:
        return reprlib.repr(list(value) if isinstance(value, tuple) else value)
    except Exception:  # numbers too long to print inside lists, objects whose repr fails
        return f"a {type(value).__name__}"


def refusal(who: str, axis: str, value: Any, served: Iterable[Any]) -> str:
    """Return the error for a value of an axis that ``who`` does not support.

    >>> refusal("the kernel", "tiles", "carpet", ("none", "tile"))
    'the kernel does not serve tiles = carpet; it serves none, tile'
    """
    return f"{who} does not serve {axis} = {show(value)}; it serves {', '.join(map(show, served))}"


def is_count(value: Any, least: int = 0) -> bool:
    """Return whether a value is a whole number from ``least`` up to `MOST`."""
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= MOST


def is_number(value: Any) -> bool:
    """Return whether a value is a finite number of at most `MOST`."""
    return isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) <= MOST


_NEXT_AXIS = re.compile(r"(?<!\s)\s++(?=[A-Za-z_-]++=)")
"""The separators of axes in a game's text; values may contain blanks."""


@dataclass(frozen=True)
class Axis:
    """One choice: its name, what it decides, its default, its values and its clause of the specification.

    ``values`` maps each value that is a word to its sentence. For other values, ``pattern`` describes them, ``sample``
    and ``further`` are examples, and ``tell`` makes their sentences. ``accepts`` checks a value, and ``trouble`` may
    explain what is wrong with it.
    """

    name: str
    about: Text
    clause: str
    default: Any
    values: Mapping[str, Text]
    accepts: Callable[[Any], bool]
    pattern: Text = NOTHING
    sample: Any = None
    tell: Callable[[Any], Text] = lambda value: Text(show(value))
    trouble: Callable[[Any], Text] = lambda value: NOTHING
    further: tuple[Any, ...] = ()

    def say(self, value: Any) -> Text:
        """Return the sentence for a valid value.

        >>> from tengen.rules import AXES
        >>> tiles: Axis = AXES["tiles"]
        >>> tiles.words, tiles.accepts("cushion"), tiles.refusal("brick")
        (('none', 'tile', 'cushion'), True, "tiles = 'brick' is not possible; it must be one of: none, tile, cushion")
        >>> AXES["repetition"].say("positional")
        'A placement may not bring back any earlier position (positional superko).'
        >>> AXES["tile_stack"].say(2)
        'A point may hold 2 tiles; where another is due, nothing can be placed.'
        """
        return self.values.get(show(value)) or self.tell(value)

    @property
    def words(self) -> tuple[str, ...]:
        """The values that are words, the default first."""
        default = show(self.default)
        return (default, *(word for word in self.values if word != default))

    @property
    def allowed(self) -> Text:
        """The valid values, as a message lists them."""
        if not self.pattern:
            return Text("it must be one of: {values}", values=listed(self.values, "comma"))
        return Text("it must be {values}", values=listed((*self.values, self.pattern), "or"))

    def trouble_with(self, value: Any) -> tuple[Text, Text] | None:
        """Return what is wrong with a value and what would be valid; None for a valid value."""
        if self.accepts(value):
            return None
        named = {"axis": self.name, "value": told(value)}
        if self.pattern and isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) > MOST:
            most = Text("numbers in the rules go up to {most:,}", most=MOST)
            return Text("{axis} = {value} is too large", **named), most
        return Text("{axis} = {value} is not possible", **named), self.trouble(value) or self.allowed

    def refusal(self, value: Any) -> Text:
        """Return why a value is not possible; "" if it is."""
        return in_a_row(self.trouble_with(value) or ())


def tidy(value: str) -> str:
    """Return a text of words and numbers in its stored form: lower case, single spaces.

    >>> tidy(" Schedule 3 ,2 from 20")
    'schedule 3, 2 from 20'
    """
    return re.sub(r" ?, ?", ", ", " ".join(value.lower().split()))


def frozen(name: str, value: Any) -> Any:
    """Return the value of an axis as `Rules` stores it: lists as tuples, true and false of ``tao`` as words.

    Numbers of other types, such as NumPy's, become Python's own. Schedules and auctions of Tao stones get their usual
    form, and an empty list of Tao stones becomes ``none``.
    """
    if isinstance(value, bool):
        return ("on" if value else "off") if name == "tao" else value
    if isinstance(value, (list, tuple)):
        return tuple(frozen("", item) for item in value) or ("none" if name == "tao_start" else ())
    if name in ("tao_price", "coupons") and isinstance(value, str):
        return tidy(value)
    if name in ("goal", "where", "order") and isinstance(value, str):
        return " ".join(value.split())
    if isinstance(value, Integral):
        return int(value)
    return float(value) if isinstance(value, float) else value
