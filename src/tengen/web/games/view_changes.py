"""What has changed between two states of a game, for a page that has the first (docs/web.md)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from typing import TypeVar, cast

_T = TypeVar("_T")
Splice = tuple[int, int, list[str]]
"""From which line on, how many lines go, and which come instead."""


def _anew(_what: Hashable, make: Callable[[], _T]) -> _T:
    return make()


def changes(
    before: Mapping[str, object],
    after: Mapping[str, object],
    once: Callable[[Hashable, Callable[[], list[Splice]]], list[Splice]] = _anew,
) -> dict[str, object]:
    """Return the fields of ``after`` that differ; of the moves and of the picture, only what differs in them.

    ``once`` keeps what differs between two pictures for others who have seen the first one, too.

    >>> changes({"number": 1, "phase": "playing"}, {"number": 2, "phase": "playing"})
    {'type': 'changes', 'number': 2}
    """
    found = {key: value for key, value in after.items() if key not in before or before[key] != value}
    found["type"] = "changes"
    if "moves" in found:
        found["moves"] = _grown(cast("list[object]", before["moves"]), cast("list[object]", after["moves"]))
    if "svg" in found:
        pictures = str(before["svg"]), str(after["svg"])
        found["svg"] = once(pictures, lambda: list(splices(*(picture.split("\n") for picture in pictures))))
    return {"type": found.pop("type"), **found}


def _grown(before: Sequence[object], after: Sequence[object]) -> dict[str, object]:
    kept = _alike(before, after)
    return {"keep": kept, "add": after[kept:]}


def _alike(one: Sequence[object], other: Sequence[object]) -> int:
    """Return how many items from the first on are the same."""
    most = min(len(one), len(other))
    if one[:most] == other[:most]:  # nearly always: of the same objects this is known at once
        return most
    return next((place for place in range(most) if one[place] != other[place]), most)


def splices(before: Sequence[str], after: Sequence[str]) -> Iterator[Splice]:
    """Yield what makes ``after`` of ``before``, the last lines first, so that earlier places hold.

    Lines keep their places unless a layer of the picture comes or goes; then all between the first line that differs
    and the last one is replaced.

    >>> list(splices("abcd", "aBcD"))
    [(3, 1, ['D']), (1, 1, ['B'])]
    >>> list(splices("abc", "abbc"))
    [(2, 0, ['b'])]
    """
    if len(before) == len(after):
        for place in reversed(range(len(after))):
            if before[place] != after[place]:
                yield place, 1, [after[place]]
        return
    start = _alike(before, after)
    end = _alike(before[start:][::-1], after[start:][::-1])
    yield start, len(before) - end - start, list(after[start : len(after) - end])
