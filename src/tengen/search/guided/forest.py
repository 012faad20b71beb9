"""Many searches at once: their trees, the leaves that they want evaluated, and what they have found."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ...boards import Board
from ...kernel import State
from ...kernel.hashing import hash_table
from ...kernel.layout import POINT, TABLE
from ...kernel.start import start_state
from ...records import COLOURS, Colour, TengenError
from ...rules import Rules, check_served
from ..leaves import Evaluation, Leaves
from ..nodes import repetition_code, whole_parts
from ..search import SERVED, most_children
from ..situations import OBEYED
from .descent import absorb, begin_halving, discard, improve, select
from .memory import EDGE, GROWN, GUMBEL, NODE, PUCT, ROOT, SETTINGS, Pool, Slots, Task
from .options import ForestOptions, Method

Floats = NDArray[np.float64]

_METHODS: Final[dict[Method, int]] = {"puct": PUCT, "gumbel": GUMBEL}
_DEPTH = 1024

FOUND = np.dtype(
    [
        ("action", "u4"),
        ("visits", "u4"),
        ("prior", "f8"),
        ("value", "f8"),  # mean result for the side to move at the root, from -1 to 1; 0 without visits
        ("utility", "f8"),  # the same with the margin's part
        ("margin", "f8"),  # mean margin over komi, for the side to move at the root
    ]
)
"""What was found of an action at a root."""


def node_bytes(board: Board, rules: Rules) -> int:
    """Return how much memory a node takes, with its state and its edges."""
    size = len(board) * POINT.itemsize + 3 * TABLE.itemsize + NODE.itemsize
    return size + most_children(board, rules) * EDGE.itemsize + 4


class Forest:
    """Searches from many positions of one kind, guided by evaluations from outside.

    ``roots`` is how many there are, ``nodes`` how many positions all of their trees may hold together, ``batch`` how
    many leaves are laid out at once at most. A round is `select`, an evaluation of the leaves, and `absorb`:

    >>> forest.begin(0, game.state(), simulations=100)        # doctest: +SKIP
    >>> while forest.is_busy:                                  # doctest: +SKIP
    ...     if leaves := forest.select():
    ...         forest.absorb(evaluated(leaves))

    With the same seed, calls and evaluations, a forest finds the same.

    Raises:
        UnservedRules: what a search does not obey. TengenError: no room for the roots.
    """

    def __init__(
        self,
        board: Board,
        rules: Rules,
        *,
        roots: int = 1,
        nodes: int = 4096,
        batch: int | None = None,
        seed: int = 0,
        options: ForestOptions | None = None,
    ) -> None:
        check_served("a search", rules, SERVED)
        if nodes < 2 * roots or roots < 1:
            raise TengenError(f"a forest needs at least one root and two nodes for each, not {roots} and {nodes}")
        self.board = board
        self.rules = rules
        self.seed = seed
        self.options: Final = options or ForestOptions()
        state = start_state(board, rules)
        self._size = state.net.size
        self._pool = _pool(state, roots, nodes + 1, most_children(board, rules))
        self._task = Task(
            state.net.arrays, np.array(rules.tao_prices.amounts, np.uint32), self._settings(), state.bench(),
            np.zeros(_DEPTH, np.uint64), np.zeros(self._pool.edges.shape[1]),
        )  # fmt: skip
        self._slots = _slots(state, batch or max(roots, 16))
        self._keys: list[list[int]] = [[] for _ in range(roots)]
        self._begun = [0] * roots
        self._laid_out = self._next = 0

    def _settings(self) -> NDArray[np.void]:
        settings = np.zeros(1, SETTINGS)
        row, rules = settings[0], self.rules
        for field in fields(self.options):
            if field.name in (SETTINGS.names or ()) and field.name not in ("method", "limit", "settled"):
                row[field.name] = getattr(self.options, field.name)
        row["method"] = _METHODS[self.options.method]
        row["limit"] = 3 * self._size if self.options.limit is None else self.options.limit
        row["score_scale"] = self.options.score_scale * np.sqrt(self._size)
        row["komi"] = rules.compensation
        row["repetition"] = repetition_code("a search", rules, OBEYED)
        row["whole"] = whole_parts("a search", rules)
        row["no_moves"] = not rules.ends_by_passes
        row["score_weight"] *= rules.ends_by_passes
        settled = self.options.settled
        row["settled"] = rules.scoring == "territory" if settled is None else settled
        return settings

    # -- the roots -----------------------------------------------------------------------------------------------------

    def begin(
        self, root: int, state: State, history: Iterable[int] = (), *, simulations: int, turns: int = 0,
        reuse: Sequence[int] | None = None,
    ) -> None:  # fmt: skip
        """Make a position a root and plan simulations from there, beside the evaluation of the position itself.

        ``history`` are keys by `situation_keys`, ``turns`` is how many the game has had. ``reuse`` are the actions
        since the last position of this root, of whose tree the part below them is kept.

        Raises:
            TengenError: leaves have not been absorbed yet, or there is no node left.
        """
        self._check_absorbed()
        node = self._follow(root, reuse)
        self._clear(root, node)
        if node is None:
            node = self._plant(state, turns)
        self._pool.nodes["parent"][node] = 0
        self._pool.roots[root] = np.zeros(1, ROOT)[0]
        self._pool.roots["node"][root] = node
        self._pool.ownership[root] = 0
        self._remember(root, () if state.table["placing"][0] else history)
        self._begun[root] += 1
        self.think(root, simulations)

    def bar(self, barred: NDArray[np.uint32] | None) -> None:
        """Leave actions out from now on: of each colour, Black first, before which depth, (2, 2n + 2); None: none.

        Where every legal action is barred, none is.
        """
        self._pool = self._pool._replace(barred=np.zeros((0, 0), np.uint32) if barred is None else barred)

    def end(self, root: int) -> None:
        """Give up a root and its tree."""
        self._check_absorbed()
        self._clear(root, None)
        self._pool.roots[root] = np.zeros(1, ROOT)[0]

    def think(self, root: int, simulations: int) -> None:
        """Plan a number of simulations from a root from now on; a Gumbel search begins its halving anew."""
        row = self._pool.roots[root]
        row["left"] = simulations
        row["stirred"] &= self.options.method != "gumbel"
        row["full"] = 0

    def _clear(self, root: int, kept: int | None) -> None:
        """Set free the tree of a root but what is below the node ``kept``."""
        old = int(self._pool.roots["node"][root])
        if old and old != kept:
            discard(self._pool, np.uint32(old), np.uint32(kept or 0))

    def _plant(self, state: State, turns: int) -> int:
        pool = self._pool
        left = int(pool.free[0])
        if not left:
            raise TengenError(f"all {len(pool.nodes) - 1} nodes of the forest are taken; it needs more of them")
        node = int(pool.free[left])
        pool.free[0] = left - 1
        pool.nodes[node] = np.zeros(1, NODE)[0]
        pool.nodes["turns"][node] = turns
        pool.points[node], pool.table[node] = state.points, state.table
        return node

    def _follow(self, root: int, actions: Sequence[int] | None) -> int | None:
        """Return the node that actions from a root lead to, None where there is none worth keeping."""
        pool, node = self._pool, int(self._pool.roots["node"][root])
        if actions is None or not node:
            return None
        for action in actions:
            edges = pool.edges[node, : int(pool.nodes["edges"][node])]
            found = edges["child"][edges["action"] == action]
            if not len(found) or not found[0]:
                return None
            node = int(found[0])
        return node if pool.nodes["status"][node] == GROWN else None

    def _remember(self, root: int, history: Iterable[int]) -> None:
        """Write the keys of earlier situations; all roots have tables of one length."""
        self._keys[root] = list(history)
        table = hash_table(self._keys[root])
        if len(table) <= self._pool.history.shape[1]:
            self._pool.history[root] = hash_table(self._keys[root], least=self._pool.history.shape[1])
            return
        tables = [hash_table(keys, least=len(table)) for keys in self._keys]
        self._pool = self._pool._replace(history=np.array(tables))

    def _check_absorbed(self) -> None:
        if self._laid_out:
            raise TengenError(f"{self._laid_out} leaves are still to be absorbed")

    def _stir(self) -> None:
        """Give the edges of roots that have just got them their noise, and plan their sequential halving."""
        roots = self._pool.roots
        for root in np.flatnonzero((roots["node"] > 0) & (roots["stirred"] == 0)):
            node = roots["node"][root]
            if self._pool.nodes["status"][node] != GROWN:
                continue
            count = int(self._pool.nodes["edges"][node])
            edges = self._pool.edges[node, :count]
            edges["tries"] = 0
            chance = np.random.default_rng((self.seed, int(root), self._begun[root]))
            if self.options.method == "gumbel":
                edges["noise"] = self.options.gumbel * chance.gumbel(size=count)
                begin_halving(self._pool, root, self.options.considered, int(roots["left"][root]))
            elif self.options.noise:
                drawn = chance.dirichlet(np.full(count, self.options.concentration / count))
                edges["prior"] += self.options.noise * (drawn - edges["prior"])
            roots["stirred"][root] = 1

    # -- rounds --------------------------------------------------------------------------------------------------------

    @property
    def is_busy(self) -> bool:
        """Whether simulations are still to be run."""
        roots = self._pool.roots
        nodes = self._pool.nodes["status"][roots["node"]]
        return bool(((roots["left"] > 0) | ((roots["node"] > 0) & (nodes < GROWN) & (roots["full"] == 0))).any())

    def select(self, wanted: int | None = None, each: int | None = None) -> Leaves:
        """Run simulations until they have come to ``wanted`` leaves (None: as many as there is room for); return these.

        No root gives more than ``each`` of them: with 1, searches go as if every leaf were evaluated at once. Fewer
        come where trees have fewer to offer before some are absorbed, and none where the simulations met nothing but
        ended games.

        Raises:
            TengenError: the leaves before have not been absorbed.
        """
        self._check_absorbed()
        self._stir()
        slots = self._slots
        wanted = len(slots.node) if wanted is None else min(wanted, len(slots.node))
        count, self._next = select(self._pool, self._task, slots, self._next, wanted, each or wanted)
        self._laid_out = count
        return Leaves(
            slots.points[:count], slots.table[:count], slots.legal[:count], slots.root[:count], slots.turns[:count]
        )

    def absorb(self, said: Evaluation) -> None:
        """Take over what was said of the leaves of the last `select`, in their order.

        Raises:
            TengenError: the arrays are not of these leaves.
        """
        count, actions = self._laid_out, 2 * self._size + 2
        shapes = {"policy": (count, actions), "value": (count,), "margin": (count,), "ownership": (count, self._size)}
        rows = {name: np.ascontiguousarray(getattr(said, name), np.float32) for name in shapes}
        for name, shape in shapes.items():
            if rows[name].shape != shape:
                raise TengenError(f"{name} must have the shape {shape}, not {rows[name].shape}")
        absorb(self._pool, self._task.settings, self._slots, count, *rows.values())
        self._laid_out = 0

    def branches(self) -> list[int]:
        """Return for every leaf of the last `select` the action at its root that leads to it; -1: it is the root."""
        nodes, found = self._pool.nodes, []
        for leaf in self._slots.node[: self._laid_out]:
            node, above = int(leaf), int(nodes["parent"][leaf])
            while above and nodes["parent"][above]:
                node, above = above, int(nodes["parent"][above])
            found.append(int(nodes["action"][node]) if above else -1)
        return found

    # -- what was found ------------------------------------------------------------------------------------------------

    def left(self, root: int) -> int:
        """Return how many simulations are still to be run."""
        return int(self._pool.roots["left"][root])

    def to_move(self, root: int) -> Colour:
        """Return whose move it is at a root."""
        return COLOURS[int(self._pool.table["to_move"][self._pool.roots["node"][root], 0]) - 1]

    @property
    def limit(self) -> int:
        """After how many turns games are cut; 0: never."""
        return int(self._task.settings["limit"][0])

    def visits(self, root: int) -> int:
        """Return how many simulations the tree holds, the evaluation of the root among them."""
        return int(self._row(root)["visits"])

    def value(self, root: int) -> float:
        """Return the mean result for the side to move, from -1 to 1."""
        row = self._row(root)
        return self._sign(root) * float(row["result"]) / max(1, int(row["visits"]))

    def margin(self, root: int) -> float:
        """Return the mean margin over komi for the side to move."""
        row = self._row(root)
        return self._sign(root) * float(row["margin"]) / max(1, int(row["visits"]))

    def ownership(self, root: int) -> Floats:
        """Return for every point how surely it will be the side's to move (1) or the opponent's (-1): (n,).

        It is the mean over the simulations since the root was made one.
        """
        summed: Floats = self._pool.ownership[root]
        return self._sign(root) * summed / max(1, int(self._pool.roots["owned"][root]))

    def owned(self, root: int) -> int:
        """Return how many simulations `ownership` is the mean of."""
        return int(self._pool.roots["owned"][root])

    def found(self, root: int) -> NDArray[np.void]:
        """Return what was found of every action that is legal at a root, by action: rows of `FOUND`."""
        return self._found(int(self._pool.roots["node"][root]))

    def policy(self, root: int) -> Floats:
        """Return the policy that the search recommends: (2n + 2,), 0 where illegal.

        PUCT: the share of the visits. Gumbel: the improved policy of the paper, from completed values.
        """
        policy = np.zeros(2 * self._size + 2)
        node = int(self._pool.roots["node"][root])
        edges = self._edges(node)
        if self.options.method == "gumbel":
            logits = self._logits(node)
            shares = np.exp(logits - logits.max(initial=-np.inf))
        else:
            shares = self._found(node)["visits"].astype(np.float64)
        if len(edges):
            policy[edges["action"]] = shares / shares.sum() if shares.sum() else edges["prior"]
        return policy

    def best(self, root: int) -> int:
        """Return the action to be played: the most visited, or the one that sequential halving left.

        Raises:
            TengenError: nothing is known of the root yet, or nothing is legal there.
        """
        node = int(self._pool.roots["node"][root])
        edges = self._edges(node)
        if not len(edges):
            raise TengenError("nothing is known of this root yet")
        if self.options.method == "gumbel":
            score = np.where(edges["tries"] == edges["tries"].max(), self._logits(node) + edges["noise"], -np.inf)
            return int(edges["action"][score.argmax()])
        found = self._found(node)
        return int(found["action"][np.lexsort((found["prior"], found["visits"]))[-1]])

    def variation(self, root: int, action: int, longest: int = 20) -> list[tuple[int, int]]:
        """Return the actions most visited from one at a root on, itself first, with their visits."""
        found = self.found(root)
        row = found[found["action"] == action][0]
        line: list[tuple[int, int]] = []
        while True:
            line.append((int(row["action"]), int(row["visits"])))
            node = self._follow(root, [action for action, _ in line])
            found = found[:0] if node is None else self._found(node)
            if len(line) == longest or not len(found) or not found["visits"].max():
                return line
            row = found[found["visits"].argmax()]

    def _row(self, root: int) -> np.void:
        row: np.void = self._pool.nodes[self._pool.roots["node"][root]]
        return row

    def _sign(self, root: int) -> float:
        return 1.0 if self.to_move(root) == "black" else -1.0

    def _edges(self, node: int) -> NDArray[np.void]:
        edges: NDArray[np.void] = self._pool.edges[node, : int(self._pool.nodes["edges"][node])]
        return edges

    def _logits(self, node: int) -> Floats:
        """Return the logits of a node's improved policy."""
        scores = self._task.scores
        improve(self._pool, np.uint32(node), self._task.settings, scores)
        return scores[: int(self._pool.nodes["edges"][node])].copy()

    def _found(self, node: int) -> NDArray[np.void]:
        edges = self._edges(node)
        rows = self._pool.nodes[edges["child"]]
        visits = np.where(edges["child"] > 0, rows["visits"], 0)
        found = np.zeros(len(edges), FOUND)
        found["action"], found["visits"], found["prior"] = edges["action"], visits, edges["prior"]
        sign = 1.0 if self._pool.table["to_move"][node, 0] == 1 else -1.0
        for name, summed in (("value", "result"), ("utility", "utility"), ("margin", "margin")):
            found[name] = np.where(visits > 0, sign * rows[summed] / np.maximum(visits, 1), 0.0)
        return found


def _pool(state: State, roots: int, nodes: int, most: int) -> Pool:
    free = np.zeros(nodes + 1, np.uint32)
    free[0] = nodes - 1
    free[1:nodes] = np.arange(nodes - 1, 0, -1)
    return Pool(
        nodes=np.zeros(nodes, NODE),
        edges=np.zeros((nodes, most), EDGE),
        points=np.zeros((nodes, state.net.size), POINT),
        table=np.zeros((nodes, 3), TABLE),
        free=free,
        roots=np.zeros(roots, ROOT),
        history=np.zeros((roots, 16), np.uint64),
        ownership=np.zeros((roots, state.net.size)),
        barred=np.zeros((0, 0), np.uint32),
    )


def _slots(state: State, batch: int) -> Slots:
    size = state.net.size
    return Slots(
        points=np.zeros((batch, size), POINT),
        table=np.zeros((batch, 3), TABLE),
        legal=np.zeros((batch, 2 * size + 2), np.uint8),
        node=np.zeros(batch, np.uint32),
        root=np.zeros(batch, np.uint32),
        turns=np.zeros(batch, np.uint32),
    )
