"""What `tengen life` found, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from ...records import COLOURS, Colour, other
from ..terminal import counted, harmless

if TYPE_CHECKING:
    from ...boards import Board
    from ...solve.life.smallest import Excluded, Smallest
    from ...solve.life.unconditional import Chain, ChainRegion, Life

_SHOWN: Final = 12
"""The most moves or stones that a sentence names; the rest is counted."""

_FEW: Final = 3
"""The most points of an area that are named one by one."""


def report_life(found: Life) -> Iterator[str]:
    """Yield what is known of a position in sentences."""
    for colour in COLOURS:
        side = found.side(colour)
        living = [chain for chain in side.chains if chain.alive]
        name, enemy = colour.capitalize(), other(colour).capitalize()
        if not side.chains:
            yield f"{name} has no stones."
            continue
        live = "lives" if len(living) == 1 else "live"
        yield f"{name}: {len(living)} of {counted(len(side.chains), 'chain')} {live} unconditionally."
        if side.territory:
            lost = f"; {enemy}'s stones there are lost: {_named(side.dead)}" if side.dead else ""
            yield f"  Safe territory: {_named(side.territory)} ({counted(len(side.territory), 'point')}){lost}."
        for chain in side.chains:
            yield f"  {harmless(_verdict(chain, colour))}"
    if found.forced and any(found.side(colour).alive for colour in COLOURS):
        yield "No side may pass under these rules: life holds as long as its owner has another turn to make."


def _verdict(chain: Chain, colour: Colour) -> str:
    stones = f"{chain.stones[0]} ({counted(len(chain.stones), 'stone')})"
    if chain.alive:
        return f"{stones} lives: its eyes are {_list([_region(eye) for eye in chain.eyes])}."
    eyes = chain.eyes
    why = "has no eye" if not eyes else f"has one eye, {_region(eyes[0])}" if len(eyes) == 1 else "has too few eyes"
    parts = [f"{stones} {why}"]
    parts += [
        f"{_region(each)} is shared with {_named(each.shared)}, which can fall"
        for each in chain.regions
        if each.vital and each.shared
    ]
    parts += [_lack(each) for each in chain.regions if not each.vital]
    safe = " It is safe by clause 1.20 all the same." if chain.safe else ""
    opponent = other(colour).capitalize()
    if chain.capture is None:
        return f"{'; '.join(parts)}. No moves of {opponent}'s alone were found that take it: that is open.{safe}"
    return f"{'; '.join(parts)}. {opponent} alone takes it by {_named(chain.capture)}.{safe}"


def _lack(region: ChainRegion) -> str:
    few = len(region.beyond) <= _FEW
    points = " ".join(region.beyond) if few else f"{len(region.beyond)} points in it"
    return f"{_region(region)} is no eye, for {points} {'is' if len(region.beyond) == 1 else 'are'} out of its reach"


def _region(region: ChainRegion) -> str:
    points = region.points
    return " ".join(points) if len(points) <= _FEW else f"the area of {len(points)} points at {points[0]}"


def _named(labels: Sequence[str], most: int = _SHOWN) -> str:
    """Name points, and count those that are too many."""
    more = f" and {len(labels) - most} more" if len(labels) > most else ""
    return " ".join(labels[:most]) + more


def _list(words: Sequence[str]) -> str:
    *others, last = words
    return f"{'; '.join(others)}; {last}" if others else last


# -- the smallest groups ---------------------------------------------------------------------------------------------


def report_smallest(found: Smallest, board: Board) -> Iterator[str]:
    """Yield what was found, and what is proved of it."""
    where = {"corner": "in a corner", "edge": "at an edge", "centre": "in the centre", "anywhere": "somewhere"}
    on = "on" if found.where == "anywhere" else "of"
    chains = counted(len(found.chains), "chain")
    yield (
        f"{counted(found.size, 'stone')} in {chains} live {where[found.where]} {on} {harmless(board.name)}: "
        f"{'; '.join(' '.join(chain) for chain in found.chains)}. Eyes: {_list([' '.join(eye) for eye in found.eyes])}."
    )
    kind = "one chain of fewer stones" if found.one_chain else "fewer stones, in however many chains,"
    if found.proved:
        yield f"No group of {kind} does: {counted(len(found.excluded), 'case')} excluded{_last(found.excluded)}."
    elif found.size > 1:
        last = found.excluded[-1]
        yield f"No group of {kind} was found on fields of up to {_field(last)}."


def report_bounds(excluded: Sequence[Excluded], met: Sequence[Smallest], one_chain: bool) -> Iterator[str]:
    """Yield what a search that was stopped knows: how many stones are needed, and how many are enough."""
    from ...solve.life.smallest import least

    if excluded:
        kind = " as one chain" if one_chain else ""
        fewer = least(excluded, one_chain) - 1
        if fewer:
            yield f"At least {fewer + 1} stones{kind}: no group of {counted(fewer, 'stone')} or fewer lives there."
        yield f"The last that was excluded: {searched(excluded[-1])}."
    for found in met[-1:]:
        chains = "; ".join(" ".join(chain) for chain in found.chains)
        yield f"At most {found.size} stones: {chains} live on {harmless(found.board)}."


def _last(excluded: Sequence[Excluded]) -> str:
    return f", the last of them {searched(excluded[-1])}" if excluded else ""


def _field(excluded: Excluded) -> str:
    across = f"{excluded.width}x" if excluded.width > 1 and excluded.height > 1 else ""
    return f"{across}{max(excluded.height, 0 if across else excluded.width)} points"


def searched(excluded: Excluded) -> str:
    """Say which groups were looked for, and where."""
    field = f"on a field of {_field(excluded)}"
    rims = f" at the {' and the '.join(excluded.rims)}" if excluded.rims else ""
    return f"{counted(excluded.size, 'stone')} in {counted(excluded.chains, 'chain')} {field}{rims}"
