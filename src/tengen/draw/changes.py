"""Changes between consecutive pictures of a board: the first picture, then splices of lines."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from importlib.resources import files as resources
from itertools import compress, pairwise
from operator import ne
from typing import Final

Splice = tuple[int, int, list[str]]
"""The first line, the number of lines removed, and their replacement."""

_UNSEEN: Final = re.compile(
    r'<title\b[^<]*</title>|<desc\b[^<]*</desc>|<circle cx="[-\d.]+" cy="[-\d.]+" r="[\d.]+" class="hit"[^<>]*/>'
)


def splices(before: Sequence[str], after: Sequence[str]) -> Iterator[Splice]:
    """Yield the splices that turn ``before`` into ``after``, last lines first, so that earlier indices hold.

    Lines keep their places unless a layer of the picture appears or disappears; then everything between the first and
    the last differing line is replaced.

    >>> list(splices("abcd", "aBcD"))
    [(3, 1, ['D']), (1, 1, ['B'])]
    >>> list(splices("abc", "abbc"))
    [(2, 0, ['b'])]
    """
    if len(before) == len(after):
        for place in reversed([*compress(range(len(after)), map(ne, before, after))]):
            yield place, 1, [after[place]]
        return
    start = alike(before, after)
    end = alike(before[start:][::-1], after[start:][::-1])
    yield start, len(before) - end - start, list(after[start : len(after) - end])


def alike(one: Sequence[object], other: Sequence[object]) -> int:
    """Return the length of the common prefix."""
    most = min(len(one), len(other))
    if one[:most] == other[:most]:  # nearly always; comparing identical objects is instant
        return most
    return next((place for place in range(most) if one[place] != other[place]), most)


def bare(svg: str) -> str:
    """Return a picture without parts that are only for programs and screen readers."""
    return _UNSEEN.sub("", svg).replace(' aria-labelledby="tengen.title tengen.desc"', "").strip()


@dataclass(frozen=True)
class Frame:
    """A picture of a board, its text, and pictures of an alternative line from the frame before."""

    svg: str
    said: str
    line: Sequence[Frame] = ()


def stepper(frames: Sequence[Frame], graph: Sequence[Mapping[str, object]] = ()) -> str:
    """Return an HTML fragment that shows frames one at a time, starting with the last, with buttons, slider and keys.

    ``graph`` has, for every frame, a number, a win rate, its error, and the side and degree of a mistake; or ().
    """
    pictures = [bare(frame.svg).split("\n") for frame in frames]
    lines = {
        place: {
            "on": _changes([pictures[place - 1], *(bare(each.svg).split("\n") for each in frame.line)]),
            "said": [each.said for each in frame.line],
        }
        for place, frame in enumerate(frames) if frame.line
    }  # fmt: skip
    back, said = _changes(pictures[::-1]), [frame.said for frame in frames]
    data = json.dumps({"back": back, "said": said, "lines": lines, "graph": graph}, ensure_ascii=False)
    script, style = (resources(__package__).joinpath(f"steps.{kind}").read_text("utf-8") for kind in ("js", "css"))
    return (
        f'<style>\n{style}</style><div class="tengen-steps" tabindex="0"><div class="board" role="img">'
        + "\n".join(pictures[-1])
        + f'</div><div class="beside"><p class="said" aria-live="polite">{escape(said[-1])}</p></div>'
        + '<script type="application/json">{}</script></div>'.format(data.replace("<", "\\u003c"))
        + f"<script>\n{script}</script>"
    )


def _changes(pictures: Sequence[Sequence[str]]) -> list[list[Splice]]:
    return [[*splices(one, two)] for one, two in pairwise(pictures)]
