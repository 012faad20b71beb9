"""What an axis of the rules is: its values in words, what each means, and which values are good."""

from __future__ import annotations

import re
import reprlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from numbers import Integral
from typing import Any

from ..records import Text, listed
from ..records.text import NOTHING, in_a_row

MOST = 1_000_000
"""No number in the rules is larger."""


def show(value: Any) -> str:
    """Write a good value as users write it.

    >>> show(True), show((1, 2)), show("positional"), show(7.0)
    ('true', '[1, 2]', 'positional', '7')
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return "[" + ", ".join(map(show, value)) + "]"
    return str(plain(value))


def plain(value: Any) -> Any:
    """Return a whole number as an int, so that it is shown without a point; other values as they are."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def told(value: Any) -> str:
    """Write any value for a message: texts in quotes, everything shortened, whatever it is.

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
    except Exception:  # numbers too long to print inside lists, objects that cannot write themselves
        return f"a {type(value).__name__}"


def refusal(who: str, axis: str, value: Any, served: Iterable[Any]) -> str:
    """Return the sentence that refuses a value of an axis which ``who`` does not serve.

    >>> refusal("the kernel", "tiles", "carpet", ("none", "tile"))
    'the kernel does not serve tiles = carpet; it serves none, tile'
    """
    return f"{who} does not serve {axis} = {show(value)}; it serves {', '.join(map(show, served))}"


def is_count(value: Any, least: int = 0) -> bool:
    """Say whether a value is a whole number of at least so much (and of a size that fits the kernel)."""
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= MOST


def is_number(value: Any) -> bool:
    """Say whether a value is a finite number of sensible size."""
    return isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) <= MOST


@dataclass(frozen=True)
class Axis:
    """One choice: its name, what it decides, its default, the values it takes, and its clause.

    ``values`` maps each value that is a word to a sentence. Where other values are open, ``pattern`` says which in
    words, ``sample`` is one of them, and ``tell`` makes their sentences. ``accepts`` tells a good value from a bad one,
    and ``trouble`` may say what is wrong with a bad one. ``further`` are values of other open forms than the sample.
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
        """Return the sentence for a good value.

        >>> from tengen.rules import AXES
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
        """The values in words, as a message names them."""
        if not self.pattern:
            return Text("it is one of: {values}", values=listed(self.values, "comma"))
        return Text("it is {values}", values=listed((*self.values, self.pattern), "or"))

    def trouble_with(self, value: Any) -> tuple[Text, Text] | None:
        """Return what is wrong with a value, and what would be right; None when it is possible."""
        if self.accepts(value):
            return None
        named = {"axis": self.name, "value": told(value)}
        if self.pattern and isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) > MOST:
            most = Text("no number in the rules is over {most:,}", most=MOST)
            return Text("{axis} = {value} is too large", **named), most
        return Text("{axis} = {value} is not possible", **named), self.trouble(value) or self.allowed

    def refusal(self, value: Any) -> Text:
        """Say why a value is not possible; "" when it is."""
        return in_a_row(self.trouble_with(value) or ())


def tidy(value: str) -> str:
    """Return a text of words and numbers as it is kept: in small letters, with one blank between them.

    >>> tidy(" Schedule 3 ,2 from 20")
    'schedule 3, 2 from 20'
    """
    return re.sub(r" ?, ?", ", ", " ".join(value.lower().split()))


def frozen(name: str, value: Any) -> Any:
    """Return the value of an axis as a rules record keeps it: lists as tuples, true and false of ``tao`` as words.

    Whole numbers and floats of other kinds, such as NumPy's, become Python's own. A schedule or an auction of Tao
    stones becomes a text in its usual form, and an empty list of Tao stones becomes ``none``.
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
