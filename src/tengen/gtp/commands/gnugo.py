"""What GNU Go is asked for beside the standard, in its words: by regression suites, and by those who type."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ...records.position import Place
from ..analysis_lines import mean_score
from ..command_table import command
from ..parameters import Arguments, Refusal, point_of
from ..thinking import LEVEL
from .levels import follow
from .standard import make
from .tournament import estimate, statuses

if TYPE_CHECKING:
    from ..engine import Engine


@command("black", "MOVE")
def black(engine: Engine, arguments: Arguments) -> str:
    """Make a move of Black's, as play black."""
    make(engine, "black", arguments.rest())
    return ""


@command("white", "MOVE")
def white(engine: Engine, arguments: Arguments) -> str:
    """Make a move of White's, as play white."""
    make(engine, "white", arguments.rest())
    return ""


@command("genmove_black")
def genmove_black(engine: Engine, arguments: Arguments) -> str:
    """Choose a move for Black and make it, as genmove black."""
    return engine.generate("black")


@command("genmove_white")
def genmove_white(engine: Engine, arguments: Arguments) -> str:
    """Choose a move for White and make it, as genmove white."""
    return engine.generate("white")


@command("all_legal", "COLOUR")
def all_legal(engine: Engine, arguments: Arguments) -> str:
    """List the points on which a side may put a stone."""
    game = engine.course.turned(arguments.colour())
    return " ".join(game.board.labels[move.point] for move in game.legal_moves() if isinstance(move, Place))


@command("list_stones", "COLOUR")
def list_stones(engine: Engine, arguments: Arguments) -> str:
    """List a side's stones."""
    colour, game = arguments.colour(), engine.game
    stones = game.stones
    return " ".join(label for label in game.board.labels if stones.get(label) == colour)


@command("color", "POINT")
def color(engine: Engine, arguments: Arguments) -> str:
    """Tell what stands on a point: black, white, tao or empty."""
    return engine.game.stones.get(point_of(engine.board, arguments), "empty")


@command("countlib", "POINT")
def countlib(engine: Engine, arguments: Arguments) -> str:
    """Count the liberties of a stone's chain."""
    return str(len(engine.game.liberties(_stone(engine, arguments))))


@command("findlib", "POINT")
def findlib(engine: Engine, arguments: Arguments) -> str:
    """List the liberties of a stone's chain."""
    return " ".join(engine.board.names(engine.game.liberties(_stone(engine, arguments))))


@command("captures", "COLOUR")
def captures(engine: Engine, arguments: Arguments) -> str:
    """Count the prisoners that a side has."""
    return str(engine.game.prisoners[arguments.colour()])


@command("move_history")
def move_history(engine: Engine, arguments: Arguments) -> str:
    """List the moves, the last one first, one a line."""
    return "\n".join(f"{mover} {move}" for mover, move in reversed(engine.course.moves()))


@command("last_move")
def last_move(engine: Engine, arguments: Arguments) -> str:
    """Tell the last move and whose it was."""
    if not (moves := engine.course.moves()):
        raise Refusal("no move has been made")
    return " ".join(moves[-1])


@command("get_handicap")
def get_handicap(engine: Engine, arguments: Arguments) -> str:
    """Tell the number of handicap stones."""
    return str(engine.course.variant.rules.handicap)


@command("final_status", "POINT")
def final_status(engine: Engine, arguments: Arguments) -> str:
    """Tell what becomes of a point: alive, seki or dead, black_territory, white_territory or dame."""
    label = point_of(engine.board, arguments)
    return statuses(engine)[label]


@command("estimate_score")
def estimate_score(engine: Engine, arguments: Arguments) -> str:
    """Tell what a search expects of the score, and as White's lead, what it is if White or if Black moves first."""
    found = estimate(engine)
    return f"{mean_score(found.lead)} (upper bound: {_signed(-found.least)}, lower: {_signed(-found.most)})"


@command("level", "[LEVEL]")
def level(engine: Engine, arguments: Arguments) -> str:
    """Set the playing strength, from 1 to 10; without a number, tell it."""
    if not arguments.words:
        if engine.thinking.level is None and engine.thinking.budget() is not None:
            raise Refusal("there is no level: visits or seconds limit a move")
        return str(engine.thinking.level or LEVEL)
    engine.think_as(replace(engine.thinking, level=arguments.integer(), visits=None))
    if engine.followed is not None:
        follow(engine)
    return ""


@command("get_random_seed")
def get_random_seed(engine: Engine, arguments: Arguments) -> str:
    """Tell the number from which the engine's chances come."""
    return str(engine.thinking.seed)


@command("set_random_seed", "SEED")
def set_random_seed(engine: Engine, arguments: Arguments) -> str:
    """Set the number from which the engine's chances come; what was thought about is forgotten."""
    engine.think_as(replace(engine.thinking, seed=arguments.integer()))
    return ""


def _signed(lead: float) -> str:
    """Write a lead with one decimal, and none of it as 0.0, never -0.0."""
    return f"{round(lead, 1) + 0:.1f}"


def _stone(engine: Engine, arguments: Arguments) -> str:
    """Return the point that the arguments name; Refusal where no stone of a side stands there."""
    label = point_of(engine.board, arguments)
    if engine.game.stones.get(label, "tao") == "tao":
        raise Refusal("there is no stone")
    return label
