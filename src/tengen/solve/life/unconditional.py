"""Unconditional life, safe territory, and moves that take the rest (spec 1.20, 4.9; Benson 1976)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, Final

from ...boards import Board
from ...game import Game, safe_family
from ...game.benson import BensonRound, Points, benson, beside, covered, near, spread, territory
from ...records import COLOURS, Colour, PositionError, other
from ...rules import check_served
from ...rules.axes import FriendlyFire
from ..budget import KNOWN

TRIES: Final = 2000
"""The maximum number of placements tried against a chain; never reached by boards of point stones."""


@dataclass(frozen=True)
class Attack:
    """A position in which one side always passes: ``own`` are its stones, ``enemy`` those of the side that moves.

    ``tao`` points count as vacant, but a stone goes there only to capture (spec 3.2). ``suicide`` and ``friendly_fire``
    set which own losses the moving side may take (spec 4.4).
    """

    board: Board
    own: Points
    enemy: Points
    tao: Points = frozenset()
    suicide: bool = False
    friendly_fire: FriendlyFire = "same"

    def vacant(self) -> Points:
        """Return the points outside all footprints, Tao points included."""
        return frozenset(range(len(self.board))) - covered(self.board, self.own | self.enemy)

    def room(self, chain: Points) -> Points:
        """Return the component of a chain's neighbours outside the footprints of the passing side."""
        outside = frozenset(range(len(self.board))) - covered(self.board, self.own)
        left, found = set(beside(self.board, chain) & outside), set[int]()
        while left:
            found |= spread(left.pop(), outside, near(self.board))
            left -= found
        return frozenset(found)

    def place(self, p: int) -> Attack | None:
        """Return the attack after an enemy stone on a vacant point (spec 0.4, 4.4); None if it is illegal."""
        enemy = self.enemy | {p}
        blocked = covered(self.board, self.own | enemy)
        taken = self._without_liberty(self.own, blocked, p)
        if p in self.tao and not taken:
            return None
        own = self.own - taken
        left = self._without_losses(own, enemy, p)
        return None if left is None else replace(self, own=own, enemy=left, tao=self.tao - {p})

    def _without_losses(self, own: Points, enemy: Points, p: int) -> Points | None:
        """Remove the moving side's chains without liberties after a stone on p; None if that is illegal.

        Its own chain is removed with the others, before or after them, recounting liberties in between (spec 4.4).
        """
        stages = {"before": ((True,), (False,)), "after": ((False,), (True,))}.get(self.friendly_fire, ((True, False),))
        for stage in stages:
            lost = self._without_liberty(enemy, covered(self.board, own | enemy), p)
            played = spread(p, enemy, self.board.connections) & lost if p in enemy else frozenset[int]()
            if (played and True in stage and not self.suicide) or (lost - played and self.friendly_fire == "forbidden"):
                return None
            enemy -= (played if True in stage else frozenset()) | (lost - played if False in stage else frozenset())
        return enemy

    def _without_liberty(self, stones: Points, blocked: Points, p: int) -> Points:
        """Return the stones of the chains without a liberty; only chains that p's footprint touches are candidates."""
        around = {r for q in self.board.footprint[p] for r in self.board.reached_from[q]}
        waiting, lost = set(stones & (around | {p})), set[int]()
        while waiting:
            chain = spread(next(iter(waiting)), stones, self.board.connections)
            waiting -= chain
            if beside(self.board, chain) <= blocked:
                lost |= chain
        return frozenset(lost)

    def moves(self, target: Points) -> Iterator[tuple[int, Attack]]:
        """Yield the moves that take liberties from a chain, starting with those that lose nothing and take most."""
        vacant = self.vacant()
        liberties = beside(self.board, target) & vacant
        places = vacant
        if self.board.overlap:  # own footprints are allowed (spec 4.2)
            places = frozenset(range(len(self.board))) - covered(self.board, self.own) - self.enemy
        useful = {p for q in liberties for p in self.board.covered_from[q]} & places
        later = []
        for p in sorted(useful, key=lambda p: (-len(liberties.intersection(self.board.footprint[p])), p)):
            after = self.place(p)
            if after is not None and len(after.enemy) > len(self.enemy):
                yield p, after
            elif after is not None and after.enemy != self.enemy:
                later.append((p, after))
        yield from later


def capturing_moves(attack: Attack, fallen: list[Points], target: Points) -> tuple[int, ...] | None:
    """Return moves of the enemy alone that take a chain, or None if none were found.

    ``fallen`` are the chains that Benson's algorithm drops in rounds before the target, in that order; some may have
    been tried before. They are taken first if the target cannot be taken directly. On boards of point stones without
    Tao stones this always succeeds, in any order of moves, for a chain that the algorithm drops. All its regions except
    at most one have a vacant point that is not its liberty (if suicide is allowed, perhaps after one move), so every
    liberty there can be filled, and filling the last one takes the chain. A chain taken earlier leaves such vacant
    points in the regions next to it. For other stones the search is limited, and None proves nothing.
    """
    moves: list[int] = []
    for chain in [None, *fallen]:
        if chain is not None:
            found = _take(attack, chain)
            if found is None:
                continue
            moves, attack = moves + found[0], found[1]
        if chain is None or attack.room(target) & chain:
            last = _take(attack, target)
            if last is not None:
                return (*moves, *last[0])
    return None


def _take(attack: Attack, target: Points) -> tuple[list[int], Attack] | None:
    """Search depth first for moves that take a chain, without backtracking if the order of moves does not matter."""
    if not target <= attack.own:
        return [], attack
    path: list[int] = []
    waiting = [attack.moves(target)]
    seen = {(attack.own, attack.enemy)}
    any_order = attack.board.point_stones and not attack.board.directed and not attack.tao
    while waiting and len(seen) < TRIES:
        move = next(waiting[-1], None)
        if move is None and any_order:
            return None
        if move is None:
            waiting.pop()
            path = path[:-1]
            continue
        p, after = move
        if (after.own, after.enemy) in seen:
            continue
        seen.add((after.own, after.enemy))
        path = [*path, p]
        if not target <= after.own:
            return path, after
        waiting.append(after.moves(target))
    return None


Labels = tuple[str, ...]


@dataclass(frozen=True)
class ChainRegion:
    """A region next to a chain: its points, and those that prevent it from being a vital region of the chain.

    ``beyond`` are the points that should be liberties of the chain but are not. ``shared`` has a stone of each other
    chain around it that does not live: the region falls with them.
    """

    points: Labels
    beyond: Labels = ()
    shared: Labels = ()

    @property
    def vital(self) -> bool:
        """Whether it is an eye of the chain while all chains around it stand."""
        return not self.beyond


@dataclass(frozen=True)
class Chain:
    """The findings about a chain.

    ``alive``: unconditionally, whatever the other side plays while this one passes. ``safe``: it belongs to a safe
    family (spec 1.20). Neither implies the other. ``regions`` are the regions next to it. ``capture`` are moves of the
    other side alone that take it; None proves nothing unless it is alive.
    """

    colour: Colour
    stones: Labels
    alive: bool
    safe: bool
    regions: tuple[ChainRegion, ...]
    capture: Labels | None = None

    @property
    def eyes(self) -> tuple[ChainRegion, ...]:
        """The vital regions that do not fall with another chain."""
        return tuple(region for region in self.regions if region.vital and not region.shared)


@dataclass(frozen=True)
class Side:
    """One colour: its chains, the points of its safe territory, and the enemy stones there."""

    chains: tuple[Chain, ...]
    territory: Labels
    dead: Labels

    @property
    def alive(self) -> Labels:
        return tuple(label for chain in self.chains if chain.alive for label in chain.stones)


@dataclass(frozen=True)
class Life:
    """Both colours, under the rules ``suicide`` and ``friendly_fire`` (spec 4.4).

    ``forced``: a side may not pass, so life holds only while its owner has another turn to make.
    """

    black: Side
    white: Side
    suicide: bool
    friendly_fire: FriendlyFire = "same"
    forced: bool = False

    def side(self, colour: Colour) -> Side:
        """Return the findings about a colour."""
        return self.black if colour == "black" else self.white

    @property
    def owners(self) -> dict[str, Colour]:
        """The owners of permanently settled points: living stones and safe territory."""
        return {label: c for c in COLOURS for label in (*self.side(c).alive, *self.side(c).territory)}

    def to_json(self) -> dict[str, Any]:
        """Return the findings as plain data."""
        return asdict(self)


def life_of(game: Game) -> Life:
    """Return the unconditional life in a game's position, under its rules.

    Benson's theorem lets the owner pass; `Life.forced` is set if the rules do not.

    Raises:
        UnservedRules: an unsupported value of the rules.
    """
    check_served("the search for life", game.rules, KNOWN)
    suicide, tao = game.rules.suicide == "allowed", game.rules.tao == "on"
    friendly_fire = game.rules.friendly_fire
    found = life(game.board, game.stones, suicide=suicide, friendly_fire=friendly_fire, tao=tao)
    return replace(found, forced=not game.rules.may_pass)


def life(
    board: Board,
    stones: Mapping[str, str],
    *,
    suicide: bool = False,
    friendly_fire: FriendlyFire = "same",
    tao: bool = False,
) -> Life:
    """Return what lives unconditionally, the safe territory, and how the other chains can be taken.

    ``stones`` maps labels to "black", "white" or "tao"; ``tao``: Tao stones may still be placed. Unconditional life is
    Benson's, as in `tengen.game.benson`, and safe territory is its `territory`; ``tests/solve`` compare both with
    exhaustive play. PositionError for a label that is not on the board.

    >>> from tengen import boards
    >>> found: Life = life(boards.parse("5x1"), {"B1": "black", "D1": "black"})
    >>> found.black.alive, found.side("black").territory, found.owners["A1"], found.to_json()["suicide"]
    (('B1', 'D1'), ('A1', 'C1', 'E1'), 'black', False)
    >>> life(boards.parse("3x1"), {"A1": "black"}).black.chains[0].capture
    ('B1',)
    """
    found: dict[str, set[int]] = {"black": set(), "white": set(), "tao": set()}
    for label, content in stones.items():
        point = board.find(label)
        if point is None:
            raise PositionError(board.missing(label))
        found[content].add(point)
    points = {content: frozenset(each) for content, each in found.items()}
    position = _LifePosition(board, stones, points, suicide, friendly_fire, tao or bool(points["tao"]))
    return Life(position.side("black"), position.side("white"), suicide, friendly_fire)


@dataclass(frozen=True)
class _LifePosition:
    """A position by points."""

    board: Board
    stones: Mapping[str, str]
    points: Mapping[str, Points]
    suicide: bool
    friendly_fire: FriendlyFire
    with_tao: bool

    @property
    def losing(self) -> bool:
        """Whether a side may lose stones by its own play: by suicide or friendly fire (spec 4.4)."""
        return self.suicide or (self.friendly_fire != "forbidden" and self.board.reaches_far)

    def named(self, points: Iterable[int]) -> Labels:
        return tuple(self.board.labels[p] for p in sorted(points))

    def side(self, colour: Colour) -> Side:
        own, enemy = self.points[colour], self.points[other(colour)]
        rounds = benson(self.board, own, enemy, self.losing)
        safe = set(safe_family(self.board, self.stones, colour))
        living = frozenset(p for chain in rounds[-1].chains for p in chain)
        held = frozenset(p for region in territory(self.board, living, self.with_tao) for p in region)
        attack = Attack(self.board, own, enemy, self.points["tao"], self.suicide, self.friendly_fire)
        chains = [self._chain(colour, chain, rounds, attack) for chain in rounds[0].chains]
        chains = [replace(chain, safe=frozenset(chain.stones) in safe) for chain in chains]
        return Side(tuple(chains), self.named(held - living), self.named(held & enemy))

    def _chain(self, colour: Colour, chain: Points, rounds: list[BensonRound], attack: Attack) -> Chain:
        alive = chain in rounds[-1].chains
        regions = self._regions(chain, rounds, attack)
        capture = None
        if not alive:
            judged = next(each for each in rounds if chain in each.chains and chain not in each.kept)
            fallen = [each for each in rounds[0].chains if each not in judged.chains]
            fallen.sort(key=lambda each: sum(each in one.chains for one in rounds))
            sharing = [each for each in fallen if any(self._bounds(each, eye) for eye in rounds[0].vital[chain])]
            moves = capturing_moves(attack, [*sharing, *fallen], chain)
            capture = None if moves is None else tuple(self.board.labels[p] for p in moves)
        return Chain(colour, self.named(chain), alive, False, regions, capture)

    def _regions(self, chain: Points, rounds: list[BensonRound], attack: Attack) -> tuple[ChainRegion, ...]:
        """Return the regions next to a chain, alone and by the chains that share them."""
        liberties = beside(self.board, chain)
        vacant, living = attack.vacant(), rounds[-1].chains
        outside = frozenset(range(len(self.board))) - covered(self.board, attack.own)
        found = []
        for region in rounds[0].regions:
            if liberties & region:
                tested = region & (outside if self.losing else vacant)
                weak = [each for each in rounds[0].chains if each not in living and self._bounds(each, region)]
                shared = self.named(min(each) for each in weak if each != chain)
                found.append(ChainRegion(self.named(region), self.named(tested - liberties), shared))
        return tuple(found)

    def _bounds(self, chain: Points, region: Points) -> bool:
        around = covered(self.board, chain)
        return bool((beside(self.board, chain) | beside(self.board, around)) & region)
