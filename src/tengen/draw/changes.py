"""What changes from one picture of a board to the next: a list of pictures as the first one and splices of lines."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from importlib.resources import files as resources
from itertools import pairwise
from typing import Any, Final

Splice = tuple[int, int, list[str]]
"""From which line on, how many lines go, and which come instead."""

_UNSEEN: Final = re.compile(r'<(title|desc) id="[^"]*">[^<]*</\1>|<circle [^<>]*class="hit"[^<>]*/>')


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
    start = alike(before, after)
    end = alike(before[start:][::-1], after[start:][::-1])
    yield start, len(before) - end - start, list(after[start : len(after) - end])


def alike(one: Sequence[object], other: Sequence[object]) -> int:
    """Return how many items from the first on are the same."""
    most = min(len(one), len(other))
    if one[:most] == other[:most]:  # nearly always: of the same objects this is known at once
        return most
    return next((place for place in range(most) if one[place] != other[place]), most)


def bare(svg: str) -> str:
    """Return a picture without what only programs and screen readers find in it."""
    return _UNSEEN.sub("", svg).replace(' aria-labelledby="tengen.title tengen.desc"', "").strip()


def sheets() -> str:
    """Return the style sheet and the script that `stepper` needs once on a page."""
    script, style = (resources(__package__).joinpath(f"steps.{kind}").read_text("utf-8") for kind in ("js", "css"))
    return f"<style>\n{style}</style><script>\n{script}</script>"


@dataclass(frozen=True)
class Frame:
    """A picture of a board, what is said of it, and pictures of a line that leads elsewhere from the frame before."""

    svg: str
    said: str
    line: Sequence[Frame] = ()


def stepper(frames: Sequence[Frame], graph: Mapping[str, object] | None = None, keys: str = "focus") -> str:
    """Return an HTML fragment that shows frames one at a time, the last one first: with buttons, a slider and keys.

    The page needs `sheets` after it. ``graph`` has, by frames, the numbers, chances and errors that a graph shows, and
    a list of mistakes. Keys work on the whole "page", or where the fragment has the "focus".
    """
    pictures = [bare(frame.svg).split("\n") for frame in frames]
    data: dict[str, Any] = {
        "back": [[*splices(after, before)] for before, after in pairwise(pictures)],
        "said": [frame.said for frame in frames],
        "graph": graph,
        "lines": {place: _line(pictures[place - 1], frame.line) for place, frame in enumerate(frames) if frame.line},
    }
    last = len(frames) - 1
    buttons = "".join(
        f'<button type="button" class="{name}" title="{title}" aria-label="{title}">{sign}</button>'
        for name, title, sign in (
            ("first", "First", "|◀"),
            ("back", "Back", "◀"),
            ("on", "On", "▶"),
            ("last", "Last", "▶|"),
        )
    )
    written = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return (
        f'<div class="tengen-steps" data-keys="{keys}" tabindex="0"><div class="board" role="img">'
        + "\n".join(pictures[-1])
        + f'</div><div class="beside"><div class="bar">{buttons}'
        f'<input type="range" min="0" max="{last}" value="{last}" aria-label="Move"></div>'
        f'<p class="said" aria-live="polite">{escape(frames[-1].said)}</p>'
        f'<button type="button" class="other" hidden></button></div>'
        f'<script type="application/json">{written}</script></div>'
    )


def _line(before: Sequence[str], line: Sequence[Frame]) -> dict[str, Any]:
    pictures = [before, *(bare(frame.svg).split("\n") for frame in line)]
    changes = [[*splices(one, two)] for one, two in pairwise(pictures)]
    return {"on": changes, "said": [frame.said for frame in line]}
