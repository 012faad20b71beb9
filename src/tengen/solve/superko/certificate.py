"""Check whether a proof under plain ko also holds under superko, by laying out and inspecting its strategy.

The strategy is a graph with one move for the prover and all moves for the adversary. Superko can spoil it only by
barring one of the prover's placements. So for each of them, can a position that would bar it occur earlier in the
graph? Bans on the adversary only help, and superko bars everything that ko does: the capture that would undo the
prover's repeats a position with the prover to move, made by the adversary's own stone. If that position was made
otherwise, because the adversary had passed, natural superko does not bar the capture, and proofs for natural superko
allow it (spec 1.3-1.5). Proofs end early only if points that passing cannot lose suffice, so history does not matter
after that. The graph must have no cycle, which checks the proof itself once more.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Final

from ...game import Game
from ...records import Move, Pass, Place, TengenError
from ...rules import Compares
from ...rules.repetition import compared_by_superko
from ...rules.serving import Served
from .. import ordinary
from ..bitboards import NO_KO
from ..budget import Budget, PositionNotServed
from ..proofs import proof_tree as tree
from ..proofs.proof_tree import PASS
from ..proofs.prover import ProofNode, Prover
from ..route import Value
from ..states.brackets import Positions, Retrograde

MOST_POINTS = tree.FEW_STONES
"""On larger boards the table holds positions in an unknown symmetric form."""


class _Gap(TengenError):
    """The table no longer holds the whole strategy."""


class Strategy:
    """A proof as a graph: the moves from each node, and the nodes after them; ``placed``: nodes after its stones."""

    def __init__(self, prover: Prover, root: ProofNode) -> None:
        """Lay out the strategy by which a prover has proved a root; TengenError if the table has lost part of it."""
        if prover.manner & (tree.STRICT | tree.SUICIDE) != tree.STRICT or len(prover.bits.near) > MOST_POINTS:
            raise TengenError(
                "certificates are for proofs made for superko, suicide forbidden, on boards of up to "
                f"{MOST_POINTS} points"
            )
        self._prover = prover
        self.root = root
        self.after: dict[ProofNode, tuple[tuple[int, ProofNode], ...]] = {}
        self.placed: set[ProofNode] = set()
        queue = [root]
        while queue:
            node = queue.pop()
            if node not in self.after:
                self.after[node] = tuple(self._answers(node) if node.turn else self._choice(node))
                queue += (child for _, child in self.after[node])
        ahead = {node: [child for _, child in after] for node, after in self.after.items()}
        import networkx as nx  # late, since it loads slowly

        self.graph: Final = nx.from_dict_of_lists(ahead, nx.DiGraph)

    def _answers(self, node: ProofNode) -> Iterator[tuple[int, ProofNode]]:
        """Yield the adversary's moves; nothing if the prover has won already."""
        prover, bits = self._prover, self._prover.bits
        if node.passes == prover.passes:
            if bits.area(node.mine, node.theirs) < prover.s:
                raise _Gap("the game ends too early")
            return
        if not prover.is_sure(node):
            yield from node.placements(bits)
            yield tree.PASS, node.passed()

    def _choice(self, node: ProofNode) -> Iterator[tuple[int, ProofNode]]:
        """Yield the prover's move; nothing if the game is over, or a pass ends it."""
        prover, bits = self._prover, self._prover.bits
        if node.passes >= prover.passes - 1 and bits.area(node.mine, node.theirs) >= prover.s:
            return
        if node.passes == prover.passes:
            raise _Gap("the game ends too early")
        point = prover.move(node)
        if point is None:
            raise _Gap("the table has lost a part of the proof")
        if point == tree.PASS:
            yield point, node.passed()
            return
        mine, theirs, ko = bits.place(node.mine, node.theirs, point)
        child = ProofNode(mine, theirs, 1, NO_KO if node.passes and prover.manner & tree.OPEN_KO else ko)
        self.placed.add(child)
        yield point, child

    def lengths(self) -> dict[ProofNode, int]:
        """Return the maximum length of play by an acyclic strategy from each node."""
        import networkx as nx

        found: dict[ProofNode, int] = {}
        for node in reversed(list(nx.topological_sort(self.graph))):
            found[node] = max((found[child] + 1 for _, child in self.after[node]), default=0)
        return found

    def is_barred(self, rule: str) -> bool:
        """Return whether a superko may bar one of the prover's placements; UnservedRules for another rule."""
        import networkx as nx

        compares = compared_by_superko("a certificate", rule)
        bars: dict[tuple[int, int], list[ProofNode]] = {}
        for node in self.after:  # the rule would bar the prover from repeating its position
            is_made = node in self.placed or (node == self.root and bool(node.turn))
            if is_made if compares is Compares.CREATOR else compares is Compares.POSITION or node.turn == 1:
                bars.setdefault((node.mine, node.theirs), []).append(node)
        return any(
            node != other and nx.has_path(self.graph, other, node)
            for node in self.placed
            for other in bars.get((node.mine, node.theirs), ())
        )


def certified(prover: Prover, root: ProofNode, rule: str) -> Strategy | None:
    """Return the strategy that proved a root without history, if it holds under a superko."""
    if compared_by_superko("a certificate", rule) is Compares.CREATOR and not prover.manner & tree.OPEN_KO:
        return None
    import networkx as nx

    try:
        strategy = Strategy(prover, root)
    except _Gap:
        return None
    return None if not nx.is_directed_acyclic_graph(strategy.graph) or strategy.is_barred(rule) else strategy


_FEWEST_POINTS: Final = 7
"""With fewer points a search with history is quick, and finds all moves that keep the value."""
_DEEPEST: Final = 30
_MEGABYTES: Final = 256


class _Follower:
    """One side's strategy, and the game's node in it; None once the result is safe."""

    def __init__(self, strategy: Strategy) -> None:
        self.strategy = strategy
        self.lengths = strategy.lengths()
        self.node: ProofNode | None = strategy.root

    def moves(self) -> list[int]:
        """Return the strategy's moves here, those leading to the longest games first."""
        after = self.strategy.after[self.node] if self.node else ()
        return [point for point, _ in sorted(after, key=lambda way: -self.lengths[way[1]])]

    def follow(self, point: int) -> None:
        """Follow a move."""
        if self.node:
            self.node = next((node for p, node in self.strategy.after[self.node] if p == point), None)


def refusal(game: Game) -> TengenError | None:
    """Return why no certificate can be searched for."""
    who = "a certificate"
    axes: Served = {"repetition": ordinary.is_superko, "suicide": ("forbidden",), "scoring": ("area",), "passes": (2,)}
    found = ordinary.refusal(game, who, MOST_POINTS, **axes)
    if found is None and ordinary.has_history(game):
        return PositionNotServed(f"{who} needs a position without history that the side to move did not make")
    if found is None and len(game.board) < _FEWEST_POINTS:
        return PositionNotServed(f"{who} is sought on boards of {_FEWEST_POINTS} points or more")
    return found


def solve(game: Game, budget: Budget) -> Value | None:
    """Return the value of a position; None if plain ko does not settle it, or superko may spoil the proofs.

    Half of the budget is left to the search under superko.
    """
    budget = budget.half()
    rule, standing = game.rules.repetition, ordinary.Standing.of(game)
    bracket = Retrograde(Positions(game.board, budget=budget.part())).solve().bracket(*standing.sides)
    if bracket.low < bracket.high:
        return None
    guides: list[_Follower | None] = [None, None]
    for turn, s in ((0, bracket.low), (1, -bracket.low)):
        if s > -len(game.board):
            prover = Prover(game.board, s, superko=rule, budget=budget.part(), megabytes=_MEGABYTES)
            root = ProofNode(standing.sides[turn], standing.sides[1 - turn], turn)
            strategy = certified(prover, root, rule) if prover.prove(root, _DEEPEST) else None
            if strategy is None:
                return None
            guides[turn] = _Follower(strategy)
    moves: tuple[Move, ...] = ()
    line: tuple[Move, ...] = ()
    with suppress(KeyboardInterrupt):
        line = _line(game, guides)
        moves = line[:1] if guides[0] else tuple(game.legal_moves())
    margin = (-bracket.low if standing.side else bracket.low) - game.rules.compensation
    words = f"plain ko, and {rule} superko, from this position without history"
    best, play = (tuple(map(game.write_move, each)) for each in (moves, line))
    return Value(margin, margin, "points", True, best, play, words, "certificate", budget.looked_at)


def _line(game: Game, guides: Sequence[_Follower | None]) -> tuple[Move, ...]:
    """Return a game in which a side with a strategy follows it, and a side without one prolongs the game."""
    game = game.copy()
    turn = 0
    while game.outcome is None:
        guide = guides[turn] or guides[1 - turn]
        points = guide.moves() if guide else []
        moves = (Pass if point == PASS else Place(point) for point in points)
        move: Move = next((move for move in moves if not game.why_not(move)), Pass)
        game.play(move)
        for each in guides:
            if each:
                each.follow(move.point if isinstance(move, Place) else PASS)
        turn = 1 - turn
    return game.moves
