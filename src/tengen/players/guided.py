"""The opponent that a network guides: a tree search whose leaves the network judges, in batches."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import numpy as np

from ..game import Game
from ..kernel.layout import BLACK
from ..records import Colour, Move, Pass, Resign, TengenError
from ..search.guided import Evaluation, Forest, ForestOptions, Leaves, Rollouts, node_bytes
from .actions import action_of, move_of
from .game_keys import keys_of
from .kept_tree import KeptTree
from .opinions import Judge, Opinions, judge_of
from .player import OWN, Analysis, Budget, Candidate
from .resigning import RESIGNING, Prospects
from .scope import WHOLE, Scope
from .spreading import Sums
from .timing import between_looks

NETWORK: Final = f"{OWN}, network"
"""Whose opinion it is."""
VISITS: Final = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512)
"""Visits a move for the levels 1 to 10."""

_KNOWN: Final = 16  # visits from which on a single move is decided on, and a look says whether the game is lost
_LOST: Final = 0.03  # the chance, as the network values it, below which a look says that the game is lost
_CALM: Final = 16  # visits of the root for every leaf that is waited for at a time
_PATIENCE: Final = 100
"""Moves beside four for every point after which the player but passes, where it may."""
_ENDLESS: Final = 1 << 30


@dataclass(frozen=True)
class Playouts:
    """How far the network's opinion of a leaf gives way to games played out from there.

    ``count`` games are played from every leaf, and their mean has ``share`` of the say about result, margin and
    owners, from 0 to 1.
    """

    count: int = 0
    share: float = 0.5

    def __post_init__(self) -> None:
        if self.count < 0 or not 0 <= self.share <= 1:
            raise TengenError(f"playouts need a count of at least 0 and a share from 0 to 1, not {self}")


NO_PLAYOUTS: Final = Playouts()


class Guided:
    """Plays any game by tree search under a network's guidance.

    ``network`` is a file of weights, or an evaluator in its place; None stands for the weights that come with the
    package. ``budget`` counts visits of the root as simulations, its own evaluation among them: with one, the
    network's first choice is played. At most ``batch`` leaves are judged at a time. ``tidy`` says whether dead stones
    are taken off by playing before passing: None does so unless territory counts. ``temperature`` draws moves by their
    shares of the visits, raised to its inverse. No game is cut unless ``options`` has a limit. ``pause`` is called
    between the parts of a search, and takes no time from a budget. With a budget of simulations, a seed always gives
    the same moves.

    Raises:
        WeightsError: there are no weights, or no good ones. TengenError: a setting that cannot be.
    """

    keeps_tree: Final = True
    """What it finds about a position counts in its next search."""

    def __init__(
        self,
        network: Judge | Path | None = None,
        *,
        budget: Budget | None = None,
        batch: int = 32,
        seed: int = 0,
        tidy: bool | None = None,
        resigns: bool = True,
        temperature: float = 0.0,
        megabytes: int = 256,
        options: ForestOptions | None = None,
        playouts: Playouts = NO_PLAYOUTS,
        pause: Callable[[], None] | None = None,
    ) -> None:
        if batch < 1 or not temperature >= 0:
            raise TengenError(f"a batch is at least 1 and a temperature at least 0, not {batch!r} and {temperature!r}")
        self.judge: Final = judge_of(network)
        self.budget: Final = budget or Budget(simulations=VISITS[-1])
        self.batch = batch
        self.seed = seed
        self.tidy = tidy
        self.resigns = resigns
        self.temperature = temperature
        chosen = options or ForestOptions()
        settled = chosen.settled if tidy is None else not tidy
        self._options = replace(chosen, limit=chosen.limit or 0, settled=settled)
        self._megabytes, self._playouts = megabytes, playouts
        self._pause, self._paused = pause, 0.0
        self._look: _Look | None = None
        self._kept: KeptTree | None = None
        self._chance = np.random.default_rng(seed)
        self._prospects = Prospects(replace(RESIGNING, chance=_LOST, visits=_KNOWN))

    @property
    def name(self) -> str:
        """What the player is called."""
        return NETWORK

    def choose(self, game: Game, budget: Budget | None = None) -> Move:
        """Return the best move found; see `Player.choose`."""
        look, budget = self._prepare(game), budget or self.budget
        self._run(look, budget, early=not self.temperature)
        return self._decide(game, look.forest)

    def analyse(
        self, game: Game, budget: Budget | None = None, interval: float | None = None, scope: Scope = WHOLE
    ) -> Iterator[Analysis]:
        """Yield what was found so far; see `Analyst.analyse`. Details leave out games that have ended."""
        look, budget = self._prepare(game, scope), budget or self.budget
        if interval is None:
            self._run(look, budget)
            yield _analysis(game, look)
            return
        for seconds in between_looks(interval, budget.seconds, self._now):
            done = self._run(look, Budget(budget.simulations, seconds))
            yield _analysis(game, look)
            if done == 0:
                return

    def found(self, game: Game) -> Analysis | None:
        """Return what the last search found; None where it was of another position, or there was none."""
        if self._look is None or self._kept is None or not self._kept.is_at(game) or not self._look.forest.visits(0):
            return None
        return _analysis(game, self._look)

    def chance(self, colour: Colour) -> float:
        """Return the chance of a colour by the last search, 0.5 where there was none."""
        if self._look is None or not self._look.forest.visits(0):
            return 0.5
        own = 0.5 + 0.5 * self._look.forest.value(0)
        return own if colour == self._look.forest.to_move(0) else 1 - own

    # -- the search ----------------------------------------------------------------------------------------------------

    def _prepare(self, game: Game, scope: Scope = WHOLE) -> _Look:
        """Return a search with the game's position at its root, and what is left of its tree."""
        if game.outcome is not None:
            raise TengenError("the game is over; there is nothing to choose")
        if self._look is None or self._kept is None or not self._kept.is_of(game):
            self._look = _Look(game, self)
        serves = scope.barred is None and self._options.method == "puct"
        since = self._kept.since(game) if self._kept is not None and serves else None
        reuse = None if since is None else [action_of(move, len(game.board)) for move in since]
        self._kept = KeptTree.at(game, whole=scope.barred is None)
        self._look.count_apart(scope.detailed)
        self._look.forest.bar(scope.barred)
        self._look.forest.begin(
            0, game.state(), keys_of(game), simulations=0, turns=len(game.moves), reuse=reuse
        )  # fmt: skip
        return self._look

    def _run(self, look: _Look, budget: Budget, early: bool = False) -> int:
        """Search until a budget is spent; return how many simulations were run. One is run at least, if it may be.

        With ``early`` the search also ends when what is left cannot make another move the most visited.
        """
        forest, begun, watch = look.forest, look.forest.visits(0), _Watch(budget.seconds, self._now)
        if self._options.method == "gumbel" and budget.simulations is None:
            raise TengenError("a Gumbel search plans its simulations: give it a budget of them, not of seconds alone")
        wanted = _ENDLESS if budget.simulations is None else max(0, budget.simulations - begun)
        if begun >= _KNOWN:  # a tree that was kept does not tell whose the points will be
            wanted = max(wanted, _KNOWN - forest.owned(0))
        forest.think(0, wanted - 1 if wanted and not begun else wanted)
        looked = begun
        while forest.is_busy and not watch.is_over:
            if leaves := forest.select(min(self.batch, 1 + forest.visits(0) // _CALM)):
                forest.absorb(look.said(leaves))
            watch.note_round()
            if self._pause is not None:
                begun_at = time.perf_counter()
                self._pause()
                self._paused += time.perf_counter() - begun_at
            if early and self._options.method == "puct" and forest.visits(0) - looked >= _CALM:
                looked = forest.visits(0)
                if _is_decided(forest, min(forest.left(0), watch.still(looked - begun))):
                    break
        return forest.visits(0) - begun

    def _now(self) -> float:
        """Return the time in seconds by a clock that stands still during pauses."""
        return time.perf_counter() - self._paused

    # -- the decision --------------------------------------------------------------------------------------------------

    def _decide(self, game: Game, forest: Forest) -> Move:
        found = forest.found(0)
        if not len(found):  # the search sees no move, by a key that stands for two situations perhaps
            return next(iter(game.legal_moves()), Resign)
        order = found["action"][np.lexsort((-found["prior"], -found["visits"].astype(np.int64)))].tolist()
        ranked = [self._drawn(forest) if self.temperature else forest.best(0), *order]
        moves = (move_of(action, len(game.board)) for action in ranked)
        move = next((move for move in moves if not game.why_not(move)), None)
        if move is None:
            return next(iter(game.legal_moves()), Resign)
        if len(game.moves) >= 4 * len(game.board) + _PATIENCE and not game.why_not(Pass):
            return Pass  # nobody gets anywhere, and no rule ends such a game
        best = max(forest.value(0), float(found[found["visits"].argmax()]["value"]))
        sign = 1 if game.to_play == "black" else -1
        owners = sign * forest.ownership(0)
        gives_up = self.resigns and self._prospects.note(game, 0.5 + 0.5 * best, forest.visits(0), owners)
        return Resign if gives_up else move

    def _drawn(self, forest: Forest) -> int:
        """Return an action drawn by the temperature."""
        policy = forest.policy(0)
        shares = (policy / policy.max()) ** (1 / self.temperature)
        return int(self._chance.choice(len(shares), p=shares / shares.sum()))


class _Watch:
    """How long a search may go on by a clock: ``seconds``, None for ever."""

    def __init__(self, seconds: float | None, now: Callable[[], float]) -> None:
        self._seconds, self._now = float("inf") if seconds is None else seconds, now
        self._began = self._last = now()
        self._pace = 0.0

    def note_round(self) -> None:
        """Note that a round has been."""
        now = self._now()
        self._pace, self._last = now - self._last, now

    @property
    def is_over(self) -> bool:
        """Whether no other round fits in: half of one may be too much."""
        return self._pace > 0 and self._last - self._began + self._pace / 2 > self._seconds

    def still(self, done: int) -> float:
        """Return how many simulations still fit in, by the time that those done took."""
        return done * (self._seconds / max(1e-6, self._last - self._began) - 1)


class _Look:
    """What looking at one kind of game takes: a forest, and what the network needs to see its leaves."""

    def __init__(self, game: Game, player: Guided) -> None:
        board, rules = game.board, game.rules
        self._playouts = player._playouts
        nodes = max(64, player._megabytes * 1_000_000 // node_bytes(board, rules))
        self.forest = Forest(
            board, rules, nodes=nodes, batch=player.batch, seed=player.seed, options=player._options
        )  # fmt: skip
        self._opinions = Opinions(player.judge, game, self.forest.limit)
        self._rollouts = Rollouts(board, rules, player.seed) if self._playouts.count else None
        self.sums: Sums | None = None

    def count_apart(self, is_wanted: bool) -> None:
        """Count from now on what follows each move of the root, or nothing: a row for every action, and the root's."""
        size = len(self.forest.board)
        rows = 2 * size + 3
        self.sums = Sums(np.zeros((rows, 3)), *np.zeros((2, rows, size))) if is_wanted else None

    def said(self, leaves: Leaves) -> Evaluation:
        """Return what is said of leaves."""
        said = self._opinions(leaves)
        if self.sums is not None:
            sign = np.where(leaves.tables["to_move"][:, 0] == BLACK, 1.0, -1.0)
            self.sums.add(self.forest.branches(), sign * said.margin, sign[:, None] * said.ownership)
        if self._rollouts is None:
            return said
        return self._rollouts.mixed(said, leaves, self._playouts.count, self._playouts.share)


def _is_decided(forest: Forest, left: float) -> bool:
    """Say whether the simulations left cannot make another move the most visited."""
    visits = np.sort(forest.found(0)["visits"])
    if len(visits) < 2:
        return len(visits) == 1 and int(visits[0]) >= _KNOWN
    return int(visits[-1]) - int(visits[-2]) > left


def _analysis(game: Game, look: _Look) -> Analysis:
    sign = 1 if game.to_play == "black" else -1
    forest, sums, labels = look.forest, look.sums, game.board.labels
    found, size = forest.found(0), len(game.board)
    order = np.argsort(-found["visits"].astype(np.int64), kind="stable")
    candidates = tuple(
        Candidate(
            move=game.write_move(move_of(int(row["action"]), size)),
            visits=int(row["visits"]),
            win_rate=0.5 + 0.5 * float(row["value"]),
            lead=sign * float(row["margin"]),
            prior=float(row["prior"]),
            variation=tuple(game.write_move(move_of(step, size)) for step, _ in line),
            variation_visits=tuple(visits for _, visits in line),
            apart=None if sums is None else sums.of(int(row["action"]), labels),
        )
        for row in found[order]
        if row["visits"]
        for line in [forest.variation(0, int(row["action"]))]
    )  # fmt: skip
    owners = (round(float(owner), 3) for owner in sign * forest.ownership(0))
    return Analysis(
        candidates,
        0.5 + 0.5 * forest.value(0),
        sign * forest.margin(0),
        dict(zip(labels, owners, strict=True)),
        sum(each.visits for each in candidates),
        {game.write_move(move_of(int(row["action"]), size)): float(row["prior"]) for row in found},
        None if sums is None else sums.of(slice(None), labels),
        by=NETWORK,
    )
