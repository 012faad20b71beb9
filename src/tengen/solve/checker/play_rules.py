"""Go and its variants implemented again, slowly and plainly, on strings, from the clauses of docs/reference/spec.md."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence, Set
from dataclasses import dataclass
from typing import Final, NamedTuple

OTHER: Final = {"X": "O", "O": "X"}
PLACE, TAO, RETURN, PASS = "place", "tao", "return", "pass"


class PlayTurn(NamedTuple):
    """A move: its kind, and the point of a placement or of a Tao stone."""

    kind: str
    point: int = -1


@dataclass(frozen=True)
class PlayAxes:
    """The supported choices of the rules; see the table in docs/reference/spec.md."""

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
        """Whether the prisoners of a side matter."""
        scored = self.end == "passes" and self.scoring == "territory" and self.prisoner_value
        return bool(self.passing in ("return", "both") or self.tao == "on" or scored)


class PlayState(NamedTuple):
    """The complete state for the rules.

    ``stones`` has a sign for each point: X black, O white, T a Tao stone. ``tiles`` has the stack height on each point
    and is empty in games without tiles. ``barred`` is the point that plain ko closes to the side to move (spec 1.2), or
    the stone that the singleton rule protects from being taken alone (4.6). ``held`` are Black's and White's prisoners,
    0 if they do not matter.
    """

    stones: str
    tiles: str
    to_play: str
    barred: int | None
    incursion: bool
    passed: int
    held: tuple[int, int]


def parts(
    within: Set[int], relation: Sequence[Set[int]], starts: Set[int] | None = None
) -> Iterator[tuple[set[int], set[int]]]:
    """Yield the connected components of a set of points, or those that contain ``starts``, each with its neighbours."""
    left = set(within if starts is None else starts)
    while left:
        start = left.pop()
        part, around, todo = {start}, set[int](), [start]
        while todo:
            related = relation[todo.pop()]
            around |= related
            new = (related & within) - part
            part |= new
            todo += new
        left -= part
        yield part, around


class PlayRules:
    """The turns of a game on a graph with footprints, its ends and its scores."""

    def __init__(
        self,
        neighbours: Sequence[Collection[int]],
        edges: Sequence[Collection[int]],
        footprints: Sequence[Collection[int]],
        axes: PlayAxes,
    ) -> None:
        """Set the relations between points, and the rules."""
        self.neighbours: Final = [frozenset(row) for row in neighbours]
        self.edges: Final = [frozenset(row) for row in edges]
        self.footprints: Final = [frozenset(row) for row in footprints]
        self.axes: Final = axes

    def is_blocked(self, stones: str, p: int) -> bool:
        """Return whether a point lies in the footprint of a stone (spec 0.2); the relation is symmetric."""
        return any(stones[q] in OTHER for q in self.footprints[p])

    def dead(self, stones: str, sign: str, near: Set[int] | None = None) -> set[int]:
        """Return a side's stones without liberties (0.3, 3.1); with ``near``, only of chains with a stone in it."""
        starts = {p for p in (range(len(stones)) if near is None else near) if stones[p] == sign}
        if not starts:
            return starts
        chains = parts({p for p, each in enumerate(stones) if each == sign}, self.neighbours, starts)
        return set[int]().union(*(c for c, around in chains if all(self.is_blocked(stones, p) for p in around)))

    def placed(self, stones: str, p: int, sign: str) -> tuple[str, set[int], set[int]] | None:
        """Return the stones after a placement, those captured and those lost; None if illegal (0.4, 3.2, 4.4)."""
        near = {p}.union(*(self.neighbours[q] for q in self.footprints[p]))  # stones elsewhere lose no liberty
        after = stones[:p] + sign + stones[p + 1 :]
        taken = self.dead(after, OTHER[sign], near)
        if stones[p] == "T" and not taken:
            return None
        after = _without(after, taken) if taken else after
        lost = self.dead(after, sign, near)
        if p in lost and self.axes.suicide == "forbidden":
            return None
        return _without(after, lost) if lost else after, taken, lost

    def is_incursion(self, stones: str, p: int, sign: str) -> bool:
        """Return whether the region of a vacant point touches stones, all of them the enemy's (2.1, 3.8)."""
        vacant = {q for q in range(len(stones)) if not self.is_blocked(stones, q)}
        _, around = next(parts(vacant, self.edges, {p}))
        touched = {s for q, s in enumerate(stones) if s in OTHER and self.footprints[q] & around}
        return touched == {OTHER[sign]}

    def place(self, table: PlayState, p: int) -> PlayState | None:
        """Return the state after a placement; None if it is illegal."""
        axes, sign = self.axes, table.to_play
        found = None if self.is_blocked(table.stones, p) else self.placed(table.stones, p, sign)
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
        """Return the point that the rule of repetition closes to the other side after a placement."""
        if len(taken) != 1 or lost:
            return None
        if self.axes.repetition == "singleton":
            return p
        (q,) = taken
        back = self.placed(after, q, OTHER[sign]) if self.axes.repetition == "ko" else None
        return q if back is not None and back[0] == before else None

    def _paid(self, held: tuple[int, int], sign: str, gain: int, others: int) -> tuple[int, int]:
        """Return the prisoners after each side gains some."""
        if not self.axes.counts_prisoners:
            return held
        black, white = (gain, others) if sign == "X" else (others, gain)
        return held[0] + black, held[1] + white

    def after(self, table: PlayState, turn: PlayTurn) -> PlayState | None:
        """Return the state after a turn; None if it is illegal."""
        if turn.kind == PLACE:
            return self.place(table, turn.point)
        axes, sign = self.axes, table.to_play
        mine = table.held["XO".index(sign)]
        kept = table.barred if axes.repetition == "singleton" else None
        elsewhere = PlayState(table.stones, table.tiles, OTHER[sign], kept, table.incursion, 0, table.held)
        if turn.kind == PASS:
            return elsewhere._replace(passed=table.passed + 1) if axes.passing in ("pass", "both") else None
        if turn.kind == RETURN:
            may = axes.passing in ("return", "both") and mine > 0
            return elsewhere._replace(held=self._paid(table.held, sign, -1, 0)) if may else None
        price, p = axes.tao_price, turn.point
        if axes.tao == "off" or price is None or mine < price:
            return None
        if table.stones[p] != "." or self.is_blocked(table.stones, p):
            return None
        stones = table.stones[:p] + "T" + table.stones[p + 1 :]
        return elsewhere._replace(stones=stones, held=self._paid(table.held, sign, -price, 0))

    def turns(self, table: PlayState) -> Iterator[tuple[PlayTurn, PlayState]]:
        """Yield every legal turn with the state after it; nothing if passes have ended the game."""
        if self.is_ended(table):
            return
        kinds = (PLACE, TAO) if self.axes.tao == "on" else (PLACE,)
        every = [PlayTurn(kind, p) for kind in kinds for p in range(len(table.stones))]
        for turn in (*every, PlayTurn(RETURN), PlayTurn(PASS)):
            after = self.after(table, turn)
            if after is not None:
                yield turn, after

    def is_ended(self, table: PlayState) -> bool:
        """Return whether passes have ended the game (1.12)."""
        return self.axes.end == "passes" and table.passed >= self.axes.passes

    def points(self, table: PlayState, sign: str) -> float:
        """Return a side's points less the other's, without komi (1.13 to 1.15, 3.6)."""
        stones, other = table.stones, OTHER[sign]
        stood = stones.count(sign) - stones.count(other)
        if self.axes.scoring == "stones":
            return stood
        total: float = 0
        for region, around in parts({p for p, each in enumerate(stones) if each == "."}, self.edges):
            touched = {stones[q] for q in around} & set(OTHER)
            total += len(region) * ((touched == {sign}) - (touched == {other}))
        if self.axes.scoring == "area":
            return total + stood
        black, white = table.held
        return total + self.axes.prisoner_value * ((black - white) if sign == "X" else (white - black))


def _without(stones: str, points: set[int]) -> str:
    return "".join("." if p in points else sign for p, sign in enumerate(stones))
