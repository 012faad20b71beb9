"""Games of the engine against itself, with its opinion of every position: the data for calibration."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar

from tengen.boards import Board
from tengen.engines.dead import estimate_dead
from tengen.files.ledger import Ledger
from tengen.game import Game
from tengen.game.game_records import described
from tengen.match.openings import opening, seed_of
from tengen.players import MCTS, Budget
from tengen.records import COLOURS, Colour, TengenError
from tengen.rules import Variant
from tengen.workers import HERE, Workers

_COUNTING = 400
"""Simulations, with either side to move, that find dead stones after passes."""


@dataclass(frozen=True)
class Trial:
    """The conditions of the engine's games: ``simulations`` per move for either side, the same for an opinion.

    A game begins with ``openings`` random stones that leave it open and is cut after four moves per point plus a
    hundred.

    Raises:
        TengenError: no simulations.
    """

    variant: Variant
    board: Board
    simulations: int
    openings: int = 2
    seed: int = 0

    def __post_init__(self) -> None:
        if self.simulations < 1:
            raise TengenError(f"simulations must be at least 1, not {self.simulations}")

    @property
    def moves(self) -> int:
        """The number of moves after which a game is cut."""
        return 4 * len(self.board) + 100


@dataclass(frozen=True)
class JudgedGame:
    """A game and the engine's opinions of it.

    ``opinions`` are the chances (0 to 1) of the side to move before every move after the opening's, ``movers`` those
    sides ("b" or "w", a letter each); ``how`` is the word of `Outcome`, or "cut".
    """

    number: int
    winner: Colour | None
    how: str
    opinions: tuple[float, ...]
    movers: str
    moves: tuple[str, ...]

    @property
    def results(self) -> tuple[float, ...]:
        """The outcome of every prediction: 1 if its side won, 0 if it lost, 0.5 for a draw."""
        if self.winner is None:
            return (0.5,) * len(self.opinions)
        return tuple(float(mover == self.winner[0]) for mover in self.movers)


def play_judged(trial: Trial, numbers: Iterable[int], workers: Workers = HERE) -> Generator[JudgedGame]:
    """Play the games with these numbers and yield each as it ends; a game depends on its number alone.

    >>> from tengen.match.match_play import conditions_of
    >>> terms = conditions_of("chinese", "3x3")
    >>> game, = play_judged(Trial(terms.variant, terms.board, 20, openings=0), [1])
    >>> len(game.opinions) == len(game.results) == len(game.moves)
    True
    """
    with closing(workers.run(partial(_judged, trial), numbers)) as games:
        for _, game in games:
            yield game


def _judged(trial: Trial, number: int) -> JudgedGame:
    game = Game(trial.variant, board=trial.board)
    for move in opening(game, trial.openings, trial.seed, number):
        game.play(move)
    opinions: list[float] = []
    movers = ""
    while game.outcome is None and len(game.moves) < trial.moves:
        seed = seed_of(trial.seed, f"{number} {len(game.moves)}")
        player = MCTS(budget=Budget(simulations=trial.simulations), seed=seed, resigns=False, megabytes=16)
        *_, found = player.analyse(game)
        opinions.append(round(found.win_rate, 4))
        movers += game.to_play[0]
        game.play(player.choose(game))
    winner, how = _ended(game)
    return JudgedGame(number, winner, how, tuple(opinions), movers, tuple(map(game.write_move, game.moves)))


def _ended(game: Game) -> tuple[Colour | None, str]:
    """Return who won and how; a game that was cut is scored as it stands, unless only the last move decides."""
    outcome = game.outcome
    if outcome is None:
        return (game.score().winner if game.rules.ends_by_passes else None), "cut"
    if outcome.how == "score" and game.rules.scoring == "territory":
        outcome = game.settle(estimate_dead(game, simulations=_COUNTING))
    return outcome.winner, outcome.how


# -- results in a file -------------------------------------------------------------------------------------------------


def head_of(trial: Trial) -> dict[str, Any]:
    """Return the settings that must match to continue a trial."""
    variant, axes = described(trial.variant)
    return {
        "tengen": 1, "kind": JudgedFile.kind, "variant": variant, "axes": axes, "board": trial.board.text,
        "simulations": trial.simulations, "openings": trial.openings, "seed": trial.seed, "opinions": "calibrated",
    }  # fmt: skip


class JudgedFile(Ledger[JudgedGame]):
    """A file of judged games."""

    kind: ClassVar[str] = "calibration"
    noun: ClassVar[str] = "calibration"

    def read(self, given: Mapping[str, Any]) -> JudgedGame | None:
        """Return the game of a line's fields."""
        made = JudgedGame(**given)
        fits = isinstance(made.opinions, tuple) and len(made.opinions) == len(made.movers)
        return made if fits and made.winner in (*COLOURS, None) else None
