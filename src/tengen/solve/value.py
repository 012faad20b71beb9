"""The value of a position: what both sides can force, proved, whatever the variant and the board, if it is small."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from ..game import Game
from ..records import Move, Pass, Place, TengenError
from ..rules import REPETITIONS, Compares, Ko, Repetition
from ..rules.repetition import compared_by_superko
from .bitboards import MOST_POINTS, NO_KO, Bits
from .budget import Budget, OutOfBudget
from .proofs import bounds as proofs
from .proofs.bounds import Bounds, nodes_of
from .retrograde import analysis
from .retrograde.analysis import Positions, Retrograde
from .superko import exact
from .superko.certified import certified_value
from .superko.exact import Node, Superko
from .variants.game_search import General

_LONGEST_LINE = 60
_MOST_VACANT = 24
_CYCLE = "whatever a cycle is worth"


@dataclass(frozen=True)
class Value:
    """What a position is worth to Black, proved: at least ``low`` and at most ``high``.

    ``unit`` is "points" (Black's margin, komi counted) or "winner" (1: Black wins, -1: White, 0: nobody).
    ``complete`` says that no limit cut the proof short; if then the bounds differ, what lies between them depends on
    what infinite play is worth. ``moves`` keep the value, infinite play worth 0, as does ``line``; both are empty
    where nothing is settled; by the routes "certificate" and "search" others may, too. ``rules`` says under which rules
    of repetition it is proved, and of what.
    """

    low: float
    high: float
    unit: str
    complete: bool
    moves: tuple[str, ...]
    line: tuple[str, ...]
    rules: str
    route: str
    nodes: int

    @property
    def exact(self) -> float | None:
        """The value, where it is known and depends on nothing."""
        return float(self.low) if self.low == self.high else None

    def worth(self, cycle: float = 0) -> float | None:
        """Return the value if infinite play is worth so much to Black; None where the proof was cut short."""
        return max(self.low, min(cycle, self.high)) if self.complete else self.exact


def value(game: Game, *, budget: Budget | None = None) -> Value:
    """Return the value of a game as it stands. Ctrl-C, and the budget's limits, end it with the bounds known by then.

    Ordinary Go is solved by `retrograde` where all positions fit into memory, else by `search`, and under superko by
    proofs that no superko can spoil (`search_certificate`) or by `search_superko`; everything else, and every odd
    combination of rules, by `value_general`.

    Raises:
        TengenError: the board is too large for every way there is.

    >>> value(Game("chinese", board="2x2", komi=0)).exact
    1.0
    """
    budget = budget or Budget()
    if game.outcome is None and _is_ordinary(game):
        if exact.serves(game.rules) is None:
            return _under_superko(game, budget)
        if analysis.serves(game.rules) is None:
            return _under_ko(game, budget)
    return _by_games(game, budget)


def _is_ordinary(game: Game) -> bool:
    """Say whether stones and board are those of ordinary Go, and no handicap is to come; the rules are not asked."""
    row = game.state().table[0]
    begun = not row["placing"] and not row["handicap_turns"]
    return begun and game.board.is_plain and len(game.board) <= MOST_POINTS


def _masks(content: bytes) -> tuple[int, int]:
    """Return Black's stones and White's."""
    black, white = (sum(1 << p for p, c in enumerate(content) if c == colour) for colour in (1, 2))
    return black, white


def _ko_point(game: Game, bits: Bits) -> int:
    """Return the ko of the last move in the terms of `bits`."""
    if _row(game).ko is Ko.NONE or not game.moves or not isinstance(game.moves[-1], Place):
        return NO_KO
    if game.movers[-1] == game.to_play:
        return NO_KO
    before = _masks(game.situations[-2].content)
    own, enemy = before if game.movers[-1] == "black" else before[::-1]
    return bits.place(own, enemy, game.moves[-1].point)[2]


def _row(game: Game) -> Repetition:
    return REPETITIONS[game.rules.repetition]


def _passes(game: Game) -> int:
    return int(game.state().table["passes"][0])


def _written(game: Game, point: int | None) -> str:
    return game.write_move(Pass if point is None else Place(point))


# -- plain ko --------------------------------------------------------------------------------------------------------


def _under_ko(game: Game, budget: Budget) -> Value:
    """Solve by listing all positions; where they are too many, by proofs."""
    rules = game.rules
    try:
        positions = Positions(
            game.board, suicide=rules.suicide == "allowed", scoring=rules.scoring, budget=budget.rest()
        )
    except KeyboardInterrupt:
        return _nothing(game, budget, "retrograde")
    except TengenError:
        return _by_proofs(game, budget)
    solved = Retrograde(positions, ko=_row(game).ko is Ko.SIMPLE, passes=rules.passes)
    with suppress(KeyboardInterrupt, OutOfBudget):
        solved.solve()
    black, white = _masks(game.situations[-1].content)
    mover = 1 if game.to_play == "black" else -1
    own, enemy = (black, white) if mover == 1 else (white, black)
    at = own, enemy, _ko_point(game, positions.bits), _passes(game)
    bracket = solved.bracket(*at)
    low, high = bracket if mover == 1 else bracket.turned()
    moves: tuple[str, ...] = ()
    if solved.settled:
        cycle = mover * rules.komi
        kept = bracket.worth(cycle)
        moves = tuple(_written(game, o.point) for o in solved.options(*at) if o.bracket.worth(cycle) == kept)
    line = _line_of(solved, game, at) if solved.settled else ()
    words = _ko_words(game, solved, low == high) if solved.settled else _ko_rule(game)
    return Value(
        low - rules.komi, high - rules.komi, "points", solved.settled, moves, line, words, "retrograde", len(positions)
    )


def _ko_rule(game: Game) -> str:
    """Say under which rules bounds hold at any time, cut short or not."""
    return "plain ko, with any history" if _row(game).ko is Ko.SIMPLE else "no rule of repetition"


def _ko_words(game: Game, solved: Retrograde, equal: bool) -> str:
    """Say under which rules a bracket is proved."""
    rule = _ko_rule(game)
    if not equal:
        return f"{rule}; between the bounds it depends on what infinite play is worth; superko is not covered"
    if not solved.ko and solved.passes == 2 and len(game.situations) == 1 and _is_usual(game):
        return f"{rule}, {_CYCLE}; and plain ko, situational and natural superko; positional superko is not covered"
    return f"{rule}, {_CYCLE}; superko is not covered"


def _is_usual(game: Game) -> bool:
    """Say whether the position on the board was not made by the side to move (spec 1.5)."""
    return game.position.created_by != game.to_play


def _line_of(solved: Retrograde, game: Game, at: tuple[int, int, int, int]) -> tuple[str, ...]:
    """Return moves that keep the value on both sides, till the end or till a situation comes back."""
    own, enemy, ko, passes = at
    sign = 1 if game.to_play == "black" else -1
    found: list[str] = []
    seen = set()
    while passes < solved.passes and len(found) < _LONGEST_LINE and (own, enemy, sign, passes) not in seen:
        seen.add((own, enemy, sign, passes))
        cycle = sign * game.rules.komi
        kept = solved.bracket(own, enemy, ko, passes).worth(cycle)
        best = [o.point for o in solved.options(own, enemy, ko, passes) if o.bracket.worth(cycle) == kept]
        point = best[-1] if passes else best[0]
        found.append(_written(game, point))
        if point is None:
            own, enemy, ko, passes = enemy, own, NO_KO, passes + 1
        else:
            own, enemy, ko = solved.positions.bits.place(own, enemy, point)
            own, enemy, passes = enemy, own, 0
        sign = -sign
    return tuple(found)


def _by_proofs(game: Game, budget: Budget) -> Value:
    """Press both bounds by proofs, deeper and deeper, while the budget lasts."""
    rules, n = game.rules, len(game.board)
    if proofs.serves(rules) is not None:
        raise TengenError(
            f"{game.board.text} has {n} points, too many to list every position; searched are such boards under "
            "repetition = ko and scoring = area only"
        )
    sides = _masks(game.situations[-1].content)
    nodes = nodes_of(game, sides, _ko_point(game, Bits.of(game.board)), _passes(game))
    bounds = Bounds(game, nodes, budget)
    with suppress(OutOfBudget, KeyboardInterrupt):
        bounds.press()
    low, high = bounds.proved[0], -bounds.proved[1]
    best = bounds.best_move(0 if game.to_play == "black" else 1) if bounds.settled else None
    words = f"plain ko, with any history, {_CYCLE}; superko is not covered"
    return Value(
        low - rules.komi, high - rules.komi, "points", low == high, () if best is None else (_written(game, best),),
        (), words, "search", bounds.spent,
    )  # fmt: skip


def _nothing(game: Game, budget: Budget, route: str) -> Value:
    """Return what is known without any search."""
    n, komi = len(game.board), game.rules.komi
    return Value(-n - komi, n - komi, "points", False, (), (), "any rules", route, budget.looked_at)


# -- superko ---------------------------------------------------------------------------------------------------------


def _under_superko(game: Game, budget: Budget) -> Value:
    """Solve by proofs that superko leaves alone; failing that, by a search with the history in its keys."""
    rules = game.rules
    try:
        found = _by_certificate(game, budget)
        if found is not None:
            return found
        solver = Superko(
            game.board, rules.repetition, suicide=rules.suicide == "allowed", passes=rules.passes,
            scoring=rules.scoring, budget=budget,
        )  # fmt: skip
    except (KeyboardInterrupt, OutOfBudget):
        return _nothing(game, budget, "superko")
    node = _superko_node(game)
    low, high = solver.value(node)
    moves: tuple[str, ...] = ()
    line: list[str] = []
    if low == high:
        with suppress(KeyboardInterrupt, OutOfBudget):
            best = solver.best(node, low)
            moves = tuple(_written(game, point) for point, _ in best)
            while best and len(line) < _LONGEST_LINE:
                point, node = best[-1] if node.passes else best[0]
                line.append(_written(game, point))
                best = solver.best(node, low)
    history = "with the history of this game" if game.moves else "from this position without history"
    words = f"{rules.repetition} superko, {history}"
    return Value(
        low - rules.komi, high - rules.komi, "points", low == high, moves, tuple(line), words, "superko", solver.nodes
    )


def _by_certificate(game: Game, budget: Budget) -> Value | None:
    """Solve by proofs under plain ko whose strategies no superko can spoil; None where there are none such."""
    if len(game.situations) > 1 or not _is_usual(game):
        return None
    black, white = _masks(game.situations[-1].content)
    try:
        found = certified_value(game, (black, white) if game.to_play == "black" else (white, black), budget)
    except OutOfBudget:  # the other way may need less
        return None
    if found is None:
        return None
    margin = found.margin - game.rules.komi
    words = f"plain ko, and {game.rules.repetition} superko, from this position without history"
    moves, line = (tuple(map(game.write_move, play)) for play in (found.moves, found.line))
    return Value(margin, margin, "points", True, moves, line, words, "certificate", found.nodes)


def _superko_node(game: Game) -> Node:
    """Return a game as `search_superko` sees it, with all of its history."""
    compares = compared_by_superko("the search under superko", game.rules.repetition)
    seen = set()
    for situation in game.situations:
        black, white = _masks(situation.content)
        if compares is Compares.CREATOR and situation.creator is None:
            continue
        side = {Compares.SIDE: situation.to_play, Compares.CREATOR: situation.creator, Compares.POSITION: "black"}
        seen.add((black, white, 0 if side[compares] == "black" else 1))
    black, white = _masks(game.situations[-1].content)
    return Node(black, white, 0 if game.to_play == "black" else 1, _passes(game), frozenset(seen))


# -- everything else -------------------------------------------------------------------------------------------------


def _by_games(game: Game, budget: Budget) -> Value:
    """Solve by a search over games; where too much of the board is vacant that would never end."""
    vacant = len(game.board) - len(game.stones)
    if game.outcome is None and vacant > _MOST_VACANT:
        raise TengenError(
            f"{game.board.text} has {vacant} points to play on; "
            f"under these rules games are searched up to {_MOST_VACANT}"
        )
    search = General(game, budget)
    search.solve()
    low, high = search.bounds
    by_score = game.rules.end == "passes" and (game.outcome is None or game.outcome.margin is not None)
    unit = "points" if by_score else "winner"
    if unit == "winner":
        low, high = max(low, -1.0), min(high, 1.0)
    moves: tuple[str, ...] = ()
    line: tuple[Move, ...] = ()
    if search.complete:
        moves = tuple(game.write_move(move) for move, _ in search.keeping(0.0))
        line = tuple(search.line(0.0))
    history = ", with the history of this game" if game.moves else ""
    words = f"the rules of this game (repetition = {game.rules.repetition}){history}"
    if search.complete and low < high:
        words += "; between the bounds it depends on what infinite play is worth"
    return Value(
        low, high, unit, search.complete, moves, tuple(map(game.write_move, line)), words, "games", budget.looked_at
    )


__all__ = ["Budget", "OutOfBudget", "Value", "value"]
