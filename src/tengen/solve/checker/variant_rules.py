"""Tile Go, Cushion Go, Tao Go and Gengo once more, slow and obvious: on strings, from the clauses of docs/spec.md."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from .rules import OTHER

PLACE, TAO, RETURN, PASS = "place", "tao", "return", "pass"


class PlayTurn(NamedTuple):
    """A move: its kind, and the point of a placement or of a Tao stone."""

    kind: str
    point: int = -1


@dataclass(frozen=True)
class PlayAxes:
    """The choices of the rules that are served; see the table in docs/spec.md."""

    tiles: str
    tile_stack: int
    tao: str
    tao_price: int | None
    """None: no Tao stone can be bought."""
    passing: str
    passes: int
    end: str
    scoring: str
    prisoner_value: float
    suicide: str
    repetition: str

    @property
    def counts_prisoners(self) -> bool:
        """Whether the prisoners of a side matter to anything."""
        scored = self.end == "passes" and self.scoring == "territory" and self.prisoner_value
        return bool(self.passing in ("return", "both") or self.tao == "on" or scored)


@dataclass(frozen=True)
class PlayState:
    """All that the rules look at.

    ``stones`` has a sign a point: X black, O white, T a Tao stone. ``tiles`` has the height of the stack on each point,
    and is empty where no tiles are laid. ``barred`` is the point that plain ko closes to the side to move (spec 1.2),
    or the stone that the singleton rule keeps from being taken alone (4.6). ``held`` are black's and white's prisoners,
    0 where they matter to nothing.
    """

    stones: str
    tiles: str
    to_play: str
    barred: int | None
    incursion: bool
    passed: int
    held: tuple[int, int]


class VariantRules:
    """The turns of a game on a graph with footprints, its ends and its scores."""

    def __init__(
        self,
        neighbours: Sequence[Collection[int]],
        edges: Sequence[Collection[int]],
        footprints: Sequence[Collection[int]],
        axes: PlayAxes,
    ) -> None:
        """Take what each point is related to, and the rules."""
        self.neighbours: Final = [frozenset(row) for row in neighbours]
        self.edges: Final = [frozenset(row) for row in edges]
        self.footprints: Final = [frozenset(row) for row in footprints]
        self.axes: Final = axes

    def blocked(self, stones: str) -> set[int]:
        """Return the points in footprints of stones (spec 0.2)."""
        return set[int]().union(*(self.footprints[p] for p, sign in enumerate(stones) if sign in OTHER))

    def chains(self, stones: str, sign: str) -> Iterator[set[int]]:
        """Yield the chains of a side (0.3)."""
        left = {p for p, each in enumerate(stones) if each == sign}
        while left:
            chain, todo = set[int](), [left.pop()]
            while todo:
                p = todo.pop()
                chain.add(p)
                near = self.neighbours[p] & left
                left -= near
                todo += near
            yield chain

    def dead(self, stones: str, sign: str) -> set[int]:
        """Return the stones of a side whose chains have no liberty; Tao points are liberties (3.1)."""
        blocked = self.blocked(stones)
        chains = self.chains(stones, sign)
        return set[int]().union(*(c for c in chains if all(self.neighbours[p] <= blocked for p in c)))

    def placed(self, stones: str, p: int, sign: str) -> tuple[str, set[int], set[int]] | None:
        """Return the stones after a placement, those taken and those lost; None where it is illegal (0.4, 3.2, 4.4)."""
        after = stones[:p] + sign + stones[p + 1 :]
        taken = self.dead(after, OTHER[sign])
        if stones[p] == "T" and not taken:
            return None
        after = _without(after, taken)
        lost = self.dead(after, sign)
        if p in lost and self.axes.suicide == "forbidden":
            return None
        return _without(after, lost), taken, lost

    def is_incursion(self, stones: str, p: int, sign: str) -> bool:
        """Say whether the region of a vacant point touches stones, and only the enemy's (2.1, 3.8)."""
        blocked = self.blocked(stones)
        region, todo, around = {p}, [p], set[int]()
        while todo:
            near = self.edges[todo.pop()]
            around |= near & blocked
            new = near - blocked - region
            region |= new
            todo += new
        touched = {s for q, s in enumerate(stones) if s in OTHER and self.footprints[q] & around}
        return touched == {OTHER[sign]}

    def place(self, table: PlayState, p: int) -> PlayState | None:
        """Return what a placement leads to; None where it is illegal."""
        axes, sign = self.axes, table.to_play
        found = None if p in self.blocked(table.stones) else self.placed(table.stones, p, sign)
        if found is None:
            return None
        after, taken, lost = found
        incursion = axes.tiles != "none" and self.is_incursion(table.stones, p, sign)
        due = table.incursion and (incursion if axes.tiles == "cushion" else axes.tiles == "tile")
        tiles = table.tiles
        if due:
            if int(tiles[p]) == axes.tile_stack:
                return None
            tiles = f"{tiles[:p]}{int(tiles[p]) + 1}{tiles[p + 1 :]}"
        if axes.repetition == "ko" and p == table.barred:
            return None
        if axes.repetition == "singleton" and not lost and taken == {table.barred}:
            return None
        barred = self._barred(table.stones, after, p, sign, taken, lost)
        held = self._paid(table.held, sign, len(taken), len(lost))
        return PlayState(after, tiles, OTHER[sign], barred, incursion, 0, held)

    def _barred(self, before: str, after: str, p: int, sign: str, taken: set[int], lost: set[int]) -> int | None:
        """Return what the rule of repetition closes to the other side after a placement."""
        if len(taken) != 1 or lost:
            return None
        if self.axes.repetition == "singleton":
            return p
        (q,) = taken
        back = self.placed(after, q, OTHER[sign]) if self.axes.repetition == "ko" else None
        return q if back is not None and back[0] == before else None

    def _paid(self, held: tuple[int, int], sign: str, gain: int, others: int) -> tuple[int, int]:
        """Return the prisoners after a side gains some, and the other side others."""
        if not self.axes.counts_prisoners:
            return held
        black, white = (gain, others) if sign == "X" else (others, gain)
        return held[0] + black, held[1] + white

    def after(self, table: PlayState, turn: PlayTurn) -> PlayState | None:
        """Return what a turn leads to; None where it is illegal."""
        axes, sign = self.axes, table.to_play
        mine = table.held["XO".index(sign)]
        kept = table.barred if axes.repetition == "singleton" else None
        elsewhere = replace(table, to_play=OTHER[sign], barred=kept, passed=0)
        if turn.kind == PLACE:
            return self.place(table, turn.point)
        if turn.kind == PASS:
            return replace(elsewhere, passed=table.passed + 1) if axes.passing in ("pass", "both") else None
        if turn.kind == RETURN:
            may = axes.passing in ("return", "both") and mine > 0
            return replace(elsewhere, held=self._paid(table.held, sign, -1, 0)) if may else None
        price, p = axes.tao_price, turn.point
        if axes.tao == "off" or price is None or mine < price:
            return None
        if table.stones[p] != "." or p in self.blocked(table.stones):
            return None
        stones = table.stones[:p] + "T" + table.stones[p + 1 :]
        return replace(elsewhere, stones=stones, held=self._paid(table.held, sign, -price, 0))

    def turns(self, table: PlayState) -> Iterator[tuple[PlayTurn, PlayState]]:
        """Yield every legal turn with what it leads to; none where passes have ended the game."""
        if self.is_ended(table):
            return
        points = range(len(table.stones))
        every = (
            [PlayTurn(PLACE, p) for p in points]
            + [PlayTurn(TAO, p) for p in points]
            + [PlayTurn(RETURN), PlayTurn(PASS)]
        )
        for turn in every:
            after = self.after(table, turn)
            if after is not None:
                yield turn, after

    def is_ended(self, table: PlayState) -> bool:
        """Say whether passes have ended the game (1.12)."""
        return self.axes.end == "passes" and table.passed >= self.axes.passes

    def points(self, table: PlayState, sign: str) -> float:
        """Return a side's points less the other's, without komi (1.13 to 1.15, 3.6)."""
        stones, other = table.stones, OTHER[sign]
        stood = stones.count(sign) - stones.count(other)
        if self.axes.scoring == "stones":
            return stood
        total: float = 0
        left = {p for p, each in enumerate(stones) if each == "."}
        while left:
            region, todo, touched = set[int](), [left.pop()], set[str]()
            while todo:
                p = todo.pop()
                region.add(p)
                touched |= {stones[q] for q in self.edges[p]} & set(OTHER)
                near = self.edges[p] & left
                left -= near
                todo += near
            total += len(region) * ((touched == {sign}) - (touched == {other}))
        if self.axes.scoring == "area":
            return total + stood
        black, white = table.held
        return total + self.axes.prisoner_value * ((black - white) if sign == "X" else (white - black))


def _without(stones: str, points: set[int]) -> str:
    return "".join("." if p in points else sign for p, sign in enumerate(stones))
