"""Values of any variant on small boards: a search over games that observes every rule exactly.

A node is everything on which the future depends: stones, tiles, Tao stones, material in hand, side to move, passes, the
ko, and, if a repetition rule needs them, all earlier situations that it compares. Equal nodes have equal futures,
so one table serves all of them without mixing histories. Each node's entry has two bounds: what Black can force within
the searched depth, and what White can. Both are final, whatever infinite play is worth. The search deepens by a ply
each time and stops where the bounds meet. Once every relevant node has been visited, only cycles remain, and the bounds
are improved until nothing changes (see `brackets`).

The route "games" uses it for every combination of rules without a quicker route.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from math import inf
from typing import Final

from ..game import Game, Outcome
from ..game.game_history import MARKS, PARTS
from ..kernel import State
from ..records import Move, Place, TengenError
from ..rules import REPETITIONS, Ko, Rules, check_served
from ..rules.serving import ANY, Served, any_of, state_parts, unserved
from . import ordinary
from .budget import KNOWN, BoardTooLarge, Budget, OutOfBudget, PositionNotServed, plies_deep
from .route import Bracket, Value, played_on, unit_of

_BYTES = 700
"""Approximate bytes for a node: its key, its entry and its list of moves."""
_PARTS: Final[Mapping[str, Callable[[State], Hashable]]] = {
    **PARTS,
    "tiles": lambda state: state.points["tiles"].tobytes(),
}
"""The parts of the whole state that distinguish states of many games: tiles by their points."""


@dataclass
class _Entry:
    black: bool
    low: float = -inf
    high: float = inf
    depth: int = 0
    after: list[tuple[Move, Hashable]] = field(default_factory=list)

    @property
    def bounds(self) -> Bracket[float]:
        return Bracket(self.low, self.high)

    @property
    def settled(self) -> bool:
        return self.low == self.high


class GameSearch:
    """A search of one game; its results are kept."""

    def __init__(self, game: Game, budget: Budget, points: Collection[int] | None = None) -> None:
        """Begin a search; with ``points`` both sides place stones only there. UnservedRules as `parts_of`."""
        self._parts = parts_of(game.rules)
        self._game = game.copy()
        self._budget = budget
        self._points = None if points is None else frozenset(points)
        self._entries: dict[Hashable, _Entry] = {}
        self.root: Final = future_of(game, self._parts)
        self.complete: bool = False

    @property
    def bounds(self) -> Bracket[float]:
        """What Black and White can force; infinite if unknown."""
        return self._entries[self.root].bounds if self.root in self._entries else Bracket(-inf, inf)

    def solve(self) -> None:
        """Search until the bounds meet or nothing more can be found; Ctrl-C and the budget keep the results so far."""
        with suppress(OutOfBudget, KeyboardInterrupt):
            depth = 0
            while not self.complete:
                depth += 1
                self._look(depth)
                self._budget.step(plies_deep(depth))
                if self._entries[self.root].settled:
                    self.complete = True
                elif self._all_seen():
                    self._sweep()
                    self.complete = True

    def _look(self, depth: int) -> _Entry:
        game, key = self._game, future_of(self._game, self._parts)
        entry = self._entries.get(key)
        if entry is None:
            entry = self._entries[key] = _Entry(game.to_play == "black")
            self._budget.take(_BYTES, "the table of a search")
            if game.outcome is not None:
                entry.low = entry.high = worth(game.outcome)
        if entry.settled or entry.depth >= depth or depth == 0:
            return entry
        self._budget.step("searching", nodes=1)
        if not entry.depth:
            on, moves = self._points, game.legal_moves()
            entry.after = [(m, None) for m in moves if on is None or not isinstance(m, Place) or m.point in on]
        children = []
        for at, (move, _) in enumerate(entry.after):
            game.play(move)
            try:
                entry.after[at] = move, future_of(game, self._parts)
                children.append(self._look(depth - 1))
            finally:
                game.undo()
            if (children[-1].low if entry.black else -children[-1].high) >= (entry.high if entry.black else -entry.low):
                break
        entry.depth = depth if len(children) == len(entry.after) else entry.depth
        _improve(entry, children, len(entry.after))
        return entry

    def _all_seen(self) -> bool:
        """Return whether every relevant node has been visited: all that are reached through unsettled nodes."""
        seen, queue = {self.root}, [self.root]
        while queue:
            entry = self._entries[queue.pop()]
            if entry.settled:
                continue
            if not entry.depth:
                return False
            for _, key in entry.after:
                if key not in seen:
                    seen.add(key)
                    queue.append(key)
        return True

    def _sweep(self) -> None:
        open_ones = [entry for entry in self._entries.values() if entry.depth]
        changed = True
        while changed:
            changed = False
            for entry in open_ones:
                before = entry.low, entry.high
                _improve(entry, [self._entries[key] for _, key in entry.after], len(entry.after))
                changed = changed or before != (entry.low, entry.high)

    def keeping(self, cycle: float, key: Hashable = None) -> list[tuple[Move, Hashable]]:
        """Return the moves certain to keep a node's value (default: the root's), with infinite play worth ``cycle``."""
        entry = self._entries[self.root if key is None else key]
        known = [(move, after, self._entries[after]) for move, after in entry.after if after in self._entries]
        if entry.settled:
            return [(move, at) for move, at, after in known if after.settled and after.low == entry.low]
        wanted = entry.bounds.worth(cycle)
        return [(move, at) for move, at, after in known if after.bounds.worth(cycle) == wanted]

    def line(self, cycle: float) -> list[Move]:
        """Return a line of moves that keep the value for both sides, to the end or until play would repeat."""
        found: list[Move] = []
        key, seen = self.root, {self.root}
        while ahead := [(move, after) for move, after in self.keeping(cycle, key) if after not in seen]:
            move, key = ahead[0]
            seen.add(key)
            found.append(move)
        return found


def _served(rules: Rules) -> Served:
    """Return the supported values: including goals, unless points decide games that reach none."""
    return {
        **KNOWN,
        "suicide": ("forbidden", "allowed", "strict"),
        "recapture": ("any", "stoical", "larger", "freeze"),
        "passing": ("pass", "return", "both", "none", "forced"),
        "goal": ("score", "misere score") if rules.ends_by_passes else ANY,
        **any_of("order seats"),
    }


def parts_of(rules: Rules) -> tuple[str, ...]:
    """Return the parts of the whole state on which the future depends; UnservedRules for an unsupported value."""
    check_served("a search over games", rules, _served(rules))
    also = ("prisoners",) if rules.scoring == "territory" else ()  # they count at the end
    return tuple(dict.fromkeys((*state_parts("a search over games", rules, _PARTS), *also)))


def future_of(game: Game, parts: Sequence[str]) -> Hashable:
    """Return everything that a game's future depends on, including ``parts`` of the state, as a hashable value."""
    state = game.state()
    row = state.table[0]
    opening = int(row["placing"]), int(row["handicap_turns"])
    turn = game.to_play, int(row["passes"])
    rest = tuple(_PARTS[name](state) for name in parts)
    tao: Hashable = ()
    if game.rules.tao == "on":
        tao = state.table["tao_paid"].tobytes(), state.points["tao_later"].tobytes()
    end = None if game.outcome is None else worth(game.outcome)
    return state.content.tobytes(), turn, opening, rest, tao, _past(game), end


def _past(game: Game) -> Hashable:
    row, rule = game.state().table[0], REPETITIONS[game.rules.repetition]
    ko: Hashable = None
    if rule.ko is Ko.SIMPLE and row["ko"]:
        ko = int(row["ko_key"]), game.situations[-2].content if len(game.situations) > 1 else b""
    if rule.ko is Ko.SINGLETON and row["ko"] and row["last_enemy"] == 1 and row["last_own"] == 0:
        ko = int(row["last_point"])
    if rule.compares is None:
        return ko
    marks = [mark for mark in map(MARKS[rule.compares], game.situations) if mark is not None]
    return ko, frozenset(marks) if rule.times == 2 else frozenset(Counter(marks).items())


def worth(outcome: Outcome) -> float:
    """Return an end's value for Black: the margin if there is one, otherwise 1, -1, or 0 without a winner."""
    if outcome.margin is not None:
        return float(outcome.margin)
    return {"black": 1.0, "white": -1.0, None: 0.0}[outcome.winner]


def _improve(entry: _Entry, children: list[_Entry], moves: int) -> None:
    if not children:
        return
    choose = max if entry.black else min
    whole = len(children) == moves
    if entry.black or whole:
        entry.low = max(entry.low, choose(child.low for child in children))
    if not entry.black or whole:
        entry.high = min(entry.high, choose(child.high for child in children))


MOST_VACANT: Final = 24
_ON_POINTS: Final[Served] = {**KNOWN, "tao": ("off",), "passing": ("pass",), "end": ("passes",)}


def refusal(game: Game) -> TengenError | None:
    """Return why a game cannot be searched: an unsupported rule, a quicker route, or too many points to play on."""
    who = "a search over games"
    found: TengenError | None = unserved(who, game.rules, _served(game.rules))
    if found is not None or game.outcome is not None:
        return found
    vacant = len(game.board) - len(game.stones)
    if ordinary.has_quicker(game, vacant):
        return PositionNotServed(f"{who} is for games that are not ordinary Go, or under other rules of repetition")
    if vacant <= MOST_VACANT:
        return None
    return BoardTooLarge(f"{who} takes up to {MOST_VACANT} points to play on, not {vacant}")


def refusal_on_points(game: Game) -> TengenError | None:
    """Return why a game limited to some points cannot be searched: an unsupported rule."""
    return unserved("a search over games on some points", game.rules, _ON_POINTS)


def solve(game: Game, budget: Budget, points: Collection[int] | None = None) -> Value:
    """Return a game's value, or its bounds when the budget ran out; with ``points``, for play only there."""
    search = GameSearch(game, budget, points)
    search.solve()
    low, high = search.bounds
    unit = unit_of(game)
    if unit == "winner":
        low, high = max(low, -1.0), min(high, 1.0)
    moves: tuple[str, ...] = ()
    line: tuple[str, ...] = ()
    if search.complete:
        with suppress(KeyboardInterrupt):
            moves = tuple(game.write_move(move) for move, _ in search.keeping(0.0))
            line = tuple(map(game.write_move, search.line(0.0)))
    words = f"the rules of this game (repetition = {game.rules.repetition})"
    words += ", with the history of this game" if game.moves else ""
    words += "" if points is None else f"; {played_on(game, points)}"
    if search.complete and low < high:
        words += "; between the bounds it depends on what infinite play is worth"
    route = "games" if points is None else "games on points"
    return Value(low, high, unit, search.complete, moves, line, words, route, budget.looked_at)
