"""Sentences of games, rules, lessons and errors in another language: found by the English ones, which have slots.

An English sentence such as "It is {opponent}'s turn." stands for all that differ from it in its slots only. The name
of a slot says what it may hold: see `SLOTS`. What stands in a slot is translated in turn.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final

from .catalogue import ENGLISH, sentences, strings

_NUMBER: Final = re.compile(r"[+-]?\d[\d,]*(?:\.\d+)?")
SLOTS: Final[Mapping[str, re.Pattern[str]]] = {
    **dict.fromkeys(("player", "opponent", "winner", "loser", "colour"), re.compile("[Bb]lack|[Ww]hite")),
    **dict.fromkeys(("n", "m", "k", "count", "price"), _NUMBER),
    **dict.fromkeys(("point", "label"), re.compile(r"[^\s,;:]+")),
}
"""What a slot may hold, by its name (without the number in "n2"); any other holds whatever stands there."""

_SLOT: Final = re.compile(r"\{(\w+)\}")
_BREAK: Final = re.compile(r"(?<=[.!?])[ \n]+(?=[\"'(]?[A-Z0-9`])")
_CLEAR: Final = 12
_DEEPEST: Final = 6
"""How deep sentences in the slots of others are looked up: what people write may nest without end."""

_MOST_PARTS: Final = 60
"""Of how many sentences a text may be, for each to be looked up."""

_LIST: Final = re.compile(r"(?P<first>\S+(?:, \S+)*) and (?P<last>\S+)")


class Pattern:
    """An English sentence with slots, and what it is in another language.

    Where its parts fit a text in several ways, each slot ends as early as it can: so looking takes one walk through the
    text, however it was written.
    """

    def __init__(self, english: str, other: str) -> None:
        parts = _SLOT.split(english)
        self._literals = parts[::2]
        self._slots = parts[1::2]
        self.other = other
        self.literal: Final = sum(map(len, self._literals))
        """How many characters stand outside the slots: of two patterns that fit, the longer one is meant."""
        self.several: Final = _BREAK.search(english) is not None
        """Whether it is more than one sentence; no other pattern stands for more than one."""

    def match(self, text: str) -> dict[str, str] | None:
        """Return what the slots hold in a text; None where the text is another sentence."""
        first, *inner = self._literals
        last = inner.pop()
        if len(text) <= self.literal or not (text.startswith(first) and text.endswith(last)):
            return None
        at, end, found = len(first), len(text) - len(last), dict[str, str]()
        for slot, literal in zip(self._slots, [*inner, None]):
            until = end if literal is None else text.find(literal, at + 1, end)
            if until < at + 1 or not self._holds(slot, text[at:until], found):
                return None
            found[slot] = text[at:until]
            at = until + len(literal or "")
        return found

    @staticmethod
    def _holds(slot: str, text: str, found: Mapping[str, str]) -> bool:
        kind = SLOTS.get(slot.rstrip("0123456789"))
        return found.get(slot, text) == text and (kind is None or kind.fullmatch(text) is not None)


def filled(text: str, slots: Mapping[str, str]) -> str:
    """Return a text with its slots filled in; other braces stay."""
    return _SLOT.sub(lambda slot: slots[slot[1]], text)


def slots_of(text: str) -> list[str]:
    """Return the names of a text's slots, in order of the alphabet, each once."""
    return sorted(set(_SLOT.findall(text)))


class Sentences:
    """The sentences of one language."""

    def __init__(self, found: Mapping[str, str], words: Mapping[str, str]) -> None:
        self._whole = {english: text for english, text in found.items() if not _SLOT.search(english)}
        self._by_first_word: dict[str, list[Pattern]] = defaultdict(list)
        for english, text in found.items():
            if _SLOT.search(english):
                self._by_first_word[_first_word(english)].append(Pattern(english, text))
        for patterns in self._by_first_word.values():
            patterns.sort(key=lambda pattern: -pattern.literal)
        self._stop, self._gap = words["language.full_stop"], words["language.gap"].replace("_", " ")
        self._decimal, self._and = words["language.decimal"], words["language.and"]
        self._comma = words["language.comma"].replace("_", " ")
        self._colon = words["language.colon"].replace("_", " ")

    def tell(self, text: str) -> str:
        """Return a text in this language; what is not known stays as it is."""
        if not text or text.isspace():
            return text
        return self._known(text) or self._by_parts(text)

    def knows(self, text: str) -> bool:
        """Say whether there is a translation of every sentence of a text."""
        return self._known(text) is not None or all(self._known(part) is not None for part in _BREAK.split(text))

    def _by_parts(self, text: str, depth: int = 0) -> str:
        parts = _BREAK.split(text)
        if len(parts) + text.count("; ") > _MOST_PARTS:
            return text
        if len(parts) == 1:
            whole = self._after_a_colon(text, depth)
            parts = text.split("; ")
            return whole or "; ".join(
                self._known(part, depth) or self._after_a_colon(part, depth) or part for part in parts
            )
        told = [self._known(part, depth) or part for part in parts]
        return told[0] + "".join(
            ("" if self._gap == "" and before != english else " " if self._gap == "" else self._gap) + now
            for before, english, now in zip(told, parts, told[1:])
        )

    def _after_a_colon(self, text: str, depth: int) -> str | None:
        """Return a text that says before a colon where something is, and after it what; None if that is not known."""
        where, _, what = text.partition(": ")
        known = self._known(what, depth)
        return known and (self._known(where, depth) or where) + self._colon + known

    def _known(self, text: str, depth: int = 0) -> str | None:
        """Return a sentence, as it stands, without its full stop or begun with a small letter; None if it is not known.

        What begins with a slot fits almost everything, so it comes last.
        """
        for first_word in (_first_word(text), ""):
            for form, stop in self._forms(text):
                found = self._exact(form, first_word and _first_word(form), depth)
                if found is not None:
                    return (found if form[0] == text[0] else found[0].upper() + found[1:]) + stop
        return None

    def _forms(self, text: str) -> Iterator[tuple[str, str]]:
        """Yield how a sentence may have been written down, and the full stop it then lacks; nothing is no sentence."""
        if text:
            yield text, ""
        if text.endswith(".") and len(text) > 1:
            yield text[:-1], self._stop
        if text[:1].isupper():
            yield text[0].lower() + text[1:], ""

    def _exact(self, text: str, first_word: str, depth: int) -> str | None:
        if text in self._whole:
            return self._whole[text]
        if _NUMBER.fullmatch(text):
            return self.number(text)
        several = _BREAK.search(text) is not None
        for pattern in self._by_first_word.get(first_word, ()):
            found = pattern.match(text) if pattern.several or not several else None
            if found is not None:
                return filled(pattern.other, {slot: self._told(value, depth + 1) for slot, value in found.items()})
        return None

    def _told(self, slot: str, depth: int) -> str:
        """Return what stands in a slot: a sentence, a list of points, a number, or something without words."""
        if depth > _DEEPEST:
            return slot
        known = self._known(slot, depth) if slot else ""
        if known is not None:
            return known
        listed = _LIST.fullmatch(slot)
        if listed is not None:
            first = self._comma.join(listed["first"].split(", "))
            return self._and.format(first=first, last=listed["last"])
        return self._by_parts(slot, depth)

    def number(self, text: str) -> str:
        """Return a number, written in English, as this language writes it."""
        return text if self._decimal == "." else text.translate(_SWAPPED)


_SWAPPED: Final = str.maketrans(".,", ",.")


def _first_word(sentence: str) -> str:
    """Return a sentence's first word; "" where a slot is in it, so that any word may stand there."""
    word = sentence.split(" ", 1)[0]
    return "" if "{" in word else word


def _is_clear(string: str) -> bool:
    """Say whether what stands outside its placeholders is enough to know a string under a key by."""
    return " " in string and len(_SLOT.sub("", string)) >= _CLEAR


@lru_cache(maxsize=8)
def catalogue_of(language: str) -> Sentences:
    """Return the sentences of a language, ready to be looked up.

    What was said in English under a key, before anybody knew to whom, is among them.
    """
    english, own = strings(ENGLISH), strings(language)
    said = {english[key]: text for key, text in own.items() if key in english and _is_clear(english[key])}
    return Sentences({**said, **sentences(language)}, {**english, **own})


@lru_cache(maxsize=30_000)
def told(language: str, text: str) -> str:
    """Return a text of any length in a language."""
    return catalogue_of(language).tell(text)
