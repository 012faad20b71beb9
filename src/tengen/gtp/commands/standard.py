"""What every program understands that speaks GTP 2, and the shorthands that have grown around it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ... import __version__
from ...records.errors import FormatError, IllegalMove, TengenError
from ...rules import variant
from ..command_table import command, commands
from ..parameters import SYNTAX, Arguments, Refusal

if TYPE_CHECKING:
    from ...records import Colour
    from ..engine import Engine


@command("protocol_version")
def protocol_version(engine: Engine, arguments: Arguments) -> str:
    """Tell the version of the protocol: 2."""
    return "2"


@command("name")
def name(engine: Engine, arguments: Arguments) -> str:
    """Tell the program's name."""
    return "Tengen"


@command("version")
def version(engine: Engine, arguments: Arguments) -> str:
    """Tell the program's version."""
    return __version__


@command("known_command", "COMMAND")
def known_command(engine: Engine, arguments: Arguments) -> str:
    """Say whether a command is known: true or false."""
    return str(bool(arguments.words) and arguments.word() in commands()).lower()


@command("help", about="List all commands, as list_commands does.")
@command("list_commands")
def list_commands(engine: Engine, arguments: Arguments) -> str:
    """List all commands, one a line."""
    return "\n".join(commands())


@command("quit")
def quit_(engine: Engine, arguments: Arguments) -> str:
    """End the session."""
    return ""


@command("stop")
def stop(engine: Engine, arguments: Arguments) -> str:
    """End an analysis, as any other line does."""
    return ""


@command(
    "rectangular_boardsize", "WIDTH HEIGHT", "Begin a new game on a board of this width and height, as boardsize does."
)
@command("boardsize", "SIZE/WIDTH HEIGHT")
def boardsize(engine: Engine, arguments: Arguments) -> str:
    """Begin a new game on a square board of this size, or on one of this width and height."""
    sides = Arguments(arguments.text.replace(":", " ", 1))  # KataGo also takes 9:13
    if len(sides) > 2:
        raise Refusal(SYNTAX)
    engine.resize(sides.integer(0), sides.integer(len(sides) - 1))
    return ""


@command("query_boardsize")
def query_boardsize(engine: Engine, arguments: Arguments) -> str:
    """Tell the size of a square board, or the width and height of another."""
    rows = engine.board.rows
    if not rows:
        raise Refusal("the board has no rows")
    width, height = len(rows[0]), len(rows)
    return str(width) if width == height else f"{width} {height}"


@command("clear_board")
def clear_board(engine: Engine, arguments: Arguments) -> str:
    """Begin a new game on the same board."""
    engine.begin()
    return ""


@command("clear_cache")
def clear_cache(engine: Engine, arguments: Arguments) -> str:
    """Forget what was thought about so far."""
    engine.forget()
    return ""


@command("komi", "KOMI")
def komi(engine: Engine, arguments: Arguments) -> str:
    """Set komi, also in mid-game."""
    points = arguments.number()
    engine.change(lambda before: variant(before, komi=points))
    return ""


@command("get_komi")
def get_komi(engine: Engine, arguments: Arguments) -> str:
    """Tell komi."""
    return f"{engine.course.variant.rules.komi:g}"


@command("play", "COLOUR MOVE")
def play(engine: Engine, arguments: Arguments) -> str:
    """Make a move of any side: a point, pass, return, or tao and a point."""
    make(engine, arguments.colour(), arguments.rest(1))
    return ""


@command("genmove", "COLOUR")
def genmove(engine: Engine, arguments: Arguments) -> str:
    """Choose a move for a side and make it; resign ends no game by itself."""
    return engine.generate(arguments.colour())


@command("undo")
def undo(engine: Engine, arguments: Arguments) -> str:
    """Take back the last move."""
    return gg_undo(engine, Arguments("1"))


@command("gg-undo", "[MOVES]")
def gg_undo(engine: Engine, arguments: Arguments) -> str:
    """Take back the last moves, all of them or none."""
    count = arguments.integer() if arguments.words else 1
    if count > engine.course.steps:
        raise Refusal("cannot undo")
    for _ in range(count):
        engine.course.undo()
    return ""


@command("is_legal", "COLOUR MOVE")
def is_legal(engine: Engine, arguments: Arguments) -> str:
    """Say whether a move is legal: 1 or 0."""
    return str(int(not why_not(engine, arguments)))


@command("showboard")
def showboard(engine: Engine, arguments: Arguments) -> str:
    """Draw the board, and tell whose turn it is, the prisoners, what a Tao stone costs, rules and komi."""
    from ...draw.sentences import price_text
    from ...draw.text import board_text

    game = engine.game
    last = next((game.write_move(move) for move in game.moves[-1:]), None)
    lines = ["", board_text(game.board, game.position, ascii=True, last=last)]
    held = game.prisoners
    outcome = engine.outcome
    state = f"{game.to_play.capitalize()} to play" if outcome is None else str(outcome)
    price = f"; {price_text(game.tao_prices[game.to_play], game.rules)}" if game.rules.tao == "on" else ""
    lines.append(f"{state}; prisoners: Black {held['black']}, White {held['white']}{price}")
    komi = f", komi {game.rules.komi:g}" if game.rules.ends_by_passes else ""
    lines.append(f"{game.variant.title} on {game.board.text[:60]}{komi}")
    return "\n".join(lines)


def make(engine: Engine, colour: Colour, move: str) -> None:
    """Make a move; Refusal in the words of the standard where it is none, or illegal."""
    try:
        engine.play(colour, move)
    except IllegalMove as error:
        raise Refusal("illegal move") from error
    except FormatError:
        raise Refusal(SYNTAX) from None


def why_not(engine: Engine, arguments: Arguments) -> list[str]:
    """Return why the move that stands after a colour is illegal; nothing where it is legal."""
    try:
        reasons = engine.course.turned(arguments.colour()).why_not(arguments.rest(1))
    except TengenError:
        raise Refusal(SYNTAX) from None
    return [str(reason) for reason in reasons]
