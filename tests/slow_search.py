"""The guided search again, slow and obvious: games, dictionaries, formulas, and evaluations made up by hashing."""

from __future__ import annotations

import hashlib
import math
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tengen import Game
from tengen.players.actions import move_of
from tengen.records import Reason
from tengen.rules import variant
from tengen.search.guided import ForestOptions, Leaves

_REPEATS = {Reason.KO, Reason.REPETITION}


class Said(NamedTuple):
    """What the made-up evaluator says of leaves."""

    policy: NDArray[np.float32]
    value: NDArray[np.float32]
    margin: NDArray[np.float32]
    ownership: NDArray[np.float32]


def made_up(points: NDArray[Any], tables: NDArray[Any], legal: NDArray[np.uint8]) -> Said:
    """Say of each position something that its stones, tiles and prisoners, and who moves, decide."""
    said = []
    for stones, table, row in zip(points, tables, legal, strict=True):
        seen = [stones[name].tobytes() for name in ("colour", "tao", "tiles")]
        seen += [table[name].tobytes() for name in ("to_move", "prisoners", "passes", "tao_in_hand")]
        chance = np.random.default_rng(list(hashlib.sha256(b"/".join(seen)).digest()))
        policy = chance.dirichlet(np.full(len(row), 0.5)) * (row == 1)
        said.append((policy, chance.uniform(-1, 1), chance.normal(0, 5), chance.uniform(-1, 1, len(stones))))
    columns = zip(*said, strict=True)
    return Said(*(np.array(column, np.float32) for column in columns))


def said_of(leaves: Leaves) -> Said:
    """Evaluate a forest's leaves."""
    return made_up(leaves.points, leaves.tables, leaves.legal)


def legal_row(game: Game) -> NDArray[np.uint8]:
    """Return the code of every action: 0 illegal, 1 legal, 2 forbidden by repetition alone."""
    n = len(game.board)
    row = np.zeros(2 * n + 2, np.uint8)
    for action in range(2 * n + 2):
        reasons = set(game.why_not(move_of(action, n)))
        row[action] = 1 if not reasons else 2 if reasons <= _REPEATS else 0
    return row


def gone_on(game: Game) -> Game:
    """Return a game that has ended by passes as one that has not."""
    made = Game(variant(game.variant, passes=game.rules.passes + 1), board=game.board)
    for move in game.moves:
        made.push(move)
    return made


@dataclass(eq=False)
class Node:
    """A position in the tree; what is summed is seen by Black."""

    game: Game
    parent: Node | None
    children: dict[int, Node] = field(default_factory=dict)
    priors: dict[int, np.float32] = field(default_factory=dict)
    tries: dict[int, int] = field(default_factory=dict)
    sums: tuple[float, float, float] = (0.0, 0.0, 0.0)
    own: tuple[float, float, float] | None = None
    visits: int = 0
    pending: int = 0
    ended: bool = False

    @property
    def sign(self) -> float:
        return 1.0 if self.game.to_play == "black" else -1.0

    def value_for(self, sign: float) -> float:
        return sign * self.sums[0] / self.visits


class SlowSearch:
    """One tree, with the rounds of `Forest`."""

    def __init__(self, game: Game, options: ForestOptions, simulations: int) -> None:
        self.options, self.size, self.left, self.budget = options, len(game.board), simulations, simulations
        self.limit = 3 * self.size if options.limit is None else options.limit
        self.settled = options.settled or (options.settled is None and game.rules.scoring == "territory")
        self.root = Node(game.copy(), None)
        self.waiting: list[Node] = []
        self.schedule: list[int] | None = None
        self.done = 0

    # -- rounds --------------------------------------------------------------------------------------------------------

    def round(self, wanted: int) -> None:
        """Collect leaves, evaluate them and credit them."""
        self.waiting, ends, stalled = [], 0, False
        while len(self.waiting) < wanted and not stalled and (self.left > 0 or self.root.own is None):
            stalled, ended = self.simulate()
            ends += ended
            stalled = stalled or ends >= 64
        for leaf in self.waiting:
            self.evaluate(leaf)

    def simulate(self) -> tuple[bool, bool]:
        """Run a simulation; return whether no other can follow in this round, and whether the game ended in it."""
        node, first = self.root, None
        while node.priors:
            action = self.choose(node)
            first = action if first is None else first
            if action not in node.children:
                following = node.game.copy()
                following.push(move_of(action, self.size))
                node.children[action] = Node(following, node)
            node = node.children[action]
        if node in self.waiting:
            return True, False
        if first is not None:
            self.left -= 1
            self.done += 1
            self.root.tries[first] = self.root.tries.get(first, 0) + 1
        if self.ends(node):
            self.credit(node)
            return False, True
        self.waiting.append(node)
        for above in path(node):
            above.pending += 1
        return first is None, False

    def ends(self, node: Node) -> bool:
        """Value a position in which the game has ended; say whether it has."""
        game, over = node.game, node.game.outcome
        if node.own is not None or (over is None and len(game.moves) < self.limit) or (not self.limit and not over):
            return node.ended
        if over and over.how == "score" and self.settled:
            return False
        margin = game.score().margin
        result, with_margin = {"black": 1.0, "white": -1.0, None: 0.0}[over.winner if over else None], False
        if over is None or over.how == "score":
            with_margin = game.rules.ends_by_passes
            result = float(np.sign(margin)) if with_margin else 0.0
        utility = self.utility(result, margin) if with_margin else result
        node.own = (float(np.float32(utility)), float(np.float32(result)), float(np.float32(margin)))
        node.ended = True
        return True

    def utility(self, result: float, margin: float) -> float:
        """Return the worth of a result and a margin."""
        weight, scale = self.options.score_weight, self.options.score_scale * math.sqrt(self.size)
        if not self.root.game.rules.ends_by_passes:
            return result
        return (result + weight * math.atan(margin / scale) * 2 / math.pi) / (1 + weight)

    def evaluate(self, leaf: Node) -> None:
        """Evaluate a leaf and credit it."""
        settles = leaf.game.outcome is not None
        game = gone_on(leaf.game) if settles else leaf.game
        row, state = legal_row(game), game.state()
        if settles:
            state.table["passes"][0] = 0
        said = made_up(state.points[None], state.table[None], row[None])
        trust = {int(a): max(0.0, float(said.policy[0, a])) for a in np.flatnonzero(row == 1)}
        total = 0.0
        for each in trust.values():
            total += each
        leaf.ended = settles
        leaf.priors = {} if settles else {a: np.float32(each / total) for a, each in trust.items()}
        result, margin = float(said.value[0]), float(said.margin[0])
        own = (leaf.sign * self.utility(result, margin), leaf.sign * result, leaf.sign * margin)
        leaf.own = (float(np.float32(own[0])), float(np.float32(own[1])), float(np.float32(own[2])))
        for above in path(leaf):
            above.pending -= 1
        self.credit(leaf)

    def credit(self, leaf: Node) -> None:
        """Credit a leaf's own worth to it and all above it."""
        assert leaf.own is not None
        for above in path(leaf):
            above.visits += 1
            above.sums = tuple(summed + one for summed, one in zip(above.sums, leaf.own, strict=True))  # type: ignore[assignment]

    # -- choices -------------------------------------------------------------------------------------------------------

    def choose(self, node: Node) -> int:
        """Return the action that a simulation takes."""
        if self.options.method == "puct":
            return self.by_puct(node)
        return self.by_halving() if node is self.root else self.by_share(node)

    def by_puct(self, node: Node) -> int:
        """AlphaZero's formula, with KataGo's growing exploration and first-play urgency."""
        options = self.options
        total = node.visits + node.pending - 1
        exploration = options.cpuct + options.cpuct_log * math.log((total + options.cpuct_base) / options.cpuct_base)
        seen = sum(float(node.priors[a]) for a in node.children)
        unseen = node.value_for(node.sign) - (options.root_fpu if node is self.root else options.fpu) * math.sqrt(seen)
        bounds = {}
        for action, prior in node.priors.items():
            tries, value = 0, unseen
            if child := node.children.get(action):
                tries = child.visits + child.pending
                value = (node.sign * child.sums[0] - options.loss * child.pending) / tries
            bounds[action] = value + exploration * math.sqrt(total + 0.01) * float(prior) / (1 + tries)
        return max(bounds, key=lambda action: bounds[action])

    def logits(self, node: Node) -> dict[int, float]:
        """The improved policy's logits (Danihelka et al. 2022, section 4 and appendix D)."""
        assert node.own is not None
        tried = {a: child for a, child in node.children.items() if child.visits}
        values = {a: 0.5 + 0.5 * child.value_for(node.sign) for a, child in tried.items()}
        visits = sum(child.visits for child in tried.values())
        own = 0.5 + 0.5 * node.sign * node.own[0]
        mixed = own
        if visits:
            trust = sum(float(node.priors[a]) for a in tried)
            expected = sum(float(node.priors[a]) * values[a] for a in tried)
            mixed = (own + visits * expected / trust) / (1 + visits)
        most = max((child.visits for child in tried.values()), default=0)
        scale = (self.options.visit_offset + most) * self.options.value_scale
        return {a: math.log(max(float(p), 1e-8)) + scale * values.get(a, mixed) for a, p in node.priors.items()}

    def improved(self, node: Node) -> dict[int, float]:
        """The improved policy."""
        logits = self.logits(node)
        highest = max(logits.values())
        shares = {a: math.exp(logit - highest) for a, logit in logits.items()}
        return {a: share / sum(shares.values()) for a, share in shares.items()}

    def by_share(self, node: Node) -> int:
        """Return the action whose visits are furthest behind the improved policy."""
        policy = self.improved(node)
        tries = {a: child.visits + child.pending for a, child in node.children.items()}
        total = node.visits + node.pending
        return max(policy, key=lambda a: policy[a] - tries.get(a, 0) / total)

    def by_halving(self) -> int:
        """Return the best of the actions that have had as many tries as this simulation's are to have had."""
        if self.schedule is None:
            self.schedule = halving(min(len(self.root.priors), self.options.considered), self.budget)
        logits, wanted = self.logits(self.root), self.schedule[self.done]
        return max(
            (a for a in self.root.priors if self.root.tries.get(a, 0) == wanted), key=lambda action: logits[action]
        )


def halving(considered: int, budget: int) -> list[int]:
    """Return how many tries the action tried by each simulation has had before."""
    if considered < 2:
        return list(range(budget))
    found: list[int] = []
    stages, tries, left = math.ceil(math.log2(considered)), 0, considered
    while len(found) < budget:
        for _ in range(max(1, budget // (stages * left))):
            found += [tries] * left
            tries += 1
        left = max(2, left // 2)
    return found


def path(node: Node | None) -> list[Node]:
    """Return the nodes from one up to the root."""
    found = []
    while node is not None:
        found.append(node)
        node = node.parent
    return found
