"""The rules a second time: slow, obvious, and written only from the clauses of the specification.

Everything is a Python dict, set or frozenset, every question is answered from the whole board, and nothing is stored
that a definition does not mention. Numbers such as 3.2 in the comments are clauses of the specification. This module
shares only the names of the axes, the reasons and the board's relations with the engine.
"""

import copy
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import product, takewhile
from math import isqrt
from typing import Any, NamedTuple, Protocol, TypeAlias

from tengen.records import BoardError, PositionError, Reason, TengenError
from tengen.rules.axes import AXES
from tengen.rules.rules import Rules

Stones: TypeAlias = dict[int, str]
Chain: TypeAlias = frozenset[int]
P: TypeAlias = tuple[frozenset[tuple[int, str]], frozenset[int], int]
"""The position of 1a: the stones and the Tao stones, never the tiles; and the number of coupons left (6.8)."""

Move: TypeAlias = tuple[Any, ...]
"""``("place", p)``, ``("tao", p)``, ``("pass",)``, ``("return",)`` or ``("resign",)``."""


KNOWN: dict[str, tuple[Any, ...]] = {
    "suicide": ("forbidden", "allowed", "strict"),
    "recapture": ("any", "stoical", "larger", "freeze", "tibetan"),
    "repetition": ("ko", "none", "positional", "situational", "natural", "formal", "no-result", "ing", "singleton"),
    "cycle": ("no-result", "draw", "agreement"),
    "singleton_of": ("game", "opponent"),
    "tiles": ("none", "tile", "cushion"),
    "tao": ("off", "on"),
    "tao_payment": ("prisoner", "points"),
    "friendly_fire": ("same", "before", "after", "forbidden"),
    "removal": ("enemy-first", "together", "own-first"),
    "captured": ("prisoners", "convert", "wall"),
    "passing": ("pass", "return", "both", "none", "forced"),
    "end": ("passes", "no-moves"),
    "pass_stones": (False, True),
    "scoring": ("area", "territory", "stones"),
    "weights": ("even", "pyramid", "corners"),
    "payoff": ("none", "hahn"),
    "tax": ("none", "seki", "all"),
    "handicap_kind": ("fixed", "free", "turns"),
    "handicap_bonus": (0, "n-1", "n"),
    "fairness": ("none", "swap", "bid", "auction", "switch"),
}
"""The supported values. Every other value is refused, and never taken for one of these."""
OPEN = (
    *("pass_lifts_ko", "tile_stack", "tao_start", "tao_price", "tao_in_hand", "own_overlap", "goal", "order", "seats"),
    *("passes", "least_liberties", "where"),
    *("coupons", "prisoner_value", "komi", "handicap"),
)
"""The axes with all values supported. An axis in neither list must have its default."""


class OracleBoard(Protocol):
    """The parts of a board that the oracle reads (0.1)."""

    @property
    def edges(self) -> Sequence[Sequence[int]]: ...
    @property
    def neighbours(self) -> Sequence[Sequence[int]]: ...
    @property
    def footprint(self) -> Sequence[Sequence[int]]: ...
    @property
    def labels(self) -> Sequence[str]: ...
    @property
    def centre(self) -> int | None: ...
    @property
    def rows(self) -> Sequence[Sequence[int]]: ...
    @property
    def surface(self) -> str: ...


class Result(NamedTuple):
    """The result of a placement (0.4, 4.4)."""

    stones: Stones
    tao: set[int]
    enemy_removed: set[int]
    own_removed: set[int]
    played_removed: bool
    bystander_removed: bool


def other(colour: str) -> str:
    return "white" if colour == "black" else "black"


def spread(start: int, inside: Collection[int], relation: Sequence[Iterable[int]]) -> frozenset[int]:
    """The points of ``inside`` that can be reached from ``start`` along ``relation`` without leaving ``inside``."""
    found = {start}
    waiting = [start]
    while waiting:
        for q in relation[waiting.pop()]:
            if q in inside and q not in found:
                found.add(q)
                waiting.append(q)
    return frozenset(found)


def components(inside: Collection[int], relation: Sequence[Iterable[int]]) -> list[frozenset[int]]:
    found: list[frozenset[int]] = []
    left = set(inside)
    while left:
        found.append(spread(min(left), left, relation))
        left -= found[-1]
    return found


class Oracle:
    """One game, judged from the definitions."""

    def __init__(
        self,
        board: OracleBoard,
        rules: Rules,
        *,
        stones: Mapping[int, str] | None = None,
        tao: Iterable[int] | None = None,
        tiles: Mapping[int, int] | None = None,
        prisoners: Mapping[str, int] | None = None,
        tao_in_hand: Mapping[str, int] | None = None,
        to_play: str = "black",
        created_by: str | None = None,
        last_incursion: bool = False,
        tao_turns: int = 0,
        order_turn: int = 0,
    ) -> None:
        for axis in AXES.keys() - set(OPEN):
            values = KNOWN.get(axis) or (AXES[axis].default,)
            if (value := getattr(rules, axis)) not in values:
                raise TengenError(f"the oracle does not know {axis} = {value}; it knows {', '.join(map(str, values))}")
        self.board = board
        self.rules = rules
        self.n = len(board.edges)
        # 4.2: under own_overlap neighbours are footprint plus neighbours (never the point itself).
        self.neighbours: list[set[int]] = [set(points) for points in board.neighbours]
        if rules.own_overlap:
            self.neighbours = [(self.neighbours[p] | set(board.footprint[p])) - {p} for p in range(self.n)]
        # 4.1, 4.3: stones connect where each lies in the other's neighbours.
        self.mutual = [{q for q in self.neighbours[p] if p in self.neighbours[q]} for p in range(self.n)]

        self.stones: Stones = dict(stones or {})
        self.tao: set[int] = set(tao or ())
        self.tiles: dict[int, int] = {p: height for p, height in (tiles or {}).items() if height}
        self.prisoners = {"black": 0, "white": 0} | dict(prisoners or {})
        self.tao_in_hand = {"black": rules.tao_in_hand, "white": rules.tao_in_hand} | dict(tao_in_hand or {})
        self.tao_bought = {"black": 0, "white": 0}
        self.tao_paid = {"black": 0, "white": 0}
        self.turns_of_game = tao_turns  # 3.9: turns made, those of a free handicap left out (0.6)
        self.turns_of_auction = tao_turns  # 3.9: turns made since the last Tao stone was bought
        self.to_play = to_play
        self.turn = order_turn  # 6.7: counted from 0; handicap turns are not counted
        self._skip_to("white" if rules.handicap and stones is None else to_play)
        self.last_incursion = last_incursion  # 2.2: was the last placement, by whichever player, an incursion?
        self.outcome: tuple[str | None, float | None, str] | None = None

        self.passes_in_a_row = 0  # 1.12
        self.coupons = self._stack()
        self.coupons_held = {"black": 0.0, "white": 0.0}
        # 0.6: a position set up from a diagram has no handicap left to take.
        own_start = stones is None
        self.handicap_turns = rules.handicap if own_start and rules.handicap_kind == "turns" else 0
        self.free_stones = rules.handicap if own_start and rules.handicap_kind == "free" else 0

        self.history: list[tuple[P, str]] = []  # 1a: the start, and what every turn led to, with the side to move
        self.created: dict[str, set[P]] = {"black": set(), "white": set()}  # 1.5
        self.states: list[tuple[Any, ...]] = []  # 1.6: whole states
        self.last_stone: int | None = None  # 6.9
        self.named_by: int | None = None  # 6.9: the stone of the last turn, under keima of the same player
        self.last_turn: tuple[int, Stones, bool] = (0, {}, False)  # 6.4: stones taken, points emptied, atari
        self.before_placement: tuple[str, P] | None = None  # 1.2: if the preceding turn was a placement
        # 4.6: every placement since the ko was lifted, by whom, and whether it took exactly one stone and lost none
        self.placements: list[tuple[str, int, bool]] = []
        self.bids: list[tuple[str, float | None]] = []  # 6.6a: who bid, and what
        self.swapped = False  # 6.6a: whether the sides were swapped after a move
        self.placed = 0  # 6.6a: stones put since the start
        self.komi = rules.komi
        self.may_agree = False  # 1.6, cycle = agreement: the whole state has come back
        self.undo_stack: list[dict[str, Any]] = []

        if own_start and rules.handicap and rules.handicap >= self.n:
            raise BoardError("0.6: no room for the handicap")
        self._refuse_impossible_position()
        if self.free_stones:
            self._end_placing()
        else:
            if tao is None:
                self._put_starting_tao()
            self._start_history(created_by or other(to_play))
        self._end_if_no_moves()

    # ---- what is on the board -------------------------------------------------------------------------------------

    def _blocked(self, stones: Stones) -> set[int]:
        """0.2: the points in the footprint of a stone."""
        return {q for p in stones for q in self.board.footprint[p]}

    def _in_the_way_of(self, colour: str, stones: Iterable[int]) -> set[int]:
        """4.2: where some of the stones prevent a placement of a colour; own stones do not under own_overlap."""
        return self._blocked({q: self.stones[q] for q in stones if not self._lets_in(self.stones[q], colour)})

    def _lets_in(self, owner: str, colour: str) -> bool:
        return bool(self.rules.own_overlap) and owner == colour

    def _chains(self, stones: Stones, colour: str) -> list[Chain]:
        """0.3, 4.3: maximal sets of stones of one colour connected by neighbours."""
        return components({p for p in stones if stones[p] == colour}, self.mutual)

    def _liberties(self, chain: Chain, blocked: set[int]) -> set[int]:
        """0.3, 3.1: vacant points, Tao points included, in the neighbours of a stone of the chain."""
        return {q for p in chain for q in self.neighbours[p]} - blocked

    def _without_liberties(self, stones: Stones, colour: str, least: int = 1) -> list[Chain]:
        blocked = self._blocked(stones)
        return [chain for chain in self._chains(stones, colour) if len(self._liberties(chain, blocked)) < least]

    def _regions(self, stones: Stones, off: set[int]) -> list[frozenset[int]]:
        """0.3: maximal sets of vacant points connected by edges, on the board without the points ``off``.

        3.6: at the end these are the Tao points; 3.8: in play there are none.
        """
        return components(set(range(self.n)) - self._blocked(stones) - off, self.board.edges)

    def _touched(self, stones: Stones, region: frozenset[int], off: set[int]) -> set[str]:
        """0.3: the colours of the stones with a footprint point at the other end of an edge from the region.

        3.6: points ``off`` the board are gone like their edges, so nothing is touched across them.
        """
        beside = {q for p in region for q in self.board.edges[p]} - off
        return {colour for p, colour in stones.items() if beside & set(self.board.footprint[p])}

    def _region_in_play(self, p: int) -> frozenset[int]:
        """2.1, 3.8: the region of a vacant point while the game goes on."""
        (region,) = [region for region in self._regions(self.stones, set()) if p in region]
        return region

    def _p(self, stones: Stones, tao: set[int]) -> P:
        """1a: stones and Tao stones, never the tiles."""
        return frozenset(stones.items()), frozenset(tao), len(self.coupons)

    def _refuse_impossible_position(self) -> None:
        """0.7: chains have liberties, and stones an order of placement; 3.8: Tao and other stones share no point."""
        left = set(self.stones)
        while left:
            last = [p for p in left if not any(p in self._in_the_way_of(self.stones[p], {q}) for q in left - {p})]
            if not last:
                raise PositionError("stones overlap", [[self.board.labels[p]] for p in sorted(left)])
            left -= set(last)
        if self.tao & set(self.stones):
            raise PositionError("a stone and a Tao stone on one point")
        dead = [c for colour in ("black", "white") for c in self._without_liberties(self.stones, colour)]
        if dead:
            raise PositionError("no liberty", [[self.board.labels[p] for p in sorted(c)] for c in dead])

    # ---- the start ------------------------------------------------------------------------------------------------

    def _put_starting_tao(self) -> None:
        """3.4: at tengen or the points of ``tao_start``; if a stone is on or over the point, Black gets it."""
        if self.rules.tao == "off":
            return
        if self.rules.tao_start == "tengen":
            start = [] if self.board.centre is None else [self.board.centre]
        else:
            start = [list(self.board.labels).index(label) for label in self.rules.tao_start]
        for p in start:
            if p in self._blocked(self.stones):
                self.tao_in_hand["black"] += 1
            else:
                self.tao.add(p)

    def _start_history(self, creator: str) -> None:
        """1a: history starts with the start position; 1.5: its creator, unless there are no stones."""
        self._record()
        if self.stones:
            self.created[creator].add(self._p(self.stones, self.tao))

    def _record(self) -> None:
        self.history.append((self._p(self.stones, self.tao), self.to_play))
        self.states.append(self._whole_state())

    def _whole_state(self) -> tuple[Any, ...]:
        """1.6: P, the side to move, and tiles, incursion bit, prisoners and Tao stones where they are in play."""
        rules = self.rules
        state: list[Any] = [self._p(self.stones, self.tao), self.to_play]
        if rules.captured == "wall":  # 6.10
            state.append(frozenset(self.tiles))
        if rules.tiles != "none":
            state += [frozenset(self.tiles.items()), self.last_incursion]
        counted = rules.goal.removeprefix("misere ").startswith("capture ") and rules.goal.split()[-1].isdigit()
        if counted or rules.passing in ("return", "both") or (rules.tao == "on" and rules.tao_payment == "prisoner"):
            state += [self.prisoners["black"], self.prisoners["white"]]
        if rules.tao == "on":
            state += [self.tao_in_hand["black"], self.tao_in_hand["white"]]
            state += [self.tao_bought["black"], self.tao_bought["white"]]
            state += [self._price_asked("black"), self._price_asked("white")]  # 3.9
        if rules.order not in ("alternate", "thue-morse", "progressive"):  # 6.7
            once, again = self._parts_of_order()
            state.append(min(self.turn, len(once) + (self.turn - len(once)) % len(again)))
        taken, _, gave_atari = self.last_turn
        state.append({"stoical": taken > 0, "larger": taken, "freeze": gave_atari}.get(rules.recapture))  # 6.4
        return tuple(state)

    # ---- a placement, imagined ------------------------------------------------------------------------------------

    def _result(self, colour: str, p: int) -> Result:
        """0.4 and 4.4: the stones on the board after ``colour`` has placed at ``p``, and those removed."""
        stones = dict(self.stones)
        stones[p] = colour
        tao = self.tao - {p}  # 3.2: the Tao stone returns to the box
        rules = self.rules
        if (rules.removal, rules.captured, rules.least_liberties) != ("enemy-first", "prisoners", 1):
            return self._result_by_stages(colour, p, stones, tao)

        enemy_removed: set[int] = set()
        for chain in self._without_liberties(stones, other(colour)):  # all counted before any goes
            enemy_removed |= chain
        for q in enemy_removed:
            del stones[q]

        stages: dict[str, list[tuple[str, ...]]] = {
            "same": [("played", "others")],
            "forbidden": [("played", "others")],
            "before": [("played",), ("others",)],  # the played stone's group dies before the others
            "after": [("others",), ("played",)],
        }
        own_removed: set[int] = set()
        played_removed = bystander_removed = False
        for stage in stages[self.rules.friendly_fire]:  # liberties are counted anew between the stages
            for chain in self._without_liberties(stones, colour):
                if ("played" if p in chain else "others") in stage:
                    own_removed |= chain
                    played_removed = played_removed or p in chain
                    bystander_removed = bystander_removed or p not in chain
            stones = {q: c for q, c in stones.items() if q not in own_removed}
        return Result(stones, tao, enemy_removed, own_removed, played_removed, bystander_removed)

    def _result_by_stages(self, colour: str, p: int, before: Stones, tao: set[int]) -> Result:
        """6.10: the final stones, compared with those right after the placement."""
        stones = dict(before)
        order = {"enemy-first": [{other(colour)}, {colour}], "own-first": [{colour}, {other(colour)}]}
        for colours in order.get(self.rules.removal, [{"black", "white"}]):
            dead = [c for each in colours for c in self._without_liberties(stones, each, self.rules.least_liberties)]
            for q in {q for chain in dead for q in chain}:
                if self.rules.captured == "convert":
                    stones[q] = other(stones[q])
                else:
                    del stones[q]
        changed = {q for q in before if stones.get(q) != before[q]}
        own = {q for q in changed if before[q] == colour}
        return Result(stones, tao, changed - own, own, p in own, bool(own) and p not in own)

    def _is_incursion(self, colour: str, p: int) -> bool:
        """2.1, on the board before the stone is put; 3.8 for Tao points."""
        if p in self._blocked(self.stones):
            return False
        return self._touched(self.stones, self._region_in_play(p), set()) == {other(colour)}

    def _tile_due(self, colour: str, p: int) -> bool:
        """2.2."""
        if self.rules.tiles == "tile":
            return self.last_incursion
        if self.rules.tiles == "cushion":
            return self.last_incursion and self._is_incursion(colour, p)
        return False

    def _side_after(self) -> str:
        """The side to move after the present turn: by the order, unless Black has handicap turns left (0.6, 6.7)."""
        if self.handicap_turns:
            return "black" if self.handicap_turns > 1 else "white"
        return self._side_at(self.turn + 1)

    def _side_at(self, turn: int) -> str:
        """6.7: the side that makes a turn of the order."""
        order = self.rules.order
        if order == "thue-morse":
            return ("black", "white")[bin(turn).count("1") % 2]
        if order == "progressive":
            return ("white", "black")[next(k for k in range(1, turn + 2) if k * (k + 1) > 2 * turn) % 2]
        once, again = self._parts_of_order()
        return {"B": "black", "W": "white"}[(once + again * (turn + 1))[turn]]

    def _parts_of_order(self) -> tuple[str, str]:
        order = {"alternate": "BW"}.get(self.rules.order, self.rules.order)
        if order.endswith(" a turn"):
            order = "B" * int(order.split()[0]) + "W" * int(order.split()[0])
        once, _, again = order.replace(" ", "").rstrip(")").partition("(")
        return (once, again) if again else ("", once)

    def _skip_to(self, colour: str) -> None:
        """6.7: if a side moves out of turn, the other side's turns before its own next one are skipped."""
        while self._side_at(self.turn) != colour:
            self.turn += 1

    @property
    def seat(self) -> int:
        """6.7: the number of the player to move, from 1."""
        return 1 if self.free_stones or self.handicap_turns else self.turn % self.rules.seats + 1

    # ---- legality (0.5) -------------------------------------------------------------------------------------------

    def why_not(self, move: Move, colour: str | None = None) -> tuple[Reason, ...]:
        """Every reason why a move is illegal, in the order of 0.5; ``()`` if it is legal."""
        kind = move[0]
        if self.outcome is not None:
            return (Reason.GAME_OVER,)
        if self.bidder:  # 6.6a
            return (Reason.BIDDING,)
        if colour is not None and colour != self.to_play:
            return (Reason.NOT_YOUR_TURN,)
        if kind == "resign":  # 0.9
            return ()
        if kind == "pass":
            may_pass = self.rules.passing in ("pass", "both") and self.free_stones == 0
            keima_due = may_pass and self.rules.where == "keima" and self.named_by is not None  # 6.9
            if keima_due or (self.rules.passing == "forced" and not self.free_stones):  # 6.3
                may_pass = not self.legal_placements()
            return () if may_pass else (Reason.NO_PASSING,)
        if kind == "return":  # 2.6
            if self.rules.passing not in ("return", "both") or self.free_stones:
                return (Reason.NO_RETURN,)
            return () if self.prisoners[self.to_play] else (Reason.NO_PRISONER,)
        if kind == "tao":
            return self._why_not_tao(move[1])
        assert kind == "place", move
        return self._why_not_place(move[1])

    def _why_not_tao(self, p: int) -> tuple[Reason, ...]:
        if p not in range(self.n):
            return (Reason.OFF_BOARD,)
        if p in self.stones or p in self.tao:
            return (Reason.OCCUPIED,)
        if p in self._blocked(self.stones):  # 3.8: only on an unblocked point, own footprints included
            return (Reason.BLOCKED,)
        if self.rules.tao == "off" or self.free_stones:
            return (Reason.NO_TAO,)
        if self.tao_in_hand[self.to_play]:  # 3.3: one in hand is used first and is free
            return ()
        price = self._price_asked(self.to_play)
        if price is None:  # 3.9: none can be bought
            return (Reason.NO_TAO,)
        if self.rules.tao_payment == "prisoner" and self.prisoners[self.to_play] < price:
            return (Reason.NO_PRISONER,)
        return ()

    def _tao_price(self, colour: str) -> int:
        """3.3: the price of a Tao stone that a player may place; one in hand is free."""
        return 0 if self.tao_in_hand[colour] else self._price_asked(colour) or 0

    def _price_asked(self, colour: str) -> int | None:
        """3.9: the current price of a Tao stone; None if none can be bought."""
        price = self.rules.tao_price
        if isinstance(price, int):
            return price
        if isinstance(price, tuple):  # 3.3: the k-th bought costs the list's k-th entry, the last for ever
            return price[min(self.tao_bought[colour], len(price) - 1)]
        kind, *words = price.replace(",", "").split()
        if kind == "off":
            return None
        numbers = [int(word) for word in words if word.isdigit()]
        if kind == "schedule":  # the price, then price and move by turns: the last whose move has come
            asked = numbers[0]
            for amount, first in zip(numbers[1::2], numbers[2::2], strict=True):
                if self.turns_of_game + 1 >= first:
                    asked = amount
            return asked
        assert kind == "auction", price
        high, low, every = numbers
        return max(low, high - self.turns_of_auction // every)

    def _why_not_place(self, p: int) -> tuple[Reason, ...]:
        colour = self.to_play
        if p not in range(self.n):
            return (Reason.OFF_BOARD,)
        if p in self.stones:
            return (Reason.OCCUPIED,)
        if p in self._in_the_way_of(colour, self.stones):
            return (Reason.BLOCKED,)
        if self.rules.captured == "wall" and p in self.tiles:  # 6.10
            return (Reason.BLOCKED,)
        if self.free_stones:  # 0.6: placed like the stones of a diagram, so only 0.7 matters
            after = self.stones | {p: colour}
            return (Reason.SUICIDE,) if self._without_liberties(after, colour) else ()

        reasons: list[Reason] = []
        result = self._result(colour, p)
        stack = self.rules.tile_stack
        if self._tile_due(colour, p) and stack != "unlimited" and self.tiles.get(p, 0) >= stack:  # 2.3
            reasons.append(Reason.TILE_LIMIT)
        if p in self.tao and not result.enemy_removed:  # 3.2
            reasons.append(Reason.TAO_NEEDS_CAPTURE)
        suicide = self.rules.suicide != "allowed" and result.played_removed  # 4.4: the played stone's group would go
        if self.rules.suicide == "strict":  # 6.5
            alone = self._without_liberties({**self.stones, p: colour}, colour)
            suicide = suicide or any(p in chain for chain in alone)
        if suicide and self._row(colour, p) != "reached":  # 6.2
            reasons.append(Reason.SUICIDE)
        if self.rules.friendly_fire == "forbidden" and result.bystander_removed:  # 4.4: another own group would go
            reasons.append(Reason.FRIENDLY_FIRE)
        if not set(reasons) - {Reason.TILE_LIMIT}:
            if self._breaks_ko(colour, result):
                reasons.append(Reason.KO)
            if self._breaks_repetition(colour, result):
                reasons.append(Reason.REPETITION)
            if self._breaks_recapture(p, len(result.enemy_removed)):
                reasons.append(Reason.RECAPTURE)
        if self._is_out_of_place(colour, p):
            reasons.append(Reason.WHERE)
        return tuple(reasons)

    def _is_out_of_place(self, colour: str, p: int) -> bool:
        """6.9, in the position before the placement."""
        kind = self.rules.where.rstrip("0123456789").rstrip()
        count = int(self.rules.where.removeprefix(kind) or 0)
        chain = spread(p, {q for q, c in self.stones.items() if c == colour} | {p}, self.mutual)
        if kind == "keima":
            if self.named_by is not None and p not in self._keimas(self.named_by):
                return True
            return self._side_after() == colour and not self._leaves_keima(colour, p)
        if kind == "blocks":
            named = set() if self.named_by is None else self._block_named_by(self.named_by)
            return p not in named and not named <= self._blocked(self.stones)
        if kind in ("away", "near"):
            reached = {p}
            for _ in range(min(count, self.n)):
                reached |= {q for r in reached for q in self.board.edges[r]}
            return self.last_stone is not None and (self.last_stone in reached) == (kind == "away")
        if kind == "closed":
            region = set() if p in self._blocked(self.stones) else self._region_in_play(p)
            touched = self._touched(self.stones, frozenset(region), set())
            return len(touched) == 1 and 2 * len(region) <= self.n
        return {
            "anywhere": False,
            "no contact": any(self.stones.get(q) == other(colour) for q in self.neighbours[p]),
            "chains": len(chain) > count,
            "no chains of": len(chain) == count,
        }[kind]

    def _places(self) -> dict[int, tuple[int, int]]:
        return {q: (x, y) for y, row in enumerate(self.board.rows) for x, q in enumerate(row) if q >= 0}

    def _keimas(self, p: int) -> set[int]:
        """6.9: the points a knight's move away, over the seams of wrapped boards as well."""
        rows, surface, found = self.board.rows, self.board.surface, set[int]()
        width, height, (left, top) = len(rows[0]), len(rows), self._places()[p]
        for dx, dy in product((-2, -1, 1, 2), repeat=2):
            x, y = left + dx, top + dy
            if surface in ("mobius", "klein") and x // width % 2:  # upside down
                y = height - 1 - y
            x = x if surface == "plane" else x % width
            y = y % height if surface in ("torus", "klein") else y
            if abs(dx) != abs(dy) and 0 <= x < width and 0 <= y < height:
                found |= {rows[y][x]} - {-1}
        return found

    def _leaves_keima(self, colour: str, p: int) -> bool:
        """6.9: whether the next stone could stand a knight's move from p, or go by a suicide that is legal."""
        after, result = copy.copy(self), self._result(colour, p)
        after.stones, after.tao = result.stones, result.tao
        vacant = self._keimas(p) - self._blocked(result.stones)
        return any(self.rules.suicide == "allowed" or not after._result(colour, q).played_removed for q in vacant)

    def _block_named_by(self, p: int) -> set[int]:
        """6.9: the block that lies among the blocks as p lies in its own."""
        side, (x, y) = isqrt(len(self.board.rows)), self._places()[p]
        return {q for q, (i, j) in self._places().items() if (i // side, j // side) == (x % side, y % side)}

    def _breaks_ko(self, colour: str, result: Result) -> bool:
        repetition = self.rules.repetition
        if repetition in ("ko", "no-result", "ing"):  # 1.2, and as part of 1.6 and 1.7
            if self.before_placement is None:
                return False
            placed_by, before = self.before_placement
            return placed_by == other(colour) and self._p(result.stones, result.tao) == before
        if repetition == "singleton":  # 4.6
            takes_one = len(result.enemy_removed) == 1 and not result.own_removed
            return takes_one and result.enemy_removed == {self._single_capturer(colour)}
        return False

    def _breaks_recapture(self, p: int, takes: int) -> bool:
        """6.4."""
        taken, gone, gave_atari = self.last_turn
        return {
            "any": False,
            "stoical": takes > 0 and taken > 0,
            "larger": 0 < takes <= taken,
            "freeze": takes > 0 and gave_atari,
            "tibetan": p in gone,
        }[self.rules.recapture]

    def _gives_atari(self, colour: str, p: int, stones: Stones) -> bool:
        """6.4: whether the stone on p remains and touches an enemy chain with one liberty."""
        blocked, under = self._blocked(stones), set(self.board.footprint[p])
        threatened = [c for c in self._chains(stones, other(colour)) if len(self._liberties(c, blocked)) == 1]
        return stones.get(p) == colour and any(self.neighbours[q] & under for chain in threatened for q in chain)

    def _single_capturer(self, colour: str) -> int | None:
        """4.6: the last placement, of the game or of the opponent of ``colour``, if it took one stone and lost none."""
        of_opponent = self.rules.singleton_of == "opponent"
        for by, p, took_one in reversed(self.placements):
            if by != colour or not of_opponent:
                return p if took_one else None
        return None

    def _breaks_repetition(self, colour: str, result: Result) -> bool:
        repetition = self.rules.repetition
        p = self._p(result.stones, result.tao)
        situation = (p, self._side_after())
        if repetition in ("positional", "formal"):  # 1.3, 1.9
            return any(earlier == p for earlier, _ in self.history)
        if repetition == "situational":  # 1.4
            return situation in self.history
        if repetition == "natural":  # 1.5
            return p in self.created[colour]
        if repetition == "ing":  # 1.7
            return self.history.count(situation) >= 2
        return False

    def legal_placements(self) -> set[int]:
        return {p for p in range(self.n) if not self.why_not(("place", p))}

    def legal_taos(self) -> set[int]:
        return {p for p in range(self.n) if not self.why_not(("tao", p))}

    def effect(self, move: Move) -> tuple[Any, ...]:
        """A legal move's effect: enemy points taken (0.4), own ones lost (4.4), tile (2.3), region (2.1), cost."""
        kind, colour = move[0], self.to_play
        if kind == "tao":
            return (), (), False, None, self._tao_price(colour)
        if kind != "place" or self.free_stones:
            return (), (), False, None, 0
        p = move[1]
        result = self._result(colour, p)
        region = None
        if self.rules.tiles != "none" and self._is_incursion(colour, p):
            region = self._region_in_play(p)
        taken, lost = (tuple(sorted(gone)) for gone in (result.enemy_removed, result.own_removed))
        return taken, lost, self._tile_due(colour, p), region, 0

    # ---- playing --------------------------------------------------------------------------------------------------

    def play(self, move: Move, colour: str | None = None) -> None:
        reasons = self.why_not(move, colour)
        assert not reasons, (move, reasons)
        self.undo_stack.append(self._snapshot())
        kind = move[0]
        if kind == "resign":  # 0.9
            self.outcome = (other(self.to_play), None, "resignation")
        elif self.free_stones:
            self._put_free_stone(move[1])
        elif kind == "place":
            self.placed += 1
            self._place(move[1])
        elif kind == "tao":
            self._put_tao(move[1])
        elif kind == "return":
            self._return()
        else:
            self._pass()

    def _snapshot(self) -> dict[str, Any]:
        """A copy of everything that play changes; the contents of the copied containers are immutable."""
        fixed = ("board", "rules", "n", "neighbours", "undo_stack", "created")
        kept = {name: copy.copy(value) for name, value in vars(self).items() if name not in fixed}
        return kept | {"created": {colour: set(made) for colour, made in self.created.items()}}

    def undo(self) -> None:
        """0.9: restore everything; raise without moves."""
        assert self.undo_stack, "nothing to undo"
        vars(self).update(self.undo_stack.pop())

    def resume(self, by: str, opponent_first: bool) -> None:
        """1.17a: play goes on, nothing is erased, and the passes in a row count from zero."""
        assert self.outcome is not None
        assert self.outcome[2] == "score"
        self.outcome = None
        self.passes_in_a_row = 0
        if opponent_first:
            self.to_play = other(by)
            self._skip_to(self.to_play)

    def _put_free_stone(self, p: int) -> None:
        self.stones[p] = "black"
        self.free_stones -= 1
        self._end_placing()
        self._end_if_no_moves()

    def _end_placing(self) -> None:
        """0.6, 3.4: when no stone is left, or none can be placed, White moves, Tao stones come and history starts."""
        if self.free_stones == 0 or not self.legal_placements():
            self.free_stones = 0
            self.to_play = "white"
            self._put_starting_tao()
            self._start_history("black")

    def _place(self, p: int) -> None:
        colour = self.to_play
        result = self._result(colour, p)
        incursion = self._is_incursion(colour, p)
        reached = self._goal_reached(colour, p, result)
        if self._tile_due(colour, p):  # 2.3
            self.tiles[p] = self.tiles.get(p, 0) + 1
        self.before_placement = (colour, self._p(self.stones, self.tao))
        took_one = len(result.enemy_removed) == 1 and not result.own_removed
        self.placements = [*self.placements, (colour, p, took_one)]

        gone = {q: c for q, c in self.stones.items() if q not in result.stones}
        self.last_turn = len(result.enemy_removed), gone, self._gives_atari(colour, p, result.stones)
        self.stones, self.tao = result.stones, result.tao
        if self.rules.captured != "convert":  # 0.4, 6.10
            self.prisoners[colour] += len(result.enemy_removed)
            self.prisoners[other(colour)] += len(result.own_removed)
        if self.rules.captured == "wall":
            self.tiles |= dict.fromkeys(result.enemy_removed | result.own_removed, 1)
        self.last_stone = p
        self.last_incursion = incursion
        self.created[colour].add(self._p(self.stones, self.tao))  # 1.5
        self.passes_in_a_row = 0
        self._finish_turn(was_placement=True)
        if reached:
            winner = other(reached) if self.rules.goal.startswith("misere ") else reached
            self.outcome = (winner, None, "goal")

    # ---- who has which colour (6.6a) ------------------------------------------------------------------------------

    @property
    def bidder(self) -> str | None:
        count = len(self.bids)
        due = {"bid": count < 2, "auction": not self.bids or self.bids[-1][1] is not None}
        return ("first", "second")[count % 2] if due.get(self.rules.fairness) else None

    def bid(self, komi: float | None) -> None:
        self.bids.append((str(self.bidder), komi))
        if not self.bidder:
            self.komi = max(given for _, given in self.bids if given is not None)

    @property
    def seats(self) -> dict[str, str]:
        """The player of each colour: at first the first has Black; of equal bids the first player's wins."""
        black = "first"
        if self.bids and not self.bidder:
            black = next(player for player, komi in self.bids if komi == self.komi)
        # 6.7: with an odd number of seats, the first player has seat 1 in both colours
        if self.swapped != (self.rules.seats % 2 == 1 and (self.seat == 1) != (self.to_play == "black")):
            black = "second" if black == "first" else "first"
        return {"black": black, "white": "second" if black == "first" else "first"}

    def may_swap(self) -> bool:
        if self.outcome is not None or self.swapped or not self.placed:
            return False
        is_second = len(self.undo_stack) == 1 and self.to_play != self.undo_stack[0]["to_play"]
        return self.rules.fairness == "switch" or (self.rules.fairness == "swap" and is_second)

    # ---- goals (6.1, 6.2) -----------------------------------------------------------------------------------------

    def _goal_reached(self, colour: str, p: int, result: Result) -> str | None:
        """The side that reaches the goal by a placement that has not been made yet."""
        words = self.rules.goal.removeprefix("misere ").replace(",", "").split()
        taken = {colour: len(result.enemy_removed), other(colour): len(result.own_removed)}
        if words[0] == "capture" and words[1] == "on":
            marked = {list(self.board.labels).index(label) for label in words[2:]}
            gone = {colour: result.enemy_removed & marked, other(colour): (result.own_removed - {p}) & marked}
            return next((player for player in (colour, other(colour)) if gone[player]), None)
        if words[0] == "capture":
            held = {player: 0 if "once" in words else self.prisoners[player] for player in taken}
            if "once" not in words and self.rules.captured == "convert":  # 6.10: no prisoners
                taken = dict.fromkeys(taken, 0)
            reach = [player for player in (colour, other(colour)) if held[player] + taken[player] >= int(words[1])]
            return reach[0] if reach else None
        if words[0] == "connect":
            return colour if self._connects(result.stones, colour, p, own="own" in words) else None
        if words[0] == "row":
            return {"reached": colour, "overline": other(colour), "": None}[self._row(colour, p)]
        return None

    def _connects(self, stones: Stones, colour: str, p: int, own: bool) -> bool:
        """Whether the chain of the stone on p lies on both of two opposite sides of a grid."""
        rows = self.board.rows
        upright, across = ({*rows[0]}, {*rows[-1]}), ({row[0] for row in rows}, {row[-1] for row in rows})
        pairs = [upright] if self.board.surface == "cylinder" else [upright, across]
        if own:
            pairs = [upright if colour == "black" else across]
        chains = [chain for chain in self._chains(stones, colour) if p in chain]
        return any(chain & a and chain & b for chain in chains for a, b in pairs)

    def _row(self, colour: str, p: int) -> str:
        """6.2: "reached", "overline" or "" for a stone put on p, before anything is removed."""
        words = self.rules.goal.removeprefix("misere ").replace(",", "").split()
        if words[0] != "row":
            return ""
        count, line = int(words[1]), int(words[4]) if "line" in words else 0
        exact = "overlines" in words and colour == "black"
        width, height = len(self.board.rows[0]), len(self.board.rows)
        wraps_x, wraps_y = self.board.surface != "plane", self.board.surface == "torus"
        own = {q for q, c in self.stones.items() if c == colour} | {p}
        place = {q: (x, y) for y, row in enumerate(self.board.rows) for x, q in enumerate(row)}

        def at(x: int, y: int) -> int:
            x, y = x % width if wraps_x else x, y % height if wraps_y else y
            return self.board.rows[y][x] if 0 <= x < width and 0 <= y < height else -1

        def counts(q: int) -> bool:
            x, y = place[q]
            return (wraps_x or line <= x < width - line) and (wraps_y or line <= y < height - line)

        overline = False
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
            x, y = place[p]
            arms = []
            for sign in (1, -1):
                arm: list[int] = []
                while (
                    len(arm) < self.n
                    and (q := at(x + sign * dx * (len(arm) + 1), y + sign * dy * (len(arm) + 1))) in own
                ):
                    if q == p:
                        break
                    arm.append(q)
                arms.append(arm)
            length = len({p, *arms[0], *arms[1]})
            inner = [q for arm in arms for q in takewhile(counts, arm)]
            reached = counts(p) and len({p, *inner}) >= count
            if reached and not (exact and length > count):
                return "reached"
            overline = overline or (exact and length > count)
        return "overline" if overline else ""

    def _put_tao(self, p: int) -> None:
        """3.3. It creates nothing (1.5) and changes no incursion bit (3.8)."""
        colour = self.to_play
        bought = not self.tao_in_hand[colour]
        if not bought:
            self.tao_in_hand[colour] -= 1
        else:
            price = self._tao_price(colour)
            if self.rules.tao_payment == "prisoner":
                self.prisoners[colour] -= price
            self.tao_paid[colour] += price
            self.tao_bought[colour] += 1
        self.tao.add(p)
        self._lift_ko()
        self.passes_in_a_row = 0
        self._finish_turn(bought=bought)

    def _return(self) -> None:
        """2.6: one prisoner less and nothing else; the last placement does not change, the ko ban lifts."""
        self.prisoners[self.to_play] -= 1
        self._lift_ko()
        self.passes_in_a_row = 0  # section 5
        self._finish_turn()

    def _pass(self) -> None:
        self.before_placement = None  # 1.2
        if self.rules.pass_lifts_ko:  # 4.6
            self.placements = []
        if self.rules.pass_stones:  # 6.8a
            self.prisoners[other(self.to_play)] += 1
        if self.coupons:  # 6.8: no ko is forbidden after it, as after a placement
            self._lift_ko()
            self.coupons_held[self.to_play] += self.coupons[0]
            self.coupons = self.coupons[1:]
        elif self.handicap_turns == 0:  # 0.6: a pass in a handicap turn does not count towards ending
            self.passes_in_a_row += 1
            while self._side_at(self.turn + 1) == self.to_play:  # 6.7: it gives up all turns in a row
                self.turn += 1
        self._finish_turn()

    def _stack(self) -> list[float]:
        """6.8: the coupons at the start, the highest first."""
        words = str(self.rules.coupons).split()
        if words == ["none"]:
            return []
        first, last, step = float(words[0]), float(words[-3 if len(words) > 1 else 0]), float(words[-1])
        return [first - step * place for place in range(round((first - last) / step) + 1)]

    def _lift_ko(self) -> None:
        self.before_placement = None
        self.placements = []

    def _finish_turn(self, was_placement: bool = False, bought: bool = False) -> None:
        self.turns_of_game += 1
        if not was_placement:
            self.last_turn = (0, {}, False)
        self.turns_of_auction = 0 if bought else self.turns_of_auction + 1  # 3.9: it starts again
        mover, self.to_play = self.to_play, self._side_after()
        if self.to_play == mover:  # 6.7
            self.last_turn = (0, {}, False)
        goes_on = self.rules.where != "keima" or self.to_play == mover
        self.named_by = self.last_stone if was_placement and goes_on else None
        self.turn += self.handicap_turns == 0
        self.handicap_turns = max(0, self.handicap_turns - 1)
        if was_placement and self.rules.repetition == "no-result" and self._whole_state() in self.states:  # 1.6
            if self.rules.cycle == "agreement":
                self.may_agree = True
            else:
                self.outcome = (None, None, "no_result" if self.rules.cycle == "no-result" else "draw_by_cycle")
        self._record()
        if self.passes_in_a_row >= self.rules.passes and self.rules.end == "passes":  # 1.12
            black, white, _ = self.score()
            margin = black - white - self.komi - self._bonus()  # 1.16, 5
            margin = -margin if self.rules.goal == "misere score" else margin  # 6.1
            winner = "black" if margin > 0 else "white" if margin < 0 else None
            self.outcome = (winner, margin, "score")
        self._end_if_no_moves()

    def _bonus(self) -> int:
        """5: White's points for the handicap."""
        stones = self.rules.handicap
        return {0: 0, "n-1": max(0, stones - 1), "n": stones}[self.rules.handicap_bonus]

    def _end_if_no_moves(self) -> None:
        """2.7: a side to move without moves other than resignation loses at once."""
        if self.rules.end != "no-moves" or self.outcome is not None:
            return
        gestures = [move for move in (("pass",), ("return",)) if not self.why_not(move)]
        if not gestures and not self.legal_placements() and not self.legal_taos():
            self.outcome = (other(self.to_play), None, "no_moves")

    # ---- scores ---------------------------------------------------------------------------------------------------

    def score(
        self, kind: str | None = None, dead: Iterable[int] = (), seki: Iterable[int] | None = None
    ) -> tuple[float, float, dict[int, str | None]]:
        """1.13 to 1.16: Black's points, White's points (without komi), and the owner of each point.

        ``dead`` names stones; their whole chains are taken off and become prisoners. A point that counts for neither
        under this kind of scoring belongs to None. ``seki`` names stones whose holdings are in seki (1.13a).
        """
        kind = kind or self.rules.scoring
        dead = set(dead)
        assert dead <= set(self.stones), dead
        stones = dict(self.stones)
        prisoners = dict(self.prisoners)
        for colour in ("black", "white"):
            for chain in self._chains(self.stones, colour):
                if chain & dead:
                    prisoners[other(colour)] += len(chain)
                    stones = {p: c for p, c in stones.items() if p not in chain}

        owner: dict[int, str | None] = dict.fromkeys(range(self.n))
        if kind == "stones":  # 1.15
            owner.update(stones)
        if kind in ("area", "territory"):  # regions that touch one colour only
            for region in self._regions(stones, self.tao):
                touched = self._touched(stones, region, self.tao)
                if len(touched) == 1:
                    owner.update(dict.fromkeys(region, min(touched)))
        if kind == "area":  # 1.13: points in footprints of one colour only
            for p in self._blocked(stones):
                covered = {c for q, c in stones.items() if p in self.board.footprint[q]}
                owner[p] = min(covered) if len(covered) == 1 else None
        for p in self.tao:
            owner[p] = None  # 3.6
        if kind != "stones":
            for p in self._taxed(stones, seki):
                owner[p] = None

        totals: dict[str, float] = {}
        if self.rules.pass_stones and self.rules.end == "passes" and self.passes_in_a_row >= self.rules.passes:  # 6.8a
            prisoners["black"] += self.to_play == "white"
        for colour in ("black", "white"):
            totals[colour] = sum(self._weight(p) for p in owner if owner[p] == colour) + self.coupons_held[colour]
            totals[colour] += self._corner_points({p for p in owner if owner[p] == colour})
            if kind == "territory":  # 1.14
                totals[colour] += self.rules.prisoner_value * prisoners[colour]
            if self.rules.tao_payment == "points":  # 3.6: whatever the scoring
                totals[colour] -= self.tao_paid[colour]
        return totals["black"], totals["white"], owner

    def _weight(self, p: int) -> int:
        """6.8b, on grids: 1 for a point on the edge, and 1 more for each line further inside."""
        if self.rules.weights != "pyramid":
            return 1
        rows, wrapped = self.board.rows, self.board.surface in ("cylinder", "mobius")
        ((x, y),) = [(row.index(p), y) for y, row in enumerate(rows) if p in row]
        across = [] if wrapped else [x, len(rows[0]) - 1 - x]
        return 1 + min(y, len(rows) - 1 - y, *across)

    def _corner_points(self, owned: set[int]) -> int:
        """6.8b."""
        if self.rules.weights != "corners":
            return 0
        corners = {row[x] for row in (self.board.rows[0], self.board.rows[-1]) for x in (0, -1)}
        return 20 + 5 * (self.board.centre in owned) if corners <= owned else 0

    # ---- the tax (1.13a), on the board without its dead stones ----------------------------------------------------

    def _taxed(self, stones: Stones, seki: Iterable[int] | None) -> set[int]:
        """1.13a: the vacant points that the tax takes."""
        if self.rules.tax == "none":
            return set()
        holdings = self._holdings(stones)
        if self.rules.tax == "all":  # two of its points, or all if it has fewer
            return {p for holding in holdings for p in sorted(holding - stones.keys())[:2]}
        if seki is None:
            shared = self._shared(stones)
            seki = [p for p in stones if shared & self.neighbours[p]]
        return {p for holding in holdings if holding & set(seki) for p in holding - stones.keys()}

    def _holdings(self, stones: Stones) -> list[frozenset[int]]:
        """1.13a: maximal sets, connected by neighbours, of stones and of vacant points of regions touching them alone.

        A region is not divided, even where its own points are not neighbours (wide stones).
        """
        found: list[frozenset[int]] = []
        for colour in ("black", "white"):
            vacant = {
                p
                for region in self._regions(stones, self.tao)
                if self._touched(stones, region, self.tao) == {colour}
                for p in region
            }
            own = {p for p in stones if stones[p] == colour}
            together = [set(self.mutual[p]) for p in range(self.n)]
            for p in own | vacant:  # a stone is next to its liberties; a region is never divided
                beside = self.neighbours[p] | (set(self.board.edges[p]) if p in vacant else set())
                for q in beside & vacant:
                    together[p].add(q)
                    together[q].add(p)
            found += components(own | vacant, together)
        return found

    def _shared(self, stones: Stones) -> set[int]:
        """1.13a: neutral vacant points on which a stone of either colour has fewer than two liberties."""
        neutral = {
            p
            for region in self._regions(stones, self.tao)
            if len(self._touched(stones, region, self.tao)) != 1
            for p in region
        }
        return {p for p in neutral if all(self._liberties_after(stones, c, p) < 2 for c in ("black", "white"))}

    def _liberties_after(self, stones: Stones, colour: str, p: int) -> int:
        """The liberties of a stone's chain, after its placement and captures of enemy chains (0.4)."""
        after = {**stones, p: colour}
        for chain in self._without_liberties(after, other(colour)):
            after = {q: c for q, c in after.items() if q not in chain}
        (own,) = [chain for chain in self._chains(after, colour) if p in chain]
        return len(self._liberties(own, self._blocked(after)))
