"""`tengen life`: what lives unconditionally in a position, and the smallest groups that do."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from ...boards import Board, parse
from ...draw.sentences import board_name
from ...draw.svg import svg
from ...game import Game
from ...records import COLOURS, Colour, Markup, Position, TengenError, other
from ..compiling import announced
from ..records.pictures import Pictures
from ..records.pictures import tell as tell_files
from ..records.position_words import drawn, heading, last_point, state
from ..records.show import Place, Walked, reached, stop_at_illegal
from ..records.sources import read_source
from ..terminal import Looks, as_json, harmless, say

if TYPE_CHECKING:
    from ...solve.life.smallest import Excluded, Smallest
    from ...solve.life.unconditional import Chain, Life, Region

_SHOWN: Final = 12
"""So many moves or stones are named in a sentence; the rest is counted."""

_LINE: Final = 60
"""So wide is the line that says how far a search is."""

_FEW: Final = 3
"""The points of an area are named up to so many."""


@dataclass(frozen=True)
class Search:
    """Which smallest group is looked for."""

    where: str
    footprint: str | None
    board: str | None
    one_chain: bool


# -- a position ------------------------------------------------------------------------------------------------------


def judge_file(source: str | None, place: Place, search: Search, pictures: Pictures, json: bool, ascii: bool) -> None:
    """Judge a position of what a file holds; the exit code is 1 where an illegal move comes before it."""
    from ...solve.life.unconditional import life_of

    if source is None:
        raise TengenError("name a FILE with a position, or ask for --smallest corner, edge or centre")
    if search.footprint is not None or search.one_chain:
        raise TengenError("--footprint and --one-chain go with --smallest")
    place.check()
    pictures.check(source)
    walked = Walked.of(read_source(source, place.board), place)
    with announced():
        stage = reached(walked, place)
    game, headline, view = stage.game, heading(walked.record, stage.game), walked.view(stage.node)
    found = life_of(game)
    looks = Looks.of(sys.stdout, ascii)
    if pictures.files:
        tell_files(pictures.still(lambda size: _picture(game, found, pictures, size, headline, view)))
    if json:
        board = {"board": game.board.text, "to_play": game.to_play}
        say(as_json({**board, **found.to_json(), "owners": found.owners}, indent=2))
    elif not pictures.files:
        say(headline)
        owners = {label: owner[0] for label, owner in found.owners.items() if label not in game.stones}
        say(drawn(game.board, game.position, looks, last_point(game), owners, Markup(view=view)))
        say(state(stage))
        for line in told(found):
            say(line)
    stop_at_illegal(stage)


def _picture(
    game: Game, found: Life, pictures: Pictures, size: int | None, title: str, view: Sequence[str] | None
) -> str:
    living = {label for colour in COLOURS for label in found.side(colour).alive}
    return svg(
        game.board,
        game.position,
        markup=Markup(marks={"circle": sorted(living)}),
        dead=(*found.black.dead, *found.white.dead),
        owners={label: owner for label, owner in found.owners.items() if label not in living},
        view=view,
        coordinates=pictures.coordinates,
        theme=pictures.theme,
        size=size,
        title=f"{title}: what lives",
    )


def told(found: Life) -> Iterator[str]:
    """Yield what is known of a position in sentences."""
    for colour in COLOURS:
        side = found.side(colour)
        living = [chain for chain in side.chains if chain.alive]
        name, enemy = colour.capitalize(), other(colour).capitalize()
        if not side.chains:
            yield f"{name} has no stones."
            continue
        live = "lives" if len(living) == 1 else "live"
        yield f"{name}: {len(living)} of {_count(len(side.chains), 'chain')} {live} unconditionally."
        if side.territory:
            lost = f"; {enemy}'s stones there are lost: {_named(side.dead)}" if side.dead else ""
            yield f"  Safe territory: {_named(side.territory)} ({_count(len(side.territory), 'point')}){lost}."
        for chain in side.chains:
            yield f"  {harmless(_verdict(chain, colour))}"


def _verdict(chain: Chain, colour: Colour) -> str:
    stones = f"{chain.stones[0]} ({_count(len(chain.stones), 'stone')})"
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


def _lack(region: Region) -> str:
    few = len(region.beyond) <= _FEW
    points = " ".join(region.beyond) if few else f"{len(region.beyond)} points in it"
    return f"{_region(region)} is no eye, for {points} {'is' if len(region.beyond) == 1 else 'are'} out of its reach"


def _region(region: Region) -> str:
    points = region.points
    return " ".join(points) if len(points) <= _FEW else f"the area of {len(points)} points at {points[0]}"


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _named(labels: Sequence[str], most: int = _SHOWN) -> str:
    """Name points, and count those that are too many."""
    more = f" and {len(labels) - most} more" if len(labels) > most else ""
    return " ".join(labels[:most]) + more


def _list(words: Sequence[str]) -> str:
    *others, last = words
    return f"{'; '.join(others)}; {last}" if others else last


# -- the smallest groups ---------------------------------------------------------------------------------------------


def search_smallest(
    source: str | None, others: Sequence[object], search: Search, pictures: Pictures, json: bool, ascii: bool
) -> None:
    """Find a smallest living group, and tell, draw and print what proves it smallest."""
    from ...solve.life.smallest import smallest

    if source is not None or any(each is not None and each != [] for each in others):
        raise TengenError("--smallest looks for a group of its own: leave FILE, its places and its rules out")
    pictures.check("")
    looks = Looks.of(sys.stdout, ascii)
    with _followed() as tell:
        found = smallest(search.where, search.footprint, search.board, one_chain=search.one_chain, tell=tell)
    board = parse(found.board)
    position = Position(dict.fromkeys((label for chain in found.chains for label in chain), "black"))
    if pictures.files:
        tell_files(pictures.still(lambda size: _group(board, position, found, pictures, size)))
    if json:
        say(as_json(found.to_json(), indent=2))
    elif not pictures.files:
        marks = dict.fromkeys((label for eye in found.eyes for label in eye), "*")
        say(drawn(board, position, looks, marks=marks))
        for line in _proof(found, board):
            say(line)


@contextmanager
def _followed() -> Iterator[Callable[[Excluded], None]]:
    """Give a function to be told what is excluded: a terminal shows it on one line, Ctrl-C leaves what is known."""
    known: list[Excluded] = []

    def tell(excluded: Excluded) -> None:
        known.append(excluded)
        if sys.stderr.isatty():
            print(f"\rNone of {_what(excluded)}".ljust(_LINE), end="", file=sys.stderr, flush=True)

    def clear() -> None:
        if known and sys.stderr.isatty():
            print(f"\r{' ' * _LINE}\r", end="", file=sys.stderr, flush=True)

    try:
        yield tell
    except KeyboardInterrupt:
        clear()
        if known:
            say(f"The last that was excluded: {_what(known[-1])}.", err=True)
        raise
    clear()


def _what(excluded: Excluded) -> str:
    field = f"on a field of {_field(excluded)}"
    return f"{_count(excluded.size, 'stone')} in {_count(excluded.chains, 'chain')} {field}"


def _group(board: Board, position: Position, found: Smallest, pictures: Pictures, size: int | None) -> str:
    return svg(
        board,
        position,
        markup=Markup(marks={"circle": [label for eye in found.eyes for label in eye]}),
        coordinates=pictures.coordinates,
        theme=pictures.theme,
        size=size,
        title=f"{found.size} stones live: {found.where}",
    )


def _proof(found: Smallest, board: Board) -> Iterator[str]:
    """Yield what was found, and what is proved of it."""
    where = {"corner": "in a corner", "edge": "at an edge", "centre": "in the centre", "anywhere": "somewhere"}
    on = "on" if found.where == "anywhere" else "of"
    chains = _count(len(found.chains), "chain")
    yield (
        f"{_count(found.size, 'stone')} in {chains} live {where[found.where]} {on} {harmless(board_name(board))}: "
        f"{'; '.join(' '.join(chain) for chain in found.chains)}. Eyes: {_list([' '.join(eye) for eye in found.eyes])}."
    )
    kind = "one chain of fewer stones" if found.one_chain else "fewer stones, in however many chains,"
    if found.proved:
        yield f"No group of {kind} does: {_count(len(found.excluded), 'case')} excluded{_last(found.excluded)}."
    elif found.size > 1:
        last = found.excluded[-1]
        yield f"No group of {kind} was found on fields of up to {_field(last)}."


def _last(excluded: Sequence[Excluded]) -> str:
    return f", the last of them {_what(excluded[-1])}" if excluded else ""


def _field(excluded: Excluded) -> str:
    across = f"{excluded.width}x" if excluded.width > 1 and excluded.height > 1 else ""
    return f"{across}{max(excluded.height, 0 if across else excluded.width)} points"
