"""What lives unconditionally, and what is safe by that, once more: on strings, as docs/solving.md says."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from .play_rules import OTHER, parts


class Safety:
    """Life on a graph of points, on each of which a stone blocks that point alone."""

    def __init__(self, neighbours: Sequence[frozenset[int]]) -> None:
        self.neighbours: Final = neighbours

    def living(self, stones: str, sign: str) -> tuple[list[set[int]], list[set[int]]]:
        """Return the chains of a side that live unconditionally, and the regions around which only they are (Benson).

        A region is a connected set of points without stones of the side, vital to a chain that all its vacant points
        touch. Chains with fewer than two vital regions go, and then the regions beside them, until none does.
        """
        chains = list(parts({p for p, each in enumerate(stones) if each == sign}, self.neighbours))
        regions = list(parts({p for p, each in enumerate(stones) if each in (".", OTHER[sign])}, self.neighbours))
        while True:
            kept = [(chain, halo) for chain, halo in chains if self._vital(halo, regions, stones) >= 2]
            if len(kept) == len(chains):
                return [chain for chain, _ in chains], [region for region, _ in regions]
            gone = set[int]().union(*(chain for chain, halo in chains if (chain, halo) not in kept))
            chains = kept
            regions = [(region, around) for region, around in regions if not around & gone]

    def _vital(self, halo: set[int], regions: list[tuple[set[int], set[int]]], stones: str) -> int:
        return sum(bool(region & halo) and {p for p in region if stones[p] == "."} <= halo for region, _ in regions)

    def halo(self, points: set[int]) -> set[int]:
        """Return the points beside some of these."""
        return set[int]().union(*(self.neighbours[p] for p in points))

    def safe(self, stones: str, sign: str) -> tuple[set[int], set[int]]:
        """Return a side's living stones and the points of the regions among them in which nothing else can live.

        A region all of whose points touch living stones is such a one, unless it is vital to a chain by its vacant
        points alone: captures would open it. So is a region with one point that touches none and has two neighbours
        or more, among chains that live by regions of the first kind. Why this is so: docs/solving.md.
        """
        chains, regions = self.living(stones, sign)
        alive = set[int]().union(*chains)
        touched = self.halo(alive)
        whole = [region for region in regions if region <= touched and self._stays_vital(region, chains, stones)]
        solid = self._living_by(whole, chains, stones)
        for region in regions:
            inner = region - touched
            beside = [chain for chain in chains if self.halo(chain) & region]
            if len(inner) == 1 and len(self.neighbours[min(inner)]) > 1 and all(chain in solid for chain in beside):
                lone = region - self.halo(set[int]().union(*solid))
                whole += [region] if len(lone) == 1 else []
        return alive, set[int]().union(*whole)

    def _stays_vital(self, region: set[int], chains: list[set[int]], stones: str) -> bool:
        vacant = {p for p in region if stones[p] == "."}
        halos = [halo for halo in map(self.halo, chains) if halo & region]
        return not any(vacant <= halo and not region <= halo for halo in halos)

    def _living_by(self, regions: list[set[int]], chains: list[set[int]], stones: str) -> list[set[int]]:
        """Return those chains that live unconditionally by some of their regions alone."""
        left, halos = list(regions), {min(chain): self.halo(chain) for chain in chains}
        while True:
            around = [(region, set[int]()) for region in left]
            gone = [chain for chain in chains if self._vital(halos[min(chain)], around, stones) < 2]
            if not gone:
                return chains
            chains = [chain for chain in chains if chain not in gone]
            left = [region for region in left if not any(halos[min(chain)] & region for chain in gone)]
