"""What lives unconditionally in a position, what is safe, and why the rest is not (spec 1.20, 4.9; Benson 1976)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from ...boards import Board
from ...game import Game, safe_family
from ...game.benson import Points, Round, benson, beside, covered, territory
from ...records import COLOURS, Colour, PositionError
from ...rules import check_served
from ...rules.axes import FriendlyFire
from ..served import KNOWN
from .attacks import Attack, capturing_moves

Labels = tuple[str, ...]


@dataclass(frozen=True)
class Region:
    """A region beside a chain: its points, and the points for which it is no vital region of the chain.

    ``beyond`` are its points that should be liberties of the chain and are not. ``shared`` are other chains around
    it, by a stone of each, that do not live: with them it falls.
    """

    points: Labels
    beyond: Labels = ()
    shared: Labels = ()

    @property
    def vital(self) -> bool:
        """Whether it is an eye of the chain as long as all of its chains stand."""
        return not self.beyond


@dataclass(frozen=True)
class Chain:
    """What is known of a chain.

    ``alive``: unconditionally, whatever the other side plays while this one passes. ``safe``: it belongs to a safe
    family (spec 1.20), which neither implies the other. ``regions`` are the regions beside it. ``capture`` are moves
    of the other side alone that take it, or None: then nothing is proved of it unless it is alive.
    """

    colour: Colour
    stones: Labels
    alive: bool
    safe: bool
    regions: tuple[Region, ...]
    capture: Labels | None = None

    @property
    def eyes(self) -> tuple[Region, ...]:
        """The vital regions that do not fall with another chain."""
        return tuple(region for region in self.regions if region.vital and not region.shared)


@dataclass(frozen=True)
class Side:
    """One colour: its chains, the points of its safe territory, and the enemy stones in that."""

    chains: tuple[Chain, ...]
    territory: Labels
    dead: Labels

    @property
    def alive(self) -> Labels:
        """The stones that live unconditionally."""
        return tuple(label for chain in self.chains if chain.alive for label in chain.stones)


@dataclass(frozen=True)
class Life:
    """Both colours; ``suicide`` and ``friendly_fire`` say under which rules (spec 4.4).

    ``forced`` says that a side may not pass. Life then holds only as long as its owner has another turn to make.
    """

    black: Side
    white: Side
    suicide: bool
    friendly_fire: FriendlyFire = "same"
    forced: bool = False

    def side(self, colour: Colour) -> Side:
        """Return what is known of a colour."""
        return self.black if colour == "black" else self.white

    @property
    def owners(self) -> dict[str, Colour]:
        """Whose the points are that are somebody's for ever: living stones and safe territory."""
        return {label: c for c in COLOURS for label in (*self.side(c).alive, *self.side(c).territory)}

    def to_json(self) -> dict[str, Any]:
        """Return it as plain data."""
        return asdict(self)


def life_of(game: Game, captures: bool = True) -> Life:
    """Return what lives in a game's position, by its rules.

    Benson's theorem lets the owner pass; where the rules do not, `Life.forced` says so.

    Raises:
        UnservedRules: a value of the rules is not known here.
    """
    check_served("the search for life", game.rules, KNOWN)
    suicide, tao = game.rules.suicide == "allowed", game.rules.tao == "on"
    friendly_fire = game.rules.friendly_fire
    found = life(game.board, game.stones, suicide=suicide, friendly_fire=friendly_fire, tao=tao, captures=captures)
    return replace(found, forced=not game.rules.may_pass)


def life(
    board: Board,
    stones: Mapping[str, str],
    *,
    suicide: bool = False,
    friendly_fire: FriendlyFire = "same",
    tao: bool = False,
    captures: bool = True,
) -> Life:
    """Return what lives unconditionally, what is safe territory, and how the other chains can be taken.

    ``stones`` maps labels to "black", "white" or "tao"; ``tao`` says that Tao stones may still be put. ``captures``
    looks for the moves that take what does not live. Unconditional life is Benson's as in `tengen.game.benson`, safe
    territory as in its `territory`; ``tests/solve`` hold both against exhaustive play.

    Raises:
        PositionError: a label that is not on the board.

    >>> from tengen import boards
    >>> found = life(boards.parse("5x1"), {"B1": "black", "D1": "black"})
    >>> found.black.alive, found.black.territory
    (('B1', 'D1'), ('A1', 'C1', 'E1'))
    >>> life(boards.parse("3x1"), {"A1": "black"}).black.chains[0].capture
    ('B1',)
    """
    position = _LifePosition.of(board, stones, suicide, friendly_fire, tao)
    return Life(position.side("black", captures), position.side("white", captures), suicide, friendly_fire)


@dataclass(frozen=True)
class _LifePosition:
    """A position by points."""

    board: Board
    stones: Mapping[str, str]
    black: Points
    white: Points
    tao: Points
    suicide: bool
    friendly_fire: FriendlyFire
    with_tao: bool

    @classmethod
    def of(
        cls, board: Board, stones: Mapping[str, str], suicide: bool, friendly_fire: FriendlyFire, tao: bool
    ) -> _LifePosition:
        found: dict[str, set[int]] = {"black": set(), "white": set(), "tao": set()}
        for label, content in stones.items():
            point = board.find(label)
            if point is None:
                raise PositionError(board.missing(label))
            found[content].add(point)
        black, white, taos = (frozenset(found[content]) for content in ("black", "white", "tao"))
        return cls(board, stones, black, white, taos, suicide, friendly_fire, tao or bool(taos))

    @property
    def losing(self) -> bool:
        """Whether a side's stones may go off by its own play: by suicide or friendly fire (spec 4.4)."""
        return self.suicide or (self.friendly_fire != "forbidden" and self.board.reaches_far)

    def named(self, points: Iterable[int]) -> Labels:
        return tuple(self.board.labels[p] for p in sorted(points))

    def side(self, colour: Colour, captures: bool) -> Side:
        own, enemy = (self.black, self.white) if colour == "black" else (self.white, self.black)
        rounds = benson(self.board, own, enemy, self.losing)
        safe = set(safe_family(self.board, self.stones, colour))
        living = frozenset(p for chain in rounds[-1].chains for p in chain)
        held = frozenset(p for region in territory(self.board, living, self.with_tao) for p in region)
        attack = Attack(self.board, own, enemy, self.tao, self.suicide, self.friendly_fire)
        chains = [self._chain(colour, chain, rounds, attack, captures) for chain in rounds[0].chains]
        chains = [replace(chain, safe=frozenset(chain.stones) in safe) for chain in chains]
        return Side(tuple(chains), self.named(held - living), self.named(held & enemy))

    def _chain(self, colour: Colour, chain: Points, rounds: list[Round], attack: Attack, captures: bool) -> Chain:
        alive = chain in rounds[-1].chains
        regions = self._regions(chain, rounds, attack)
        capture = None
        if captures and not alive:
            judged = next(each for each in rounds if chain in each.chains and chain not in each.kept)
            fallen = [each for each in rounds[0].chains if each not in judged.chains]
            fallen.sort(key=lambda each: sum(each in one.chains for one in rounds))
            sharing = [each for each in fallen if any(self._bounds(each, eye) for eye in rounds[0].vital[chain])]
            moves = capturing_moves(attack, [*sharing, *fallen], chain)
            capture = None if moves is None else tuple(self.board.labels[p] for p in moves)
        return Chain(colour, self.named(chain), alive, False, regions, capture)

    def _regions(self, chain: Points, rounds: list[Round], attack: Attack) -> tuple[Region, ...]:
        """Return the regions beside a chain, as they are and by the chains that share them."""
        liberties = beside(self.board, chain)
        vacant, living = attack.vacant(), rounds[-1].chains
        outside = frozenset(range(len(self.board))) - covered(self.board, attack.own)
        found = []
        for region in rounds[0].regions:
            if liberties & region:
                tested = region & (outside if self.losing else vacant)
                weak = [each for each in rounds[0].chains if each not in living and self._bounds(each, region)]
                shared = self.named(min(each) for each in weak if each != chain)
                found.append(Region(self.named(region), self.named(tested - liberties), shared))
        return tuple(found)

    def _bounds(self, chain: Points, region: Points) -> bool:
        around = covered(self.board, chain)
        return bool((beside(self.board, chain) | beside(self.board, around)) & region)
