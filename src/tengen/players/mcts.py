"""The player for every game: Monte Carlo tree search (docs/lab/strength.md)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ..game import Game
from ..kernel.layout import PASS, PLACE, RETURN, TAO
from ..opening import BookMove, book_move
from ..reading import BlunderReader
from ..reading.blunders import BUDGET
from ..reading.fate import compile_ahead, is_compiled
from ..records import Move, Pass, Place, Resign, Return, Tao, TengenError, UnservedRules, other
from ..records.levels import FIRST_WITH_NETWORK, LEVELS
from ..rules import REPETITIONS, variant
from ..search import Options, Search, situation_keys
from ..search.nodes import Tally
from .calibration import calibrated, chance_error, standard_error
from .player import Analysis, Budget, Candidate, Spread, between_looks, check_whole
from .resigning import Prospects
from .scope import WHOLE, Scope

_BEGINNER = Options(rescue=0, pattern=0, reading=0, glance=0)
"""Level 1 ignores chains in danger and patterns until it visits a move."""
_UNTAUGHT = Options(foresight=False)
"""Lower levels lack the network: with so few playouts they would all play its moves and be alike."""
_OPTIONS_OF = {1: _BEGINNER} | dict.fromkeys(range(2, FIRST_WITH_NETWORK), _UNTAUGHT)
"""Parameters of levels that differ from other searches."""

_SURE = 0.9
_EVEN = 0.5
_WORTH = 0.02  # least gain in win rate for buying a Tao stone
_GLANCE = 30  # least playouts for settling or resigning
_CHEAPER = 5_000  # most playouts for finding a free move
_OWNED = 100  # least playouts for an analysis to give owners
_LEAST_READ = 300  # least positions for reading blunders
_CHECKING = Budget(simulations=1_000)
_KINDS: Final = {PASS: Pass, RETURN: Return}


class MCTS:
    """Plays any game by tree search over playouts, at levels 1 to 10 or with a custom budget.

    ``tidy`` sets whether dead stones are captured before passing: None does so if it costs nothing, under area and
    stone scoring. ``pause`` is called between the parts of a search, and takes no time from a budget. With one thread
    and a budget of simulations, a seed always gives the same moves, except with ``at_once``: then plain Python searches
    while the search is being compiled.

    >>> from tengen import Game
    >>> MCTS(level=3, seed=1).choose(Game("chinese", board="3x3"))
    Place(point=4)
    """

    def __init__(
        self,
        level: int = 5,
        *,
        budget: Budget | None = None,
        threads: int = 1,
        seed: int = 0,
        tidy: bool | None = None,
        resigns: bool = True,
        megabytes: int = 128,
        options: Options | None = None,
        pause: Callable[[], None] | None = None,
        at_once: bool = False,
    ) -> None:
        check_whole("level", level, 1, len(LEVELS))
        check_whole("threads", threads, 1, 256)
        if pause is not None and threads > 1:
            raise TengenError("a search with pauses must have one thread")
        self.level = level
        self.threads = threads
        self.seed = seed
        self.tidy = tidy
        self.resigns = resigns
        self.budget: Final = budget or Budget(simulations=LEVELS[level - 1])
        self.megabytes: Final = megabytes
        self.pause: Final = pause
        self.at_once: Final = at_once
        self._options = options or _OPTIONS_OF.get(level)
        self._prospects = Prospects()
        self._search: Search | None = None
        self._blunders: BlunderReader | None = None  # for the position at the root
        self._game: tuple[object, ...] = ()  # the game of the kept tree
        self._root: tuple[Move, ...] | None = None  # moves to the root; None: incomplete, not reusable

    @property
    def name(self) -> str:
        """The player's name."""
        return f"Tengen, level {self.level}"

    def choose(self, game: Game, budget: Budget | None = None) -> Move:
        """Return the best move found; see `Player.choose`."""
        search = self._prepare(game)
        budget = budget or self.budget
        search.run(budget.simulations, budget.seconds, early=True)
        compile_ahead()
        return self._decide(game, search, budget.seconds)

    def analyse(
        self, game: Game, budget: Budget | None = None, interval: float | None = None, scope: Scope = WHOLE
    ) -> Iterator[Analysis]:
        """Yield interim results; see `Analyst.analyse`."""
        search = self._prepare(game, scope)
        budget = budget or self.budget
        looks: Iterable[float | None] = [budget.seconds]
        if interval is not None:
            looks = between_looks(interval, budget.seconds, lambda: search.now)
        for seconds in looks:
            done = search.run(budget.simulations, seconds)
            search.run_afresh(min(_OWNED, search.visits))
            yield self._analysis(game, search, scope)
            if done == 0:
                return

    def found(self, game: Game) -> Analysis | None:
        """Return the last search's findings, or None if it searched another position."""
        if self._search is None or self._since(game) != ():
            return None
        return self._analysis(game, self._search, WHOLE)

    def search(self, game: Game, budget: Budget | None = None) -> Search:
        """Search a game's position and return the tree for `choose`; TengenError after the game's end."""
        found, budget = self._prepare(game), budget or self.budget
        found.run(budget.simulations, budget.seconds)
        return found

    # -- the root ------------------------------------------------------------------------------------------------------

    def _prepare(self, game: Game, scope: Scope = WHOLE) -> Search:
        """Return a search with the game's position at its root, and the rest of its tree."""
        if game.outcome is not None:
            raise TengenError("the game is over; there is no move to choose")
        if game.bidder:
            raise TengenError("the players bid for the komi first")
        if self._search is None or self._game != _identity(game):
            self._search = Search(
                game.board, game.rules, threads=self.threads, seed=self.seed, megabytes=self.megabytes,
                options=self._options, pause=self.pause, at_once=self.at_once,
            )  # fmt: skip
        since = self._since(game) if scope.barred is None else None
        reuse = None if since is None else [_coded(move, len(game.board)) for move in since]
        self._blunders = None
        self._game, self._root = _identity(game), game.moves if scope.barred is None else None
        last, before = (m.point if isinstance(m, Place) else None for m in (Pass, Pass, *game.moves)[-1:-3:-1])
        self._search.begin(
            game.state(), keys_of(game), last=last, before=before, settled=not self._is_tidy(game), reuse=reuse,
            barred=scope.barred, apart=scope.detailed,
        )  # fmt: skip
        return self._search

    def _since(self, game: Game) -> tuple[Move, ...] | None:
        """Return the moves from the root of the kept tree to a game's position, or None if there are none."""
        if self._root is None or self._game != _identity(game) or game.moves[: len(self._root)] != self._root:
            return None
        return game.moves[len(self._root) :]

    def _is_tidy(self, game: Game) -> bool:
        return game.rules.scoring != "territory" if self.tidy is None else self.tidy

    # -- the decision --------------------------------------------------------------------------------------------------

    def _decide(self, game: Game, search: Search, seconds: float | None) -> Move:
        children = search.children()
        if not len(children):  # no legal move, or none found
            return next(iter(game.legal_moves()), Resign)
        if not game.why_not(Pass) and self._is_settled(game, search):
            return Pass
        for place in self._order(game, children):
            move = _decoded(int(children["kind"][place]), int(children["point"][place]))
            if not game.why_not(move):
                break
        else:
            return next(iter(game.legal_moves()), Resign)
        judged = place if children["visits"][place] else int(children["visits"].argmax())
        win_rate = float(children["wins"][judged]) / max(1, int(children["visits"][judged]))
        if _had_better_pass(game, move, win_rate, self._is_tidy(game)):
            return Pass
        if self.resigns and self._gives_up(game, search, win_rate):
            return Resign
        cheaper = None
        if isinstance(move, Tao) and not game.tao_in_hand[game.to_play] and game.tao_prices[game.to_play]:
            cheaper = self._unpaid(game, search, win_rate, seconds)
        return move if cheaper is None else cheaper

    def _order(self, game: Game, children: NDArray[np.void]) -> list[int]:
        """Return the indices of the root's moves, best first: by visits, with blunders that reading proves last.

        If all visited moves are blunders, a pass comes first, unless it ends the game and does not win it.
        """
        order: list[int] = np.argsort(-children["visits"].astype(np.int64), kind="stable").tolist()
        if is_compiled() or not self.at_once:
            self._blunders = self._blunders or _blunders_of(game, int(children["visits"].sum()))
        reader, blunders = self._blunders, list[int]()
        for place in order:
            if not children["visits"][place]:
                if not _loses_by_a_pass(game):
                    order.sort(key=lambda place: int(children["kind"][place]) != PASS)
                break
            move = _decoded(int(children["kind"][place]), int(children["point"][place]))
            if game.why_not(move):
                continue
            if reader is None or not isinstance(move, Place) or not reader.is_blunder(move):
                break
            blunders.append(place)
        return [place for place in order if place not in blunders] + blunders

    def _gives_up(self, game: Game, search: Search, win_rate: float) -> bool:
        """Note the prospects, and return whether to resign; a lost game is first searched more deeply."""
        rule, chance = self._prospects.rule, calibrated(win_rate)
        is_glance = search.visits < rule.visits or search.playouts < _GLANCE
        if chance < rule.chance and is_glance and not rule.is_early(game):
            search.run(rule.visits)
            search.run_afresh(_GLANCE)
            children = search.children()
            best = children[int(children["visits"].argmax())]
            chance = calibrated(float(best["wins"]) / max(1, int(best["visits"])))
        return self._prospects.note(game, chance, search.visits, search.ownership())

    def _unpaid(self, game: Game, search: Search, win_rate: float, seconds: float | None) -> Move | None:
        """Return a free move that wins as often as buying a Tao stone, or None.

        A tree without exploration stays with the first winning move, and tries a pass late. So the position is searched
        once more without buying, for at most a tenth of the seconds of a move.
        """
        options = replace(self._options or Options(), frugal=True)
        again = MCTS(
            seed=self.seed, tidy=self.tidy, resigns=False, megabytes=self.megabytes, options=options,
            threads=self.threads, pause=self.pause, at_once=self.at_once,
        )  # fmt: skip
        other = again._prepare(game)
        wanted = min(max(_GLANCE, search.visits), _CHEAPER)
        other.run(wanted, None if seconds is None else seconds / 10)
        children = other.children()
        if not len(children):
            return None
        best = children[int(children["visits"].argmax())]
        if float(best["wins"]) / max(1, int(best["visits"])) < win_rate - _WORTH:
            return None
        return again._decide(game, other, seconds)

    def _is_settled(self, game: Game, search: Search) -> bool:
        """Return whether neither side can gain anything: every point has a certain owner and counts for it.

        Tao points have no owner (spec 3.6); whether another Tao stone gains anything shows in the points around it.

        Certainty with a move to come may not survive a pass, so the position is searched once more with the other side
        to move.
        """
        if game.rules.scoring == "stones":  # every stone counts: the search passes if none is good
            return False
        search.run_afresh(_GLANCE)
        ownership, counted = search.ownership(), game.state().points["tao"] == 0
        if np.abs(ownership[counted]).min(initial=1) < _SURE:
            return False
        owners = np.sign(ownership)
        if self._is_tidy(game) and (np.frombuffer(game.score("area").sides, np.int8) != owners).any():
            return False
        position = replace(game.position, to_play=other(game.to_play), created_by=None)
        after = Game.from_position(variant(game.variant, fairness="none"), game.board, position)
        if _lets_repeat(game):
            return False
        if after.outcome is not None:
            return True
        checker = MCTS(
            budget=_CHECKING, seed=self.seed, megabytes=16, options=self._options, pause=self.pause,
            at_once=self.at_once,
        )  # fmt: skip
        again = checker._prepare(after)
        again.run(_CHECKING.simulations)
        return bool((again.ownership() * owners)[counted].min(initial=1) >= _SURE)

    def _analysis(self, game: Game, search: Search, scope: Scope) -> Analysis:
        children = search.children()
        labels = game.board.labels
        tally = search.apart() if scope.detailed else None
        trust = children["prior_wins"] / np.maximum(children["prior_visits"], 1)
        trust = trust / max(float(trust.sum()), 1e-9)
        margins, results = search.deviations()
        candidates = tuple(
            Candidate(
                move=_text(game, (int(children["kind"][place]), int(children["point"][place]))),
                visits=visits,
                win_rate=calibrated(share := float(children["wins"][place]) / visits),
                lead=float(children["margins"][place]) / visits,
                prior=float(trust[place]),
                variation=tuple(_text(game, (kind, point)) for kind, point, _ in line),
                variation_visits=tuple(visits for *_, visits in line),
                apart=None if tally is None else _spread(tally, place, labels),
                win_rate_error=chance_error(share, standard_error(results, visits)),
                lead_error=standard_error(margins, visits),
            )
            for place in self._order(game, children)
            if (visits := int(children["visits"][place]))
            for line in [search.variation(place)]
        )
        lead, black = search.totals()
        ownership = dict(zip(labels, (round(float(owner), 3) for owner in search.ownership()), strict=True))
        visits = int(children["visits"].sum())
        share = black if game.to_play == "black" else 1 - black
        return Analysis(
            candidates, calibrated(share), lead, ownership, visits,
            spread=None if tally is None else _spread(tally, slice(None), labels),
            win_rate_error=chance_error(share, standard_error(results, visits)),
            lead_error=standard_error(margins, visits),
        )  # fmt: skip


def _identity(game: Game) -> tuple[object, ...]:
    """Return a key for a game's state, independent of the moves that led to it."""
    return game.board, game.rules, game.start, game.resumptions


_SIDES: Final = {"black": 1, "white": 2, None: 0}


def keys_of(game: Game) -> list[int]:
    """Return the keys of the situations so far, for a search's repetition rule."""
    found = game.situations
    followers = [_SIDES[situation.to_play] for situation in found]
    creators = [_SIDES[situation.creator] for situation in found]
    rests = [situation.rest or () for situation in found]
    return situation_keys(game.rules, [situation.key for situation in found], creators, followers, rests)


def _spread(tally: Tally, rows: int | slice, labels: Sequence[str]) -> Spread:
    """Return the spread of the results after one or more of the root's moves."""
    games, lead, lead_squares = np.atleast_2d(tally.spread[rows]).sum(axis=0)
    games = max(games, 1)
    owners = np.atleast_2d(tally.owners[rows]).sum(axis=0) / games
    owned = np.atleast_2d(tally.owned[rows]).sum(axis=0) / games
    deviation = np.sqrt(np.maximum(0, owned - owners**2))
    return Spread(
        _by_label(labels, owners),
        _by_label(labels, deviation),
        float(np.sqrt(max(0.0, lead_squares / games - (lead / games) ** 2))),
    )


def _by_label(labels: Sequence[str], values: NDArray[np.float64]) -> dict[str, float]:
    return dict(zip(labels, np.round(values, 3).tolist(), strict=True))


def _had_better_pass(game: Game, move: Move, win_rate: float, is_tidy: bool) -> bool:
    """Return whether to answer a pass by a pass rather than by a move that a search finds promising.

    A pass is better if it wins as the stones stand and the opponent has passed twice in a row. A `tidy` player also
    passes if that wins and the move does not look better or would repeat a position, and at the second repetition in
    any case: under plain ko, a player could otherwise sacrifice the same stones again and again while the other passes.
    """
    if not game.moves or game.moves[-1] is not Pass or game.why_not(Pass):
        return False
    passed = _passed(game)
    wins = passed.outcome is not None and passed.outcome.winner == game.to_play
    if wins and (game.moves[-3:-2] == (Pass,) or (is_tidy and win_rate < _EVEN)):
        return True
    if not is_tidy or not isinstance(move, Place) or REPETITIONS[game.rules.repetition].compares is not None:
        return False
    game = game.copy()
    game.play(move)
    *before, now = ((situation.key, situation.to_play) for situation in game.situations)
    return before.count(now) > (0 if wins else 1)


def _blunders_of(game: Game, visits: int) -> BlunderReader | None:
    """Return a reader of a position's blunders; None if its rules are not supported, or passing is illegal.

    Reading a question takes at most as many positions as the search made visits: a few per cent of the time.
    """
    try:
        return BlunderReader(game, budget=min(max(visits, _LEAST_READ), BUDGET)) if game.rules.may_pass else None
    except UnservedRules:
        return None


def _loses_by_a_pass(game: Game) -> bool:
    if game.why_not(Pass):
        return True
    ended = _passed(game).outcome
    return ended is not None and ended.winner != game.to_play


def _passed(game: Game) -> Game:
    passed = game.copy()
    passed.play(Pass)
    return passed


def _lets_repeat(game: Game) -> bool:
    """Return whether the other side can answer a pass with a repetition that ends the game without a winner."""
    if not REPETITIONS[game.rules.repetition].ends:
        return False
    passed = _passed(game)
    for point in passed.judge.revisits(passed.to_play) if passed.outcome is None else ():
        ended = passed.push(Place(point)).ended
        passed.undo()
        if ended is not None and ended.how in ("no_result", "draw_by_cycle"):
            return True
    return False


def _coded(move: Move, points: int) -> tuple[int, int]:
    if isinstance(move, Place):
        return PLACE, move.point
    if isinstance(move, Tao):
        return TAO, move.point
    return (PASS if move is Pass else RETURN), points


def _decoded(kind: int, point: int) -> Move:
    if kind in _KINDS:
        return _KINDS[kind]
    return Tao(point) if kind == TAO else Place(point)


def _text(game: Game, step: tuple[int, int]) -> str:
    return game.write_move(_decoded(*step))


class Booked:
    """Plays from the opening book while it has a move, chosen by the player's seed, and then like the player.

    A book move is used if its search was at least as large as the player's own, or while the search is not compiled;
    with ``always``, whenever the position is known. ``known`` is the book entry of the last move, or None for a
    searched move. Everything else, such as an analysis, is the player's own.

    >>> from tengen import Game
    >>> Booked(MCTS(seed=1)).choose(Game("chinese", board="5x5"))
    Place(point=12)
    """

    def __init__(self, player: MCTS, *, always: bool = False) -> None:
        self.player: Final = player
        self.name: Final = player.name
        self.budget: Final = player.budget
        self.analyse: Final = player.analyse
        self._always = always
        self.known: BookMove | None = None

    def choose(self, game: Game, budget: Budget | None = None) -> Move:
        """Return the book's move, or the best one found; see `Player.choose`."""
        own = (budget or self.player.budget).simulations
        self.known = book_move(game, self.player.seed, 0 if self._always else own)
        return self.player.choose(game, budget) if self.known is None else self.known.move
