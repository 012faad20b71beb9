"""The game and the oracle side by side: random boards, axes and moves, with every answer compared.

Random choices come from a `Draw`, a function that picks one of several things: a seeded generator's ``choice``, or
Hypothesis, which then shrinks its findings. Moves are numbers, read by `step`.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

import pytest
from oracle import Oracle, other

from tengen import boards
from tengen.boards import Board
from tengen.game import Game
from tengen.records import (
    BoardError,
    Colour,
    IllegalMove,
    Move,
    Pass,
    Place,
    PositionError,
    Reason,
    Resign,
    Return,
    Tao,
    TengenError,
)
from tengen.rules import AXES as RULES_AXES
from tengen.rules import Rules, played_on
from tengen.rules.conflicts import NEEDS
from tengen.rules.counting import weights_of
from tengen.rules.goals import goal_marks
from tengen.rules.where import next_points

T = TypeVar("T")
Draw = Callable[[Sequence[Any]], Any]

_SAMPLES: dict[str, tuple[Any, ...]] = {
    "pass_lifts_ko": (False, True),
    "tile_stack": (1, 2, "unlimited"),
    "tao_price": (1, 0, (1, 2), "off", "schedule 0, 2 from 4, 1 from 11", "auction 3 to 0 every 2"),
    "tao_in_hand": (0, 1),
    "own_overlap": (False, True),
    "goal": (
        *("score", "misere score", "capture 2", "misere capture 1", "capture 2 at once", "capture on A1, B2"),
        *("connect", "connect own sides", "misere connect", "row 3", "row 3 inside line 1, overlines of black lose"),
    ),
    "least_liberties": (1, 2, 3),
    "where": (
        *("anywhere", "away 1", "away 3", "near 2", "no contact", "chains 3", "no chains of 2", "closed", "keima"),
        "blocks",
    ),
    "coupons": ("none", 0.5, "3 to 1 by 0.5"),
    "pass_stones": (False, True),
    "order": ("alternate", "B WW", "B (WW BB)", "2 a turn", "thue-morse", "progressive"),
    "seats": (2, 3, 4),
    "passes": (2, 3),
    "prisoner_value": (1, 2),
    "komi": (0, 0.5),
    "handicap": (0, 2, 5),
    "handicap_kind": ("free", "turns"),
    "handicap_bonus": (0, "n-1", "n"),
}
AXES: dict[str, tuple[Any, ...]] = {
    name: _SAMPLES.get(name) or axis.words for name, axis in RULES_AXES.items() if name != "tao_start"
}
"""Every axis except ``tao_start`` (drawn with the board), and every kind of value; ``fixed`` needs marked points."""

_PASSING = {"passes": ("pass", "both", "forced"), "no-moves": ("return", "none")}
_GRIDS = ("{w}x{h}", "{w}x{h} torus", "{w}x{h} cylinder", "{w}x{h} mobius", "triangular {w}x{h}", "honeycomb {w}x{h}")
_PICTURES = ("ono/nxn/ono", ".n./oxo/.n.", "non/nxn/non")
_LOPSIDED = ("nxn", ".nn/nxo", "n.n/oxn/.n.", "nn./nxo/.on", "xn/nn", "noo/nxn/..n")
"""Asymmetric regions (spec 4.1)."""
_WIDE = ("gengo {w}x{h}", *(f"{{w}}x{{h}} footprint {picture}" for picture in (*_PICTURES, *_LOPSIDED)))
_SQUARES = ("4x4", "4x4 torus", "4x4 mobius", "4x4 footprint ono/nxn/ono", "gengo 4x4")
"""Boards with blocks (spec 6.9)."""
_RARE: tuple[dict[str, Any], ...] = (
    *({},) * 6,
    {"suicide": "allowed", "friendly_fire": "forbidden"},
    {"repetition": "no-result"},
    {"repetition": "no-result", "cycle": "agreement"},
    {"repetition": "singleton", "singleton_of": "opponent"},
)
"""Axes to force now and then, since they are rare in random rules."""
_SCORINGS = ("area", "territory", "stones")
_GESTURES = (Pass, Return, Resign)


@dataclass
class Tally:
    """The comparisons made: moves, and the counts of each reason, outcome and axis value."""

    moves: int = 0
    games: int = 0
    reasons: Counter[Reason] = field(default_factory=Counter)
    outcomes: Counter[str] = field(default_factory=Counter)
    axes: Counter[tuple[str, Any]] = field(default_factory=Counter)

    def add(self, more: Tally) -> None:
        self.moves += more.moves
        self.games += more.games
        self.reasons += more.reasons
        self.outcomes += more.outcomes
        self.axes += more.axes

    def missing(self) -> list[str]:
        """Return everything that can occur in random games but has not."""
        values = {(name, value) for name, choices in AXES.items() for value in choices} - set(self.axes)
        reasons = set(Reason) - set(self.reasons)
        hows = {"score", "resignation", "no_moves", "goal", "no_result", "draw_by_cycle"}
        hows |= {"resumed", "may be agreed on", "swapped"}
        hows -= {how for how, count in self.outcomes.items() if count}
        return sorted(map(str, values)) + sorted(map(str, reasons)) + sorted(hows)


@dataclass
class Pair:
    game: Game
    oracle: Oracle
    tally: Tally

    @property
    def story(self) -> str:
        """All that is needed to reproduce a disagreement."""
        game = self.game
        return f"{game.board.text} | {game.rules} | {game.start} | {[game.write_move(m) for m in game.moves]}"


# ---- what is drawn ---------------------------------------------------------------------------------------------------


def draw_rules(draw: Draw, settles: bool = False, **fixed: Any) -> Rules:
    """Draw axes, each its default half the time, without meaningless ones; bids and swaps only to ``settle``."""
    axes = {name: draw(values) if draw((True, False)) else values[0] for name, values in AXES.items()} | fixed
    axes["passing"] = draw(_PASSING[axes["end"]])
    if axes["recapture"] == "tibetan" and axes["repetition"] == "no-result":
        axes["recapture"] = "any"
    if axes["where"].startswith(("away", "near", "keima", "blocks")) and axes["repetition"] == "no-result":
        axes["where"] = "anywhere"
    if axes["where"] == "keima" and axes["order"] == "alternate":
        axes["order"] = "2 a turn"
    if axes["goal"] == "misere score" and axes["end"] == "no-moves":
        axes["goal"] = "score"
    if "capture on" in axes["goal"] and axes["captured"] == "convert":
        axes["captured"] = "prisoners"
    decided = axes["goal"] != "score" or axes["end"] == "no-moves"
    if not settles or axes["handicap"] or axes["seats"] > 2 or (decided and axes["fairness"] in ("bid", "auction")):
        axes["fairness"] = "none"
    if axes["order"] in ("thue-morse", "progressive") and axes["repetition"] == "no-result":
        axes["order"] = "2 a turn"
    if axes["fairness"] == "swap" and axes["order"] == "2 a turn":
        axes["fairness"] = "switch"
    for need in (*NEEDS, *NEEDS):  # resetting one axis may make another one invalid
        if need.axis in AXES and not need.met(axes):
            axes[need.axis] = AXES[need.axis][0]
    return Rules(**axes)


def draw_board(draw: Draw, most: int = 25) -> Board:
    """Draw a board of limited size: a grid of some kind, wide stones, a graph, any neighbours, any footprint."""
    for _ in range(100):
        kind = draw(("grid", "wide", "graph", "relations", "directed"))
        width = draw(range(1, 8))
        height = draw(range(1, max(1, most // width) + 1))
        try:
            if kind == "grid":
                board = boards.parse(draw(_GRIDS).format(w=width, h=height))
            elif kind == "wide":
                board = boards.parse(draw(_WIDE).format(w=width, h=height))
            else:
                board = _draw_graph(random.Random(draw(range(1 << 16))), draw(range(1, min(most, 14) + 1)), kind)
        except BoardError:  # a footprint that bites its own tail, a size a lattice does not have
            continue
        if len(board) <= most:
            return board
    return boards.parse("3x3")


def _draw_graph(rng: random.Random, n: int, kind: str) -> Board:
    pairs = [(p, q) for p in range(n) for q in range(p)]
    edges = [pair for pair in pairs if rng.random() < min(1.0, 2.5 / n)]
    if kind == "graph":
        return boards.from_relations(range(n), edges)
    directed = kind == "directed"
    pairs += [(q, p) for p, q in pairs] if directed else []
    footprint = [pair for pair in pairs if rng.random() < rng.choice((0.5, 1.5)) / n]
    rest = [pair for pair in pairs if pair not in footprint]
    neighbours = [pair for pair in rest if rng.random() < 3 / n]
    return boards.from_relations(range(n), edges, neighbours, footprint, directed=directed)


def fitting(rules: Rules, board: Board) -> Rules:
    """Return rules without an impossible handicap (spec 0.6), goal or weights."""
    try:
        goal_marks(board if board.surface else boards.from_relations(range(len(board)), []), rules.goal)
    except BoardError:
        rules = rules.replace(goal="score")
    try:
        weights_of(board if board.surface else boards.parse("3 torus"), rules.weights)
    except BoardError:
        rules = rules.replace(weights="even")
    if rules.least_liberties > max(map(len, played_on(board, rules).neighbours)):
        rules = rules.replace(least_liberties=1)
    try:
        next_points(board, rules.where)
    except BoardError:
        rules = rules.replace(where="anywhere")
    return rules.replace(handicap=0) if rules.handicap >= len(board) else rules


def start_pair(rules: Rules, board: Board, tally: Tally) -> Pair:
    """Start a game and its oracle; fixed handicap stones are given to the oracle, which has no hoshi."""
    given: dict[str, Any] = {}
    rules = fitting(rules, board)
    if rules.handicap and rules.handicap_kind == "fixed":
        given = {"stones": dict.fromkeys(boards.fixed_handicap(board, rules.handicap), "black"), "to_play": "white"}
    return _counted(Pair(Game(rules, board=board), Oracle(board, rules, **given), tally))


def draw_pair(draw: Draw, tally: Tally, most: int = 25, settles: bool = False) -> Pair:
    """Draw a board and rules, and start a game and its oracle on them: from the rules' start, or a set-up position."""
    rules = draw_rules(draw, settles, **draw(_RARE))
    board = boards.parse(draw(_SQUARES)) if rules.where == "blocks" else draw_board(draw, most)
    if rules.tao == "on" and draw((True, False, False, False)):
        rules = rules.replace(tao_start=tuple({draw(board.labels), draw(board.labels)}))
    if draw((True, True, True, False)):
        return start_pair(rules, board, tally)
    return draw_setup(draw, rules, board, tally)


def draw_setup(draw: Draw, rules: Rules, board: Board, tally: Tally) -> Pair:
    """Draw a position and set it up on both; both must refuse the same ones, until one is legal (0.7)."""
    rules = fitting(rules, board)
    kinds = ["vacant", "vacant", "black", "white"] + (["tao"] if rules.tao == "on" else [])
    contents = {p: draw(kinds) for p in range(len(board))}
    highest = 3 if rules.tile_stack == "unlimited" else int(rules.tile_stack)
    heights = {p: draw(range(highest + 1)) for p in range(len(board))} if rules.tiles != "none" else {}
    state: dict[str, Any] = {
        "to_play": draw(("black", "white")),
        "prisoners": {"black": draw(range(3)), "white": draw(range(3))},
        "tao_in_hand": {"black": draw(range(2)), "white": draw(range(2))},
        "tao_turns": draw(range(6)) if rules.tao_prices.last_turn else 0,
        "order_turn": draw(range(len(rules.turn_order.letters) or 9))
        if rules.order != "alternate" or rules.seats > 2
        else 0,
        "created_by": draw((None, "black", "white")),
        "last_incursion": draw((False, True)),
    }
    while True:
        stones = {p: content for p, content in contents.items() if content in ("black", "white")}
        tao = [p for p, content in contents.items() if content == "tao"]
        tiles = {p: height for p, height in heights.items() if height}
        named = {board.labels[p]: content for p, content in contents.items() if content != "vacant"}
        named_tiles = {board.labels[p]: height for p, height in tiles.items()}
        try:
            oracle = Oracle(board, rules, stones=stones, tao=tao, tiles=tiles, **state)
        except PositionError as refused:
            _assert_refused(rules, board, named, named_tiles, state, refused)
            for label in {label for chain in refused.chains for label in chain}:
                contents[board.labels.index(label)] = "vacant"
            continue
        return _counted(Pair(Game.setup(rules, named, board=board, tiles=named_tiles, **state), oracle, tally))


def _assert_refused(rules: Rules, board: Board, named: Any, tiles: Any, state: Any, refused: PositionError) -> None:
    story = f"{board.text} | {rules} | {named}"
    with pytest.raises(PositionError) as caught:
        Game.setup(rules, named, board=board, tiles=tiles, **state)
    found = caught.value.chains
    if "liberty" in str(refused):
        assert set(map(frozenset, found)) == set(map(frozenset, refused.chains)), story
    else:  # some of those that overlap
        assert len(found) >= 2, story
        assert {label for chain in found for label in chain} <= {label for c in refused.chains for label in c}, story


def _counted(pair: Pair) -> Pair:
    pair.tally.games += 1
    pair.tally.axes.update((name, getattr(pair.game.rules, name)) for name in AXES)
    return pair


# ---- what is compared ------------------------------------------------------------------------------------------------


def as_tuple(move: Move) -> tuple[Any, ...]:
    """Write a move as the oracle reads it."""
    if isinstance(move, Place):
        return ("place", move.point)
    if isinstance(move, Tao):
        return ("tao", move.point)
    return (move.value,)


def compare(pair: Pair, number: int = 0) -> tuple[list[Move], list[Move]]:
    """Assert that game and oracle agree on every question; return the legal moves and the illegal ones."""
    game, oracle = pair.game, pair.oracle
    assert game.to_play == oracle.to_play, pair.story
    outcome = game.outcome and (game.outcome.winner, game.outcome.margin, game.outcome.how)
    assert outcome == oracle.outcome, f"{pair.story}: {outcome} {oracle.outcome}"
    assert game.may_end_without_result == (oracle.may_agree and outcome is None), pair.story
    assert (game.bidder, game.seats) == (oracle.bidder, oracle.seats), pair.story
    assert (not game.why_no_swap()) == oracle.may_swap(), pair.story
    assert game.rules.komi == oracle.komi, pair.story
    pair.tally.outcomes["may be agreed on"] += game.may_end_without_result
    _compare_table(pair)
    _compare_scores(pair, number)
    return _compare_moves(pair)


def _compare_table(pair: Pair) -> None:
    oracle, labels = pair.oracle, pair.game.board.labels
    contents = {labels[p]: c for p, c in oracle.stones.items()} | {labels[p]: "tao" for p in oracle.tao}
    position = pair.game.position
    assert position.stones == contents, pair.story
    assert position.tiles == {labels[p]: h for p, h in oracle.tiles.items()}, pair.story
    assert position.prisoners == oracle.prisoners, pair.story
    assert (position.coupons, pair.game.coupon) == (oracle.coupons_held, (*oracle.coupons, 0)[0]), pair.story
    assert (position.tao_in_hand, position.tao_bought) == (oracle.tao_in_hand, oracle.tao_bought), pair.story
    assert pair.game.rules.seats == 2 or pair.game.seat == oracle.seat, pair.story
    if pair.game.rules.tao == "on":
        assert pair.game.tao_prices == {colour: oracle._price_asked(colour) for colour in oracle.tao_paid}, pair.story
    assert pair.game.rules.tiles == "none" or position.last_incursion == oracle.last_incursion, pair.story


def _compare_scores(pair: Pair, number: int) -> None:
    """Compare every current scoring, once with some dead stones, and once with some in seki."""
    labels = pair.game.board.labels
    dead = [p for i, p in enumerate(sorted(pair.oracle.stones)) if number >> i % 16 & 1]
    counts: list[tuple[str, list[int], list[int] | None]] = [(kind, [], None) for kind in _SCORINGS]
    counts.append((_SCORINGS[number % 3], dead, None))
    if pair.game.rules.tax == "seki":  # holdings of stones outside removed chains
        living = [p for p in sorted(pair.oracle.stones) if not {*pair.game.chain(p)}.intersection(dead)]
        counts.append((_SCORINGS[number % 2], dead, [p for i, p in enumerate(living) if number >> i % 13 & 1]))
    for kind, taken, seki in counts:
        named = None if seki is None else [labels[p] for p in seki]
        score = pair.game.score(kind, dead=[labels[p] for p in taken], seki=named)  # type: ignore[arg-type]
        black, white, owner = pair.oracle.score(kind, taken, seki)
        story = f"{pair.story}: {kind} {taken} {seki} {score} {black} {white}"
        assert (score.black, score.white) == (black, white), story
        assert score.owner == {labels[p]: owner[p] for p in owner}, story


def _compare_moves(pair: Pair) -> tuple[list[Move], list[Move]]:
    """Compare why_not for every move there is, off the board and out of turn included, and the list of legal moves."""
    game, oracle = pair.game, pair.oracle
    points = range(len(game.board))
    moves: list[Move] = [*map(Place, points), *map(Tao, points), *_GESTURES, Place(-1), Tao(len(points))]
    legal: list[Move] = []
    illegal: list[Move] = []
    for move in moves:
        found, expected = game.why_not(move), oracle.why_not(as_tuple(move))
        assert found == expected, f"{pair.story}: {move}: {found} {expected}"
        pair.tally.reasons.update(expected)
        (illegal if expected else legal).append(move)
    wrong: Any = other(game.to_play)
    expected = oracle.why_not(as_tuple(Pass), wrong)
    assert game.why_not(Pass, wrong) == expected, pair.story
    pair.tally.reasons.update(expected)
    legal = [move for move in legal if move is not Resign]
    assert sorted(map(as_tuple, game.legal_moves())) == sorted(map(as_tuple, legal)), pair.story
    return legal, illegal


# ---- playing ---------------------------------------------------------------------------------------------------------


def step(pair: Pair, legal: list[Move], illegal: list[Move], number: int) -> None:
    """Make the move for a number below 65,536: undo, resign (rarely), any legal move, or (mostly) a stone."""
    game, oracle = pair.game, pair.oracle
    what, pick = number % 20, number // 20
    if illegal:
        refused = illegal[pick % len(illegal)]
        with pytest.raises(IllegalMove) as caught:
            game.play(refused)
        assert caught.value.reasons == oracle.why_not(as_tuple(refused)), pair.story
    if game.bidder or (oracle.may_swap() and what > 13):
        _settle_sides(pair, pick)
        return
    stones = [move for move in legal if isinstance(move, Place)]
    if game.outcome is not None and game.outcome.how == "score" and pick % 2:
        _resume(pair, ("black", "white")[pick // 2 % 2], bool(pick // 4 % 2))
        return
    if game.moves and (what == 19 or game.outcome is not None):
        game.undo()
        oracle.undo()
        return
    move: Move = Resign
    if legal and (what, pick % 8) != (18, 0):
        move = stones[pick % len(stones)] if stones and what < 17 else legal[pick % len(legal)]
    expected = oracle.effect(as_tuple(move))
    turn = game.play(move)
    oracle.play(as_tuple(move))
    assert turn[3:8] == expected, f"{pair.story}: {turn}"
    assert turn.ended == game.outcome, pair.story
    if game.outcome is not None:
        pair.tally.outcomes[game.outcome.how] += 1


def _settle_sides(pair: Pair, pick: int) -> None:
    """Bid if a bid is due, or swap sides (6.6a)."""
    game, oracle = pair.game, pair.oracle
    if not game.bidder:
        oracle.swapped = game.swap().by == oracle.to_play
        pair.tally.outcomes["swapped"] += 1
        return
    last = oracle.bids[-1][1] if game.rules.fairness == "auction" and oracle.bids else None
    komi = pick % 15 / 2 - 2 if last is None else last + 0.5 if pick % 3 else None
    oracle.bid(komi)
    assert game.bid(komi) == oracle.bids[-1], pair.story


def _resume(pair: Pair, by: Colour, opponent_first: bool) -> None:
    """Resume after the last pass (1.17a), under either rule of who moves first."""
    pair.game.variant = replace(pair.game.variant, resumption="opponent" if opponent_first else "turn")
    pair.game.resume(by)
    pair.oracle.resume(by, opponent_first)
    pair.tally.outcomes["resumed"] += 1


def play(pair: Pair, numbers: Iterable[int]) -> None:
    """Play by numbers, comparing after each; the first end is taken back, the second one ends it."""
    legal, illegal = compare(pair)
    ends = 0
    for number in numbers:
        if pair.game.outcome is not None:
            ends += 1
            if ends == 2 or not pair.game.moves:
                break
        step(pair, legal, illegal, number)
        legal, illegal = compare(pair, number)
        pair.tally.moves += 1
    if not pair.game.moves:
        with pytest.raises(TengenError, match="no move to undo"):
            pair.game.undo()


def play_random(rng: random.Random, most: int = 25, longest: int = 60) -> Tally:
    tally = Tally()
    pair = draw_pair(rng.choice, tally, most, settles=True)
    play(pair, [rng.randrange(1 << 16) for _ in range(rng.randint(1, longest))])
    return tally


def play_many(seed: int, moves: int, most: int = 25) -> Tally:
    rng, tally = random.Random(seed), Tally()
    while tally.moves < moves:
        tally.add(play_random(rng, most))
    return tally


def play_enough(seed: int, moves: int, seldom: frozenset[str] = frozenset()) -> Tally:
    """Play random games until enough moves and all but rare things are compared, or four times as many moves."""
    rng, tally = random.Random(seed), Tally()
    while tally.moves < moves or ({*tally.missing()} - seldom and tally.moves < 4 * moves):
        tally.add(play_random(rng))
    return tally
