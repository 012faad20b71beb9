"""Ordinary Go once more, slow and obvious: on strings, from the clauses of docs/spec.md."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

OTHER: Final = {"X": "O", "O": "X"}


@dataclass(frozen=True)
class State:
    """A position, who moves, the point that plain ko closes to them (spec 1.2), and the passes just made."""

    stones: str
    to_play: str
    ko: int | None
    passed: int


class Rules:
    """Ordinary Go on a graph: chains, placements, plain ko, area, and what lives unconditionally."""

    def __init__(self, neighbours: Sequence[Collection[int]], passes: int) -> None:
        """Take the neighbours of every point, and the passes that end a game."""
        self.neighbours: Final = [frozenset(row) for row in neighbours]
        self.passes = passes

    def component(self, start: int, within: str, stones: str) -> tuple[set[int], set[int]]:
        """Return the points connected with one by points of some signs, and all their neighbours."""
        found, around, todo = {start}, set[int](), [start]
        while todo:
            for q in self.neighbours[todo.pop()]:
                around.add(q)
                if q not in found and stones[q] in within:
                    found.add(q)
                    todo.append(q)
        return found, around

    def components(self, within: str, stones: str) -> Iterator[tuple[set[int], set[int]]]:
        """Yield all of these."""
        seen: set[int] = set()
        for p, sign in enumerate(stones):
            if sign in within and p not in seen:
                found, around = self.component(p, within, stones)
                seen |= found
                yield found, around

    def placed(self, stones: str, p: int, sign: str) -> str | None:
        """Return the position after a placement, without the chains it takes; None where it is suicide (spec 0.4)."""
        after = stones[:p] + sign + stones[p + 1 :]
        for q in sorted(self.neighbours[p]):
            if after[q] == OTHER[sign]:
                chain, around = self.component(q, OTHER[sign], after)
                if all(after[r] != "." for r in around):
                    after = "".join("." if r in chain else s for r, s in enumerate(after))
        _, around = self.component(p, sign, after)
        return after if any(after[r] == "." for r in around) else None

    def play(self, state: State, p: int) -> State | None:
        """Return what a placement leads to, None where it is illegal: not vacant, suicide, or ko (spec 1.2)."""
        if state.stones[p] != "." or p == state.ko:
            return None
        after = self.placed(state.stones, p, state.to_play)
        if after is None:
            return None
        other = OTHER[state.to_play]
        taken = [q for q, sign in enumerate(state.stones) if sign == other and after[q] == "."]
        back = len(taken) == 1 and self.placed(after, taken[0], other) == state.stones
        return State(after, other, taken[0] if back else None, 0)

    def passing(self, state: State) -> State:
        """Return what a pass leads to: it lifts a ko."""
        return State(state.stones, OTHER[state.to_play], None, state.passed + 1)

    def area(self, stones: str, sign: str) -> int:
        """Return a side's area less the other's (spec 1.13)."""
        total = stones.count(sign) - stones.count(OTHER[sign])
        for region, around in self.components(".", stones):
            touched = {stones[q] for q in around} - {"."}
            if len(touched) == 1:
                total += len(region) if touched == {sign} else -len(region)
        return total

    def living(self, stones: str, sign: str) -> tuple[list[set[int]], list[set[int]]]:
        """Return the chains of a side that live unconditionally, and the regions around which only they are (Benson).

        A region is a connected set of points without stones of the side, vital to a chain that all its vacant points
        touch. Chains with fewer than two vital regions go, and then the regions beside them, until none does.
        """
        chains = list(self.components(sign, stones))
        regions = list(self.components("." + OTHER[sign], stones))
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
