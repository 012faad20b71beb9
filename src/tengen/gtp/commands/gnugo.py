"""GNU Go's additional commands, as used by regression suites and by hand."""

from __future__ import annotations

from dataclasses import replace

from ...records.position import Place
from ..analysis_lines import mean_score
from ..command_table import command, enter
from ..engine import Engine
from ..parameters import Arguments, Refusal, point_of
from ..thinking import LEVEL
from .own import follow
from .standard import make
from .tournament import statuses

enter(
    "black MOVE",
    "Make a move for Black, like play black.",
    lambda engine, arguments: make(engine, "black", arguments.rest()),
)
enter(
    "white MOVE",
    "Make a move for White, like play white.",
    lambda engine, arguments: make(engine, "white", arguments.rest()),
)
enter(
    "genmove_black",
    "Choose a move for Black and make it, like genmove black.",
    lambda engine, _: engine.generate("black"),
)
enter(
    "genmove_white",
    "Choose a move for White and make it, like genmove white.",
    lambda engine, _: engine.generate("white"),
)


@command("all_legal COLOUR")
def all_legal(engine: Engine, arguments: Arguments) -> str:
    """List the points where a side may place a stone."""
    game = engine.course.turned(arguments.colour())
    return " ".join(game.board.labels[move.point] for move in game.legal_moves() if isinstance(move, Place))


@command("list_stones COLOUR")
def list_stones(engine: Engine, arguments: Arguments) -> str:
    """List a side's stones."""
    colour, stones = arguments.colour(), engine.game.stones
    return " ".join(label for label in engine.board.labels if stones.get(label) == colour)


enter(
    "color POINT",
    "Report the contents of a point: black, white, tao or empty.",
    lambda engine, arguments: engine.game.stones.get(point_of(engine.board, arguments), "empty"),
)
enter(
    "countlib POINT",
    "Count the liberties of a stone's chain.",
    lambda engine, arguments: str(len(_liberties(engine, arguments))),
)
enter(
    "findlib POINT",
    "List the liberties of a stone's chain.",
    lambda engine, arguments: " ".join(_liberties(engine, arguments)),
)
enter(
    "captures COLOUR",
    "Count a side's prisoners.",
    lambda engine, arguments: str(engine.game.prisoners[arguments.colour()]),
)
enter(
    "move_history",
    "List the moves, last first, one per line.",
    lambda engine, _: "\n".join(f"{mover} {move}" for mover, move in reversed(engine.course.moves())),
)


@command("last_move")
def last_move(engine: Engine, arguments: Arguments) -> str:
    """Report the last move and its colour."""
    if not (moves := engine.course.moves()):
        raise Refusal("no move has been made")
    return " ".join(moves[-1])


enter(
    "get_handicap",
    "Report the number of handicap stones.",
    lambda engine, _: str(engine.course.variant.rules.handicap),
)


@command("final_status POINT")
def final_status(engine: Engine, arguments: Arguments) -> str:
    """Report the status of a point: alive, seki or dead, black_territory, white_territory or dame."""
    label = point_of(engine.board, arguments)
    return statuses(engine)[label]


@command("estimate_score")
def estimate_score(engine: Engine, arguments: Arguments) -> str:
    """Report the expected score, and White's lead if White or if Black moves first."""
    if not engine.game.rules.ends_by_passes:
        raise Refusal("no score under these rules: a player without a legal move loses")
    if engine.game.outcome is not None:
        leads = (engine.margin(),) * 2
    else:
        ending = engine.ending()
        leads = ending.first.lead, ending.second.lead
    return f"{mean_score(sum(leads) / 2)} (upper bound: {_signed(-min(leads))}, lower: {_signed(-max(leads))})"


@command("level [LEVEL]")
def level(engine: Engine, arguments: Arguments) -> str | None:
    """Set the playing strength, from 1 to 10; report it without a number."""
    if not arguments.words:
        if engine.thinking.level is None and engine.thinking.budget() is not None:
            raise Refusal("no level: visits or seconds limit a move")
        return str(engine.thinking.level or LEVEL)
    engine.think_as(replace(engine.thinking, level=arguments.integer(), visits=None))
    if engine.followed is not None:
        follow(engine)
    return None


enter(
    "get_random_seed",
    "Report the seed of the engine's random numbers.",
    lambda engine, _: str(engine.thinking.seed),
)
enter(
    "set_random_seed SEED",
    "Set the seed of the engine's random numbers, and clear its search trees.",
    lambda engine, arguments: engine.think_as(replace(engine.thinking, seed=arguments.integer())),
)


def _signed(lead: float) -> str:
    """Write a lead with one decimal, and zero as 0.0, never -0.0."""
    return f"{round(lead, 1) + 0:.1f}"


def _liberties(engine: Engine, arguments: Arguments) -> tuple[str, ...]:
    """Return the liberties of the chain that the arguments name; Refusal without a stone there."""
    label = point_of(engine.board, arguments)
    if engine.game.stones.get(label, "tao") == "tao":
        raise Refusal("no stone there")
    return engine.board.names(engine.game.liberties(label))
