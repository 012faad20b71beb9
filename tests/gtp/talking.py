"""Sessions over texts: whole conversations with engines whose players have known answers.

A script holds input and answers: lines after ``>`` are input, everything else is output. Its first line describes the
engine after ``# engine``. ``{version}`` stands for Tengen's version, so that a release changes no script. ``python
tests/gtp/talking.py`` rewrites the answers of all scripts.
"""

import argparse
import io
import os
import re
import shlex
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from tengen import Game, Move, Pass, Place, __version__, boards, variant
from tengen.gtp import Engine, Script, Session, Thinking
from tengen.players import Analysis, Budget, Candidate, Player
from tengen.players.scope import WHOLE, Scope, action_of
from tengen.records import COLOURS

SCRIPTS = Path(__file__).parent / "scripts"
_VERSION = re.compile(rf"(?<![\w.]){re.escape(__version__)}(?![\w.])")


class Thinker:
    """Plays given moves and then the first legal point; its evaluation depends only on the board."""

    name = "Thinker"

    def __init__(self, moves: Sequence[str] = ()) -> None:
        self.moves = list(moves)
        self.asked: list[Budget | None] = []
        self.analysed: list[tuple[Budget | None, float | None]] = []

    def choose(self, game: Game, budget: Budget | None = None) -> Move:
        self.asked.append(budget)
        if self.moves:
            return game.read_move(self.moves.pop(0))
        return next((move for move in game.legal_moves() if isinstance(move, Place)), Pass)

    def analyse(
        self, game: Game, budget: Budget | None = None, interval: float | None = None, scope: Scope = WHOLE
    ) -> Iterator[Analysis]:
        self.analysed.append((budget, interval))
        endless = budget is not None and (budget.simulations or 0) > 10**6
        for step in count(1) if endless else range(1, 3):
            yield self.found(game, step, scope)

    def found(self, game: Game, step: int, scope: Scope = WHOLE) -> Analysis:
        own = None if scope.barred is None else scope.barred[COLOURS.index(game.to_play)]
        legal = [move for move in game.legal_moves() if own is None or not own[action_of(move, len(game.board))]]
        moves = [game.write_move(move) for move in legal]
        candidates = tuple(
            Candidate(move, visits * step, win_rate, 1.5, prior, (move, *moves[4:5]))
            for move, visits, win_rate, prior in zip(moves, (100, 40, 0), (0.6, 0.25, 0.5), (0.5, 0.3, 0.2))
        )
        owner = {"black": 1.0, "white": -1.0}
        ownership = {label: owner.get(game.stones.get(label, ""), 0.125) for label in game.board.labels}
        return Analysis(candidates, 0.5, 1.5, ownership, 140 * step)


class Silent:
    """A player without evaluations."""

    name = "Silent"

    def choose(self, game: Game, budget: Budget | None = None) -> Move:
        return Pass


@dataclass(frozen=True)
class Given(Thinking):
    """Thinking by a given player, whatever strength is requested."""

    given: Player | None = None

    def make(self, cleaning: bool = False) -> Player:
        return self.given or super().make(cleaning)


class Recorded(Script):
    """The lines of a script, copied to the output as they are read."""

    def __init__(self, lines: Sequence[str], out: io.StringIO) -> None:
        super().__init__(io.StringIO("".join(f"{line}\n" for line in lines), newline="\n"))
        self._out = out

    def next(self) -> str | None:
        line = super().next()
        if line is not None:
            self._out.write(f"> {line}\n")
        return line


def clock(step: float = 1.0) -> Callable[[], float]:
    """Return a clock that advances by some seconds whenever it is read."""
    times = count()
    return lambda: next(times) * step


def engine(words: str = "", player: Player | None = None) -> Engine:
    """Return an engine for its options: those of ``tengen gtp``, and the moves of its player."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--variant", default="chinese")
    parser.add_argument("--board", default=None)
    parser.add_argument("--moves", default="")
    parser.add_argument("--simulations", type=int)
    for flag in ("--silent", "--searching", "--strict", "--book"):
        parser.add_argument(flag, action="store_true")
    said = parser.parse_args(shlex.split(words))
    chosen = variant(said.variant)

    made = player or (Silent() if said.silent else None if said.searching else Thinker(said.moves.split()))
    thinking = Given(visits=said.simulations, seed=1, given=made, book=said.book)
    board = boards.parse(said.board or chosen.board, footprint=chosen.footprint)
    return Engine(chosen, board, thinking, strict=said.strict, now=clock(), cpu=clock(0.25))


def talk(said: str, made: Engine | None = None) -> str:
    out = io.StringIO()
    Session(made or engine("--board 5"), Script(io.StringIO(said, newline="\n")), out).run()
    return out.getvalue()


def conversation(script: str) -> str:
    """Return a script with the current answers, without blanks at the ends of lines."""
    head, *lines = script.splitlines()
    out = io.StringIO()
    said = [line.removeprefix(">").removeprefix(" ") for line in lines if line.startswith(">")]
    Session(engine(head.removeprefix("# engine")), Recorded(said, out), out).run()
    answered = _VERSION.sub("{version}", out.getvalue()).rstrip("\n")
    return "".join(f"{line.rstrip()}\n" for line in [head, *answered.split("\n")])


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(shutil.copytree(SCRIPTS, folder, dirs_exist_ok=True))
        for path in [SCRIPTS / f"{name}.gtp" for name in sys.argv[1:]] or sorted(SCRIPTS.glob("*.gtp")):
            path.write_text(conversation(path.read_text(encoding="utf-8")), encoding="utf-8")
