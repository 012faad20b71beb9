"""Unconditional life by Benson's algorithm, on any board and for stones of any footprint (spec 4.9)."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from ..boards import Board
from ..boards.board import Relation

Points = frozenset[int]


def spread(start: int, inside: Collection[int], relation: Relation) -> Points:
    """Return the points inside that a relation joins to a point, itself included."""
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
    """Return footprint-or-neighbour adjacency, either way, under which regions hang together (spec 4.9)."""
    if board.point_stones and not board.directed:
        return board.neighbours
    ways = (board.neighbours, board.reached_from, board.footprint, board.covered_from)
    return tuple(tuple(set().union(*(way[p] for way in ways)) - {p}) for p in range(len(board)))


@dataclass(frozen=True)
class BensonRound:
    """One pass of the algorithm: the chains and regions that took part, and which regions are vital to which chain."""

    chains: tuple[Points, ...]
    regions: tuple[Points, ...]
    vital: dict[Points, tuple[Points, ...]]

    @property
    def kept(self) -> tuple[Points, ...]:
        """The chains with two vital regions."""
        return tuple(chain for chain in self.chains if len(self.vital[chain]) >= 2)


def benson(board: Board, own: Points, enemy: Points, suicide: bool = False) -> list[BensonRound]:
    """Run Benson's algorithm for the side whose stones are ``own``; the last round keeps all that it has: the living.

    Regions are the components, under footprint-or-neighbour adjacency, of the points outside the own footprints, and
    of enemy stones that were covered since they stand there (only asymmetric footprints do that). One is vital to a
    chain if it has a vacant point and all its vacant points are the chain's liberties; with ``suicide``, where enemy
    stones may go off by their own side's play, all its points outside the own footprints have to be. Chains without
    two vital regions are dropped, then the regions that would be larger without them, until nothing changes. A Tao
    point counts as vacant here: the enemy could fill everything else.

    Sound: say that the enemy alone moves, and that X is the first of the living chains to fall. Before that move one
    of its two vital regions, the one that the move is not in, had no vacant point left. But then no enemy stone in it
    had a liberty, for liberties of theirs lie in their own region; so the move that filled it took no living chain and
    was suicide: illegal, or enemy stones went off and left points that are X's liberties. Where stones cover only
    their own point the converse holds too (Benson 1976): see `tengen.solve.life.unconditional`.
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
    """Return the regions that living chains alone enclose and where the enemy can never live (in the sense of Benson).

    Whatever else stands in such a region, own stones too, is nobody's life: at most one of its points, or only points
    that are all beside or under each other, are out of the living chains' reach. There is no room for two eyes: the
    own side alone could fill it, first what is in reach, and everything in it would come off. With Tao stones in
    play, which fill nothing and cannot be filled, two of them give life, so only regions of two points are safe.
    Points in reach of no living chain at all are in no such region.
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
