"""Settings and progress that browsers share through an account, by a three-way merge.

For every key a browser sends its value and the value at its last synchronization, which shows which side has changed
it. If both have, progress is merged: the larger number, joined lists and tables. For settings the browser's value wins.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Annotated, Final

from pydantic import BaseModel, Field

from ..languages.catalogue import LANGUAGES

MOST_ITEMS: Final = 400
MOST_VALUE: Final = 60_000
MOST_LENGTH: Final = 300_000
"""The maximum number of characters of all values of an account, and of one browser's request."""

_DEEPEST: Final = 8
"""The depth to which nested tables and lists are united; deeper ones are taken as they are."""

Key = Annotated[str, Field(max_length=80, pattern=r"^[a-z][A-Za-z0-9_.-]*$")]
Value = Annotated[str, Field(max_length=MOST_VALUE)]
_WORDS: Final = re.compile(r"learn\.(?!last$).*")
"""The keys of courses; a value lists the finished steps, separated by blanks."""

_NONE: Final = object()


class Remembered(BaseModel, extra="forbid"):
    """A browser's value of a key, and its value at the last synchronization; null: none."""

    value: Value | None = None
    base: Value | None = None


def merged_items(given: Mapping[str, Remembered], kept: Mapping[str, str]) -> dict[str, str]:
    """Return the account's items merged with a browser's; items beyond the limits stay as they were.

    >>> merged_items({"problems.tile": Remembered(value='{"a": 1}')}, {"problems.tile": '{"b": 2}', "theme": "dark"})
    {'problems.tile': '{"b": 2, "a": 1}', 'theme': 'dark'}
    """
    after = dict(kept)
    for key, each in given.items():
        if key == "language" and each.value not in (None, *LANGUAGES):
            continue
        value = merged(each.base, each.value, kept.get(key), _WORDS.fullmatch(key) is not None)
        if value is None:
            after.pop(key, None)
        elif key in after or len(after) < MOST_ITEMS:
            after[key] = value
    return after if sum(map(len, after.values())) <= MOST_LENGTH else dict(kept)


def merged(base: str | None, mine: str | None, kept: str | None, words: bool = False) -> str | None:
    """Return the merge of a browser's value and the account's, which both began as ``base``; ``words`` are merged.

    >>> merged("dark", None, "dark"), merged("dark", "dark", "light"), merged(None, "dark", "light")
    (None, 'light', 'light')
    >>> merged('{"won": 2}', '{"won": 3}', '{"won": 5, "lost": 1}')
    '{"won": 5, "lost": 1}'
    >>> merged("eye", "eye ko", "eye seki", words=True)
    'eye seki ko'
    """
    if mine in (base, kept):
        return kept
    if kept == base:
        return mine
    if mine is None or kept is None:
        return kept if mine is None else mine
    if words:
        return " ".join(dict.fromkeys(f"{kept} {mine}".split()))[:MOST_VALUE]
    began, ours, theirs = (_read(text) for text in (base, mine, kept))
    if isinstance(ours, dict | list) and isinstance(theirs, dict | list):
        try:
            value = json.dumps(_united(began, ours, theirs), ensure_ascii=False)
        except RecursionError:
            return kept
        return value if len(value) <= MOST_VALUE else kept
    return kept if base is None else mine


def too_long(values: Iterable[str | None]) -> bool:
    """Return whether the values exceed the limit of a request."""
    return sum(len(value) for value in values if value is not None) > MOST_LENGTH


def _read(text: str | None) -> object:
    """Return a value read as JSON; nothing if it is invalid."""
    try:
        return _NONE if text is None else json.loads(text)
    except (ValueError, RecursionError):
        return _NONE


def _united(base: object, mine: object, kept: object, depth: int = 0) -> object:
    """Return the union of two values that both began as ``base``, less what either has removed."""
    if depth > _DEEPEST:
        return kept if mine is _NONE else mine
    if mine in (base, kept) or mine is _NONE:
        return kept
    if kept in (base, _NONE):
        return mine
    if isinstance(mine, dict) and isinstance(kept, dict):
        before = base if isinstance(base, dict) else {}
        keys = [*kept, *(key for key in mine if key not in kept)]
        found = {
            key: _united(before.get(key, _NONE), mine.get(key, _NONE), kept.get(key, _NONE), depth + 1) for key in keys
        }
        return {key: value for key, value in found.items() if value is not _NONE}
    if isinstance(mine, list) and isinstance(kept, list):
        known = set(map(_text, kept))
        return [*kept, *(each for each in mine if _text(each) not in known)]
    if isinstance(mine, int | float) and isinstance(kept, int | float):
        return max(mine, kept)
    return mine


def _text(value: object) -> str:
    """Return the same text for equal values, so that long lists are joined by look-up."""
    return json.dumps(value, sort_keys=True)
