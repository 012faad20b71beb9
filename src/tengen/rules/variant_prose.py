"""The prose of a variant: sentences that say which axes they speak of, so that none contradicts the rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from ..records import Text, joined
from ..records.text import NOTHING
from .axes import AXES
from .axis import told
from .conflicts import idle
from .rules import Rules, no_axis

_KEYS = ("text", "axes")


@dataclass(frozen=True, slots=True)
class Sentence:
    """A part of a prose, and the axes it speaks of, each with the value for which it is true."""

    text: Text
    axes: tuple[tuple[str, Any], ...] = ()


class Prose(Text):
    """The sentences of a variant as one text, which can be written anew for other rules.

    ``written`` are the sentences of the variant's file, and ``usual`` the values of the axes there: of these the prose
    may be silent.
    """

    __slots__ = ("sentences", "usual", "written")

    sentences: tuple[Sentence, ...]
    written: tuple[Sentence, ...]
    usual: Mapping[str, Any]

    def __new__(
        cls, sentences: Iterable[Sentence], usual: Mapping[str, Any], written: tuple[Sentence, ...] = ()
    ) -> Prose:
        """Join the sentences, each of them once."""
        each_once = tuple(dict.fromkeys(sentences))
        whole = joined(sentence.text for sentence in each_once)
        made = cls._made(whole.template, whole.plural, whole.values)
        made.sentences, made.written, made.usual = each_once, written or each_once, usual
        return made

    def __reduce__(self) -> tuple[type[Prose], tuple[Any, ...]]:
        return Prose, (self.sentences, dict(self.usual), self.written)

    def under(self, rules: Rules) -> Prose:
        """Return the prose for these rules: it tells every axis that has another value than in the variant's file.

        The axis's own sentence takes the place of those that speak of it, or comes last where none does.
        """
        values = rules.to_dict()
        told: list[Sentence] = []
        for sentence in self.written:
            changed = [axis for axis, value in sentence.axes if values[axis] != value]
            told += _own(changed, values) if changed else [sentence]
        named = {axis for sentence in self.written for axis, _ in sentence.axes}
        others = [axis for axis, value in self.usual.items() if axis not in named and values[axis] != value]
        told += _own(others, values)
        return self if tuple(told) == self.sentences else Prose(told, self.usual, self.written)


def _own(axes: Iterable[str], values: Mapping[str, Any]) -> list[Sentence]:
    """Return the sentences of axes themselves, but of those that decide nothing: others say that they do not."""
    told = [axis for axis in axes if not idle(axis, values)]
    return [Sentence(AXES[axis].say(values[axis]), ((axis, values[axis]),)) for axis in told]


def prose_of(said: str | list[Any], rules: Rules) -> Text:
    """Return the prose that a file with these rules says: a plain text, or a list of texts and tables."""
    if isinstance(said, str):
        return one_spaced(said)
    return Prose(sentences_of(said, rules), rules.to_dict())


def sentences_of(said: list[Any], rules: Rules) -> tuple[Sentence, ...]:
    """Return the sentences of a list of texts and tables in a file with these rules."""
    values = rules.to_dict()
    return tuple(Sentence(one_spaced(text), tuple((axis, values[axis]) for axis in axes)) for text, axes in parts(said))


def still_true(sentences: tuple[Sentence, ...], rules: Rules) -> tuple[Sentence, ...]:
    """Return the sentences that speak of no axis with another value under these rules."""
    return tuple(each for each in sentences if all(getattr(rules, axis) == value for axis, value in each.axes))


def parts(said: list[Any]) -> Iterator[tuple[Any, Any]]:
    """Yield each sentence of a list with its axes; neither is checked."""
    for part in said:
        yield (part.get("text", ""), part.get("axes", [])) if isinstance(part, dict) else (part, [])


def prose_problems(said: list[Any], key: str = "prose") -> Iterator[tuple[Text, Text]]:
    """Yield everything that is wrong with a list of sentences, but for the letters in them, and what to do."""
    for number, part in enumerate(said, 1):
        for message, suggestion in _part_problems(part):
            where = Text("sentence {number} of {key}: {problem}", number=number, key=key, problem=message)
            yield where, suggestion


def _part_problems(part: Any) -> Iterator[tuple[Text, Text]]:
    for key in part if isinstance(part, dict) else ():
        if key not in _KEYS:
            close = get_close_matches(key[:60].lower(), _KEYS, 1)
            meant = Text("did you mean {close}?", close=close[0]) if close else Text("the keys are text and axes")
            yield Text("there is no key {key}", key=told(key)), meant
    ((text, axes),) = parts([part])
    if not isinstance(text, str):
        yield Text("it must be a text or a table with one, not {value}", value=told(text)), NOTHING
    if not isinstance(axes, list) or not all(isinstance(axis, str) for axis in axes):
        yield Text("axes must be a list of texts, not {value}", value=told(axes)), NOTHING
        return
    for axis in axes:
        if axis not in AXES:
            yield no_axis(axis)


def one_spaced(text: str) -> Text:
    """Write a text in one line, a blank between words."""
    line = " ".join(text.split())
    return Text(line)
