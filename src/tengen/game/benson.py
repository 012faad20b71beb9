"""Unconditional life by Benson's algorithm, on any board and for stones of any footprint (spec 4.9)."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from ..boards import Board
from ..boards.board import Relation

Points = frozenset[int]


def spread(start: int, inside: Collection[int], relation: Relation) -> Points:
    """Return the points inside that a relation connects to a point, including itself."""
    found, waiting = {start}, [start]
    while waiting:
        for q in relation[waiting.pop()]:
            if q in inside and q not in found:
                found.add(q)
                waiting.append(q)
    return frozenset(found)


def parts(points: Collection[int], relation: Relation) -> list[Points]:
    """Return the components of points under a relation, by their first points."""
    left, found = set(points), []
    for p in sorted(points):
        if p in left:
            part = spread(p, left, relation)
            left -= part
            found.append(part)
    return found


def covered(board: Board, stones: Iterable[int]) -> Points:
    """Return the points in the footprints of stones."""
    return frozenset(q for p in stones for q in board.footprint[p])


def beside(board: Board, stones: Iterable[int]) -> Points:
    """Return the neighbours of stones, where their liberties lie."""
    return frozenset(q for p in stones for q in board.neighbours[p])


def near(board: Board) -> Relation:
    """Return footprint-or-neighbour adjacency, in either direction, which connects regions (spec 4.9)."""
    if board.point_stones and not board.directed:
        return board.neighbours
    ways = (board.neighbours, board.reached_from, board.footprint, board.covered_from)
    return tuple(tuple(set().union(*(way[p] for way in ways)) - {p}) for p in range(len(board)))


@dataclass(frozen=True)
class BensonRound:
    """One pass of the algorithm: the remaining chains and regions, and the regions vital to each chain."""

    chains: tuple[Points, ...]
    regions: tuple[Points, ...]
    vital: dict[Points, tuple[Points, ...]]

    @property
    def kept(self) -> tuple[Points, ...]:
        """The chains with two vital regions."""
        return tuple(chain for chain in self.chains if len(self.vital[chain]) >= 2)


def benson(board: Board, own: Points, enemy: Points, suicide: bool = False) -> list[BensonRound]:
    """Run Benson's algorithm for the side with the stones ``own``; all chains of the last round are alive.

    Regions are the components, under footprint-or-neighbour adjacency, of the points outside the own footprints, and of
    enemy stones covered after they were placed (possible only with asymmetric footprints). One is vital to a chain if
    it has a vacant point and all its vacant points are the chain's liberties; with ``suicide``, when enemy stones may
    be removed by their own side's play, all its points outside the own footprints must be. Chains without two vital
    regions are dropped, then the regions that would be larger without them, until nothing changes. A Tao point counts
    as vacant here: the enemy could fill everything else.

    Sound: suppose only the enemy moves, and X is the first living chain to fall. Before that move, X's other vital
    region, the one without the move, had no vacant point left. But then no enemy stone in it had a liberty, since their
    liberties lie in their own region; so the move that filled it captured no living chain and was suicide: it was
    illegal, or it removed enemy stones, whose points are X's liberties. If stones cover only their own point, the
    converse also holds (Benson 1976): see `tengen.solve.life.unconditional`.
    """
    relation = near(board)
    chains = tuple(parts(own, board.connections))
    everywhere, outside = frozenset(range(len(board))), frozenset(range(len(board))) - covered(board, own)
    vacant = outside - covered(board, enemy)
    regions = tuple(parts(outside | enemy, relation))
    tested = {region: region & (outside if suicide else vacant) for region in regions}
    liberties = {chain: beside(board, chain) for chain in chains}
    rounds: list[BensonRound] = []
    while True:
        open_regions = [r for r in regions if r & vacant]
        vital = {c: tuple(r for r in open_regions if tested[r] <= liberties[c]) for c in chains}
        rounds.append(BensonRound(chains, regions, vital))
        if len(rounds[-1].kept) == len(chains):
            return rounds
        chains = rounds[-1].kept
        held = covered(board, (p for chain in chains for p in chain))
        whole = set(parts((everywhere - held) | enemy, relation))
        regions = tuple(r for r in regions if r in whole)


def territory(board: Board, living: Points, tao: bool = False) -> list[Points]:
    """Return the regions that only living chains enclose and where the enemy can never live (in Benson's sense).

    No other stones in such a region, not even own ones, can live: at most one of its points, or only points next to or
    under each other, lie beyond the reach of the living chains. There is no room for two eyes: the owner alone could
    fill the region, starting with the points in reach, and capture everything in it. Tao stones fill nothing and cannot
    be filled, so two of them give life: with them in play, only regions of two points are safe. Points out of reach of
    all living chains are in no such region.
    """
    if not living:
        return []
    relation = near(board)
    reach = frozenset(q for p in living for q in board.connections[p])
    found = []
    for region in parts(frozenset(range(len(board))) - covered(board, living), relation):
        out_of_reach = region - reach
        crowded = all(q in relation[p] for p in out_of_reach for q in out_of_reach if p < q)
        if out_of_reach != region and crowded and (not tao or len(region) <= 2):
            found.append(region)
    return found
