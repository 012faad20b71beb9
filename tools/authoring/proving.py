"""Proofs of a problem's goal: whether the side to move can still force it, and lines that play it to its end.

The lines of a problem are every right move with its best answer, and every wrong one with its refutation
(`tengen.web.lessons.problem_library`). A line without a wrong move is right to its end: the goal is met there, or can
no longer be missed, or the line is long enough.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import cached_property
from math import floor
from typing import Final

from tengen.game import Game
from tengen.records import COLOURS, Colour, TengenError, other
from tengen.solve.budget import Budget, OutOfBudget
from tengen.solve.proofs import bounds
from tengen.solve.proofs.bounds import nodes_of
from tengen.solve.proofs.proof_tree import ALL
from tengen.solve.proofs.prover import Prover
from tengen.web.lessons.problem_library import Aim

from .win_search import Undecided, WinSearch, WinVerdict

_DEEPEST = 40
_WIDTHS = (4, ALL)
_MEGABYTES = 16


class MaskJudge:
    """Ordinary Go under plain ko with area scoring, by proofs (`Prover`); cycles prove nothing."""

    def __init__(self, game: Game, nodes: int | None = None) -> None:
        """Begin with nothing known; ``nodes`` limits the positions of a verdict (None: no limit)."""
        rules = game.rules
        sums: dict[Colour, int] = {"black": floor(rules.komi) + 1, "white": floor(-rules.komi) + 1}
        self._budget = Budget(nodes=nodes)
        self._provers: dict[Colour, Prover] = {
            colour: Prover(game.board, needed, suicide=rules.suicide == "allowed", budget=self._budget,
                           megabytes=_MEGABYTES)
            for colour, needed in sums.items()
        }  # fmt: skip

    def verdict(self, game: Game) -> WinVerdict:
        """Return who wins, and the depth of the first proof; Undecided or OutOfBudget if neither side is proved to."""
        if game.outcome is not None:
            assert game.outcome.winner is not None, "the komi has a half"
            return WinVerdict(game.outcome.winner, 0)
        self._budget.spent.nodes = 0
        nodes = dict(zip(self._provers, nodes_of(game), strict=True))
        for depth in range(1, _DEEPEST + 1):
            for width in _WIDTHS:
                for colour, prover in self._provers.items():
                    if prover.search(nodes[colour], depth, width):
                        return WinVerdict(colour, depth)
        raise Undecided(f"{game.stones}, {game.to_play} to play: {_DEEPEST} plies do not decide it")


def judge_of(game: Game, most: int | None = None) -> MaskJudge | WinSearch:
    """Return the quickest judge for games like this one; ``most`` limits the positions of a verdict."""
    fresh = game if not game.moves else Game.from_json(game.to_json())
    if bounds.refusal(fresh) is None and game.rules.komi % 1 == 0.5:
        return MaskJudge(game, None if most is None else 50 * most)
    return WinSearch(game, most=most)


class Prober:
    """Decides whether the solver of one problem can still force the goal."""

    def __init__(self, game: Game, aim: Aim, most: int | None = None) -> None:
        """Limit an answer to ``most`` moves; TengenError if there is no stone to capture or keep."""
        if aim.stone is not None and game.content(aim.stone) not in COLOURS:
            raise TengenError(f"to {aim.what} {aim.stone}: there is no stone on {aim.stone}")
        self.game: Final = game.copy()
        self.aim = aim
        self.solver: Final = game.to_play
        self.target: Final = None if aim.stone is None else game.board.point(aim.stone)
        self.hunter: Colour = other(game.to_play) if aim.what == "keep" else game.to_play
        self._most = most

    @cached_property
    def _judge(self) -> MaskJudge | WinSearch:
        return judge_of(self.game, self._most)

    @cached_property
    def _search(self) -> WinSearch:
        return WinSearch(self.game, most=self._most, target=self.target)

    def done(self, game: Game) -> bool | None:
        """Return whether the goal is met (True), or can no longer be (False); None during play."""
        begun = len(self.game.moves)
        if self.target is not None and any(self.target in (*t.captured, *t.lost) for t in game.turns[begun:]):
            return self.aim.what == "take"
        if game.outcome is not None:
            return game.outcome.winner == self.solver if self.target is None else self.aim.what == "keep"
        return None if self._left(game) else self.aim.what == "keep"

    def forces(self, game: Game) -> bool:
        """Return whether the solver can force the goal, with either side to move; or raise Undecided or OutOfBudget."""
        known = self.done(game)
        if known is not None:
            return known
        if self.aim.moves is None:
            return self._judge.verdict(game).winner == self.solver
        return (self.plies(game) is not None) == (self.hunter == self.solver)

    def plies(self, game: Game) -> int | None:
        """Return the number of plies until it is settled, None for a vain hunt; raises as `forces`."""
        if self.done(game) is not None:
            return 0
        if self.aim.moves is None:
            return self._judge.verdict(game).plies
        plies = 2 * self._left(game) - (game.to_play == self.hunter)
        return self._search.within(self.hunter, plies, game)

    def right_moves(self, game: Game) -> list[str]:
        """Return the solver's moves after which the goal can still be forced."""
        return [text for text in map(game.write_move, game.legal_moves()) if self.forces(after(game, text))]

    def _left(self, game: Game) -> int:
        if self.aim.moves is None:
            return 1
        made = sum(turn.mover == self.hunter for turn in game.turns[len(self.game.moves) :])
        return self.aim.moves - made


def after(game: Game, *moves: str) -> Game:
    """Return a copy of a game with moves played."""
    ahead = game.copy()
    for move in moves:
        ahead.play(move)
    return ahead


_LONGEST = 3
"""The default limit of the solver's moves in a line."""
_SHOWN = 6
"""The maximum number of moves shown against a wrong one in such a line."""

Path = tuple[str, ...]


def lines_of(prober: Prober) -> list[str]:
    """Return the lines of a problem, right ones first; Undecided or OutOfBudget if a move is undecided."""
    found = sorted(_lines(prober, prober.game, ()), key=lambda path: any(move.endswith("?") for move in path))
    return [" ".join(move.replace(" ", "_") for move in path) for path in found]


def _lines(prober: Prober, game: Game, path: Path) -> Iterator[Path]:
    legal = [game.write_move(move) for move in game.legal_moves()]
    right = prober.right_moves(game)
    if path and len(right) == len(legal):
        yield path
        return
    for move in legal:
        ahead = after(game, move)
        if move not in right:
            yield (*path, move + "?", *_refutation(prober, ahead, right))
        elif prober.done(ahead):
            yield (*path, move)
        else:
            yield from _answered(prober, ahead, (*path, move))


def _answered(prober: Prober, game: Game, path: Path) -> list[Path]:
    """Return the lines in which the other side can only hold out; one ends at an undecided move."""
    found = [path]
    with suppress(Undecided, OutOfBudget):
        reply = _best_reply(prober, game)
        ahead = after(game, reply)
        over = prober.done(ahead) or (prober.aim.moves is None and len(path) >= 2 * _LONGEST - 2)
        found = [(*path, reply)] if over else list(_lines(prober, ahead, (*path, reply)))
    return found


def _best_reply(prober: Prober, game: Game) -> str:
    """Return the move that holds out longest and, of these, leaves the fewest right continuations."""
    replies = [game.write_move(move) for move in game.legal_moves()]
    lasts = {reply: prober.plies(after(game, reply)) or 0 for reply in replies}
    longest = max(lasts.values())
    best = [reply for reply in replies if lasts[reply] == longest]

    def rank(reply: str) -> tuple[float, int, int]:
        ahead, share = after(game, reply), 1.0
        if prober.done(ahead) is None:  # the share of the solver's right moves
            share = len(prober.right_moves(ahead)) / sum(1 for _ in ahead.legal_moves())
        return share, -_room(prober, ahead), -len(ahead.turns[-1].captured)

    return min(best, key=rank) if len(best) > 1 else best[0]


def _room(prober: Prober, game: Game) -> int:
    if prober.target is None or game.content(prober.target) is None:
        return 0
    return len(game.liberties(prober.target))


def _refutation(prober: Prober, game: Game, right: list[str]) -> Iterator[str]:
    """Yield the other side's best moves after a wrong one, and the solver's most stubborn, as far as decided."""
    with suppress(Undecided, OutOfBudget):
        for _ in range(_SHOWN // 2 if prober.aim.moves is None else 2 * prober.aim.moves):
            if prober.done(game) is not None:
                return
            choose = _stubborn if game.to_play == prober.solver else _spoiling
            move = choose(prober, game, right)
            yield move
            game = after(game, move)


def _spoiling(prober: Prober, game: Game, right: list[str]) -> str:
    """Return the other side's refutation: the one that gives a hunted stone most room, or the quickest."""
    moves = [game.write_move(move) for move in game.legal_moves()]
    spoils = [move for move in moves if not prober.forces(after(game, move))]

    def rank(move: str) -> tuple[int, bool, int]:
        ahead = after(game, move)
        return _ease(prober, ahead), move not in right, -len(ahead.turns[-1].captured)

    return min(spoils, key=rank)


def _stubborn(prober: Prober, game: Game, right: list[str]) -> str:
    """Return the solver's move that is hardest to answer."""

    def rank(move: str) -> tuple[int, int, bool]:
        ahead = after(game, move)
        return _ease(prober, ahead), len(ahead.turns[-1].captured), move in right

    return max((game.write_move(move) for move in game.legal_moves()), key=rank)


def _ease(prober: Prober, game: Game) -> int:
    """Return the first sort key of a position: minus the room of a hunted stone, or the plies."""
    if prober.target is not None and prober.hunter == prober.solver:
        return -_room(prober, game)
    return prober.plies(game) or 0
