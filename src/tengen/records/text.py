"""Text as a value: a template and its values, so that the user interface can translate it.

A `Text` is a ``str``, the English sentence. Catalogues of translations are keyed by ``template``; ``values`` fill in
the translation, and may be texts themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import isfinite
from string import Formatter
from types import MappingProxyType
from typing import Any, Final, Literal, Self

_NONE: Final[Mapping[str, Any]] = MappingProxyType({})


class Text(str):
    """A sentence: ``template`` filled in with ``values``, in English.

    A text without values is its template as it stands, so braces in it are braces.

    >>> text = Text("{board} has {points} points; the maximum is {most}", board="9x9", points=81, most=49)
    >>> text
    '9x9 has 81 points; the maximum is 49'
    >>> text.template, text.values["most"]
    ('{board} has {points} points; the maximum is {most}', 49)
    """

    __slots__ = ("plural", "template", "values")

    template: str
    values: Mapping[str, Any]
    plural: str | None
    """The template for counts other than 1, if ``template`` is for 1: see `counted`."""

    def __new__(cls, template: str, /, **values: object) -> Self:
        """Fill in a template; KeyError if a placeholder of the template has no value."""
        return cls._made(template, None, values)

    @classmethod
    def counted(cls, one: str, other: str, count: float | None = None, /, **values: object) -> Self:
        """Return the text for a count: ``one`` is the template for 1, ``other`` for the rest; both may use {count}.

        Without a count the result is a template for tables: `with_values` fills it in.
        """
        return cls._made(one, other, values if count is None else {"count": count, **values})

    @classmethod
    def _made(cls, template: str, plural: str | None, values: Mapping[str, object]) -> Self:
        chosen = template if plural is None or values.get("count", 1) == 1 else plural
        made = super().__new__(cls, chosen.format_map(values) if values else template)
        made.template, made.plural, made.values = template, plural, values or _NONE
        return made

    def with_values(self, **values: object) -> Self:
        """Return the text of the same template with these values, for tables of texts without values."""
        return self._made(self.template, self.plural, values)

    def __reduce__(self) -> tuple[Any, ...]:
        return self._made, (self.template, self.plural, dict(self.values))


_EMPTY: Final = ""  # a name, since Babel would extract a literal
NOTHING: Final = Text(_EMPTY)
"""The empty text."""
_SENTENCES: Final = Text("{first} {then}")
_CLAUSES: Final = Text("{first}; {then}")


class Listing(tuple[Any, ...]):
    """Items of a list in words, as a value of a text: the translation decides how to join them.

    >>> Text("{points} are neutral", points=listed(["A1", "B2", "C3"])), str(listed(["yes", "no"], "or"))
    ('A1, B2 and C3 are neutral', 'yes or no')
    """

    style: Literal["and", "or", "comma"] = "and"

    def __str__(self) -> str:
        *first, last = self or ("",)
        if self.style == "comma" or not first:
            return ", ".join(map(str, self))
        return f"{', '.join(map(str, first))} {self.style} {last}"

    def __format__(self, format_spec: str) -> str:
        return format(str(self), format_spec)


def listed(items: Iterable[object], style: Literal["and", "or", "comma"] = "and") -> Listing:
    """Return items as a list in words: "A, B and C", "A, B or C", or "A, B, C"."""
    found = Listing(items)
    found.style = style
    return found


def as_text(template: str, /, **values: object) -> Text:
    """Return a template as a text, or a text unchanged."""
    return template if isinstance(template, Text) and not values else Text(template, **values)


def joined(sentences: Iterable[str]) -> Text:
    """Join sentences, leaving out empty ones."""
    return chained(_SENTENCES, sentences)


def in_a_row(clauses: Iterable[str]) -> Text:
    """Join clauses with semicolons, leaving out empty ones."""
    return chained(_CLAUSES, clauses)


def chained(template: Text, parts: Iterable[str]) -> Text:
    """Join texts two by two, with a template of {first} and {then}."""
    found = [as_text(each) for each in parts if each] or [NOTHING]
    while len(found) > 1:  # by halves, to limit the nesting
        pairs = zip(found[::2], found[1::2], strict=False)
        found = [*(template.with_values(first=first, then=then) for first, then in pairs), *found[len(found) & ~1 :]]
    return found[0]


def values_of(text: str) -> dict[str, Any]:
    """Return the values of a text as plain JSON data, for programs, with nested texts in English.

    >>> values_of(Text("{points} are neutral: {why}", points=listed(["A1", "B2"]), why=Text("dame")))
    {'points': ['A1', 'B2'], 'why': 'dame'}
    """
    if not isinstance(text, Text) or not text.values:
        return {}
    used = {name for template in (text.template, text.plural or "") for _, name, _, _ in Formatter().parse(template)}
    return {name: _plain(value) for name, value in text.values.items() if name in used}


def _plain(value: object) -> Any:
    if value is None or isinstance(value, int) or (isinstance(value, float) and isfinite(value)):
        return value
    return [_plain(each) for each in value] if isinstance(value, tuple | list) else str(value)
