"""The commands of GTP 2, and common abbreviations and extensions."""

from __future__ import annotations

from ... import __version__
from ...records import Colour
from ...records.errors import FormatError, IllegalMove, TengenError
from ...rules import variant
from ..command_table import command, commands, enter
from ..engine import Engine
from ..parameters import SYNTAX, Arguments, Refusal

enter("protocol_version", "Report the protocol version: 2.", lambda *_: "2")
enter("name", "Report the program's name.", lambda *_: "Tengen")
enter("version", "Report the program's version.", lambda *_: __version__)
enter(
    "known_command COMMAND",
    "Report whether a command is known: true or false.",
    lambda _, arguments: str(bool(arguments.words) and arguments.word() in commands()).lower(),
)
enter("list_commands", "List all commands, one per line.", lambda *_: "\n".join(commands()))
enter("help", "List all commands, like list_commands.", lambda *_: "\n".join(commands()))
enter("quit", "End the session.", lambda *_: None)
enter("stop", "End an analysis, like any other line.", lambda *_: None)


@command("rectangular_boardsize WIDTH HEIGHT", "Start a new game on a board of this width and height, like boardsize.")
@command("boardsize SIZE/WIDTH HEIGHT")
def boardsize(engine: Engine, arguments: Arguments) -> None:
    """Start a new game on a square board of this size, or on one of this width and height."""
    sides = Arguments(arguments.text.replace(":", " ", 1))  # KataGo also takes 9:13
    if len(sides) > 2:
        raise Refusal(SYNTAX)
    engine.resize(sides.integer(0), sides.integer(len(sides) - 1))


@command("query_boardsize")
def query_boardsize(engine: Engine, arguments: Arguments) -> str:
    """Report the size of a square board, or another's width and height."""
    rows = engine.board.rows
    if not rows:
        raise Refusal("the board has no rows")
    width, height = len(rows[0]), len(rows)
    return str(width) if width == height else f"{width} {height}"


enter("clear_board", "Start a new game on the same board.", lambda engine, _: engine.begin())
enter("clear_cache", "Clear the search trees.", lambda engine, _: engine.forget())


@command("komi KOMI")
def komi(engine: Engine, arguments: Arguments) -> None:
    """Set komi, even during a game."""
    points = arguments.number()
    engine.change(lambda before: variant(before, komi=points))


enter("get_komi", "Report komi.", lambda engine, _: f"{engine.course.variant.rules.komi:g}")
enter(
    "play COLOUR MOVE",
    "Make a move for either side: a point, pass, return, or tao and a point.",
    lambda engine, arguments: make(engine, arguments.colour(), arguments.rest(1)),
)
enter(
    "genmove COLOUR",
    "Choose a move for a side and make it; resign does not end the game.",
    lambda engine, arguments: engine.generate(arguments.colour()),
)
enter("undo", "Take back the last move.", lambda engine, _: take_back(engine, 1))
enter(
    "gg-undo [MOVES]",
    "Take back several moves, all or none.",
    lambda engine, arguments: take_back(engine, arguments.integer() if arguments.words else 1),
)
enter(
    "is_legal COLOUR MOVE",
    "Report whether a move is legal: 1 or 0.",
    lambda engine, arguments: str(int(not why_not(engine, arguments))),
)


@command("showboard")
def showboard(engine: Engine, arguments: Arguments) -> str:
    """Draw the board, with the side to move, prisoners, the price of a Tao stone, rules and komi."""
    from ...draw.sentences import moving, price_text
    from ...draw.text import board_text

    game = engine.game
    last = next((game.write_move(move) for move in game.moves[-1:]), None)
    lines = ["", board_text(game.board, game.position, ascii=True, last=last, walls=game.rules.captured == "wall")]
    held = game.prisoners
    outcome = engine.outcome
    state = f"{game.to_play.capitalize()} to play" if outcome is None else str(outcome)
    price = f"; {price_text(game.tao_prices[game.to_play], game.rules)}" if game.rules.tao == "on" else ""
    if outcome is None and (turns := moving(game.rules, game.to_play, game.turns_in_a_row, game.seat)):
        state = f"{state} ({turns.rstrip('.')})"
    lines.append(f"{state}; prisoners: Black {held['black']}, White {held['white']}{price}")
    komi = f", komi {game.rules.komi:g}" if game.rules.ends_by_passes else ""
    lines.append(f"{game.variant.title} on {game.board.text[:60]}{komi}")
    return "\n".join(lines)


def make(engine: Engine, colour: Colour, move: str) -> None:
    """Make a move; Refusal in the standard's words if it is unreadable or illegal."""
    try:
        engine.play(colour, move)
    except IllegalMove as error:
        raise Refusal("illegal move") from error
    except FormatError:
        raise Refusal(SYNTAX) from None


def take_back(engine: Engine, count: int) -> None:
    """Take back this many moves, all or none."""
    if count > engine.course.steps:
        raise Refusal("cannot undo")
    for _ in range(count):
        engine.course.undo()


def why_not(engine: Engine, arguments: Arguments) -> list[str]:
    """Return why the move after a colour is illegal, or "" if it is legal."""
    try:
        reasons = engine.course.turned(arguments.colour()).why_not(arguments.rest(1))
    except TengenError:
        raise Refusal(SYNTAX) from None
    return [str(reason) for reason in reasons]
