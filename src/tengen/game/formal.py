"""The formal definitions: eyes, safe families, unconditional life, scores of configurations (spec 1.18-1.20, 1.26).

Everything here is plain sets over a board and a mapping from labels to colours, as in `Game.stones`. Groups without
liberties are allowed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ..boards import Board
from ..records import COLOURS, Colour, PositionError, listed, other
from .benson import benson, beside, covered, parts, spread

Stones = Mapping[str, str]
Labels = frozenset[str]


def _points(board: Board, stones: Stones, colour: str) -> frozenset[int]:
    found = {label: board.find(label) for label, content in stones.items() if content == colour}
    if None in found.values():
        raise PositionError(board.missing(next(label for label, point in found.items() if point is None)))
    return frozenset(point for point in found.values() if point is not None)


def _named(board: Board, points: Iterable[int]) -> Labels:
    return frozenset(board.labels[p] for p in points)


def _vacant(board: Board, stones: Stones) -> frozenset[int]:
    taken = (covered(board, _points(board, stones, colour)) for colour in COLOURS)
    return frozenset(range(len(board))).difference(*taken)


def _in_regions(board: Board, stones: Stones) -> frozenset[int]:
    return _vacant(board, stones) - _points(board, stones, "tao")


def chain(board: Board, stones: Stones, label: str) -> Labels:
    """Return the chain of the stone on a point (spec 0.3), empty without a stone.

    >>> from tengen import boards
    >>> sorted(chain(boards.parse("3"), {"A1": "black", "A2": "black", "B2": "white"}, "A1"))
    ['A1', 'A2']
    """
    start = board.find(label)
    colour = None if start is None else stones.get(board.labels[start])
    if start is None or colour not in ("black", "white"):
        return frozenset()
    return _named(board, spread(start, _points(board, stones, colour), board.connections))


def liberties(board: Board, stones: Stones, label: str) -> Labels:
    """Return the liberties of the chain on a point: vacant points next to its stones, including Tao points (0.3).

    >>> from tengen import boards
    >>> sorted(liberties(boards.parse("3"), {"A1": "black", "A2": "black", "B2": "white"}, "A1"))
    ['A3', 'B1']
    """
    own = (board.point(each) for each in chain(board, stones, label))
    return _named(board, beside(board, own) & _vacant(board, stones))


def one_point_eyes(board: Board, stones: Stones, colour: Colour) -> Labels:
    """Return the one-point eyes of a colour: vacant, with neighbours that all hold its stones (spec 1.18).

    A Tao point is vacant (0.2), so it can be an eye.

    >>> from tengen import boards
    >>> sorted(one_point_eyes(boards.parse("3x1"), {"B1": "black"}, "black"))
    ['A1', 'C1']
    >>> region_eyes(boards.parse("3x1"), {"B1": "black"}, "black") == (frozenset({"A1"}), frozenset({"C1"}))
    True
    """
    own = _points(board, stones, colour)
    return _named(board, (p for p in _vacant(board, stones) if board.neighbours[p] and own >= {*board.neighbours[p]}))


def region_eyes(board: Board, stones: Stones, colour: Colour) -> tuple[Labels, ...]:
    """Return the regions that are eyes of a colour: all their points touch only its stones (spec 1.19)."""
    own = _points(board, stones, colour)
    taken = covered(board, _points(board, stones, other(colour)))
    return tuple(
        _named(board, region)
        for region in parts(_in_regions(board, stones), board.edges)
        if all(own.intersection(board.neighbours[p]) for p in region)
        and not any(taken.intersection(board.edges[p]) for p in region)
    )


def safe_family(board: Board, stones: Stones, colour: Colour) -> tuple[Labels, ...]:
    """Return the largest safe family of a colour's chains (spec 1.20).

    A family is safe if, with all other stones of the colour removed, each of its chains is adjacent to two different
    eyes. Chains without two eyes are dropped until that holds. The result is the union of all safe families: removing
    more stones never gives a chain another eye, since no other chain can be adjacent to it.
    """
    family = [_named(board, group) for group in parts(_points(board, stones, colour), board.connections)]
    while family:
        judged = judge_family(board, stones, [min(group) for group in family])
        if judged.is_safe:
            break
        family = [group for group, eyes in judged.groups if len(eyes) >= 2]
    return tuple(family)


@dataclass(frozen=True)
class FamilyJudgement:
    """The safety of a family of groups (spec 1.20): its groups, each with its adjacent eyes."""

    colour: Colour
    groups: tuple[tuple[Labels, tuple[Labels, ...]], ...]

    @property
    def is_safe(self) -> bool:
        """Whether each group of the family is adjacent to at least two different eyes."""
        return all(len(eyes) >= 2 for _, eyes in self.groups)


def judge_family(board: Board, stones: Stones, family: Iterable[str]) -> FamilyJudgement:
    """Judge a family: the groups of the named stones, with all other stones of the colour removed (1.20).

    Raises:
        PositionError: no stone is named, one does not exist, or their colours differ.

    >>> from tengen import boards
    >>> judge_family(boards.parse("3x1"), {"B1": "black"}, ["B1"]).is_safe
    True
    """
    names = list(family)
    found = {name: chain(board, stones, name) for name in names}
    groups, missing = dict.fromkeys(found.values()), [name for name, group in found.items() if not group]
    if not names:
        raise PositionError("a family needs at least one group")
    if missing:
        raise PositionError("no stone stands on {points}", points=listed(missing, "comma"))
    colours = {stones[label] for group in groups for label in group}
    if len(colours) > 1:
        raise PositionError("a family must be of one colour; black and white stones are named")
    colour: Colour = "black" if colours == {"black"} else "white"
    kept = frozenset().union(*groups)
    left = {label: content for label, content in stones.items() if content != colour or label in kept}
    eyes = region_eyes(board, left, colour)
    return FamilyJudgement(colour, tuple((group, eyes_beside(board, group, eyes)) for group in groups))


def eyes_beside(board: Board, group: Labels, eyes: Iterable[Labels]) -> tuple[Labels, ...]:
    """Return which of the given eyes a group is adjacent to."""
    near = _named(board, beside(board, map(board.point, group)))
    return tuple(eye for eye in eyes if eye & near)


def unconditionally_alive(board: Board, stones: Stones, colour: Colour, suicide: bool = False) -> tuple[Labels, ...]:
    """Return a colour's chains that live whatever the opponent plays, by Benson's algorithm (spec 4.9).

    Set ``suicide`` if suicide is allowed or friendly fire possible (spec 4.4): fewer chains then live. Sound on every
    board (see `tengen.game.benson`), and exact if stones cover only their own point.

    >>> from tengen import boards
    >>> board, stones = boards.parse("5x1"), {"A1": "black", "C1": "black"}
    >>> unconditionally_alive(board, stones, "black"), len(capturable(board, stones, "black"))
    ((), 2)
    >>> safe_family(board, {"B1": "black", "D1": "black"}, "black") == (frozenset({"B1"}), frozenset({"D1"}))
    True
    """
    own = _points(board, stones, colour)
    enemy = _points(board, stones, other(colour))
    return tuple(_named(board, chain) for chain in benson(board, own, enemy, suicide)[-1].chains)


def capturable(board: Board, stones: Stones, colour: Colour, suicide: bool = False) -> tuple[Labels, ...]:
    """Return a colour's groups that the opponent could capture by moving alone.

    A published summary of the rules calls these groups dead ("stones that could be captured through adding
    additional stones"). They are the groups that do not live unconditionally (Benson 1976, exact if stones cover only
    their own point), including groups whose eyes are not closed yet.
    """
    living = unconditionally_alive(board, stones, colour, suicide)
    groups = parts(_points(board, stones, colour), board.connections)
    return tuple(group for group in (_named(board, points) for points in groups) if group not in living)


def dead_groups(board: Board, stones: Stones) -> tuple[Labels, ...]:
    """Return the groups of either colour that have no liberty: the formal rules call these dead (spec 1.25).

    >>> from tengen import boards
    >>> dead_groups(boards.parse("3x1"), {"A1": "black", "B1": "white"})
    (frozenset({'A1'}),)
    """
    groups = (part for colour in COLOURS for part in parts(_points(board, stones, colour), board.connections))
    named = (_named(board, group) for group in groups)
    return tuple(group for group in named if not liberties(board, stones, min(group)))


@dataclass(frozen=True)
class ConfigurationScore:
    """The score of a configuration (spec 1.26): the owner of each point, with nothing removed."""

    black: Labels
    white: Labels
    neutral: Labels

    @property
    def margin(self) -> int:
        """The black points minus the white ones."""
        return len(self.black) - len(self.white)


def configuration_score(board: Board, stones: Stones) -> ConfigurationScore:
    """Score any configuration, even with dead groups in it (spec 1.13, 1.26).

    A point belongs to a colour if its stone stands there, or if vacant points lead from it only to that colour.

    >>> from tengen import boards
    >>> configuration_score(boards.parse("3x1"), {"A1": "white", "B1": "black"}).margin
    1
    """
    own = {colour: _points(board, stones, colour) for colour in COLOURS}
    covers = {colour: set(covered(board, own[colour])) for colour in COLOURS}
    owned = {colour: covers[colour] - covers[other(colour)] for colour in COLOURS}
    for region in parts(_in_regions(board, stones), board.edges):
        around = {q for p in region for q in board.edges[p]}
        touched = [colour for colour in COLOURS if around & covers[colour]]
        if len(touched) == 1:
            owned[touched[0]] |= region
    neutral = set(range(len(board))) - owned["black"] - owned["white"]
    return ConfigurationScore(*(_named(board, points) for points in (owned["black"], owned["white"], neutral)))
