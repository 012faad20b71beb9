"""What every program understands that speaks GTP 2, and the shorthands that have grown around it."""

from __future__ import annotations

from ... import __version__
from ...records import Colour
from ...records.errors import FormatError, IllegalMove, TengenError
from ...rules import variant
from ..command_table import command, commands, enter
from ..engine import Engine
from ..parameters import SYNTAX, Arguments, Refusal

enter("protocol_version", "Tell the version of the protocol: 2.", lambda *_: "2")
enter("name", "Tell the program's name.", lambda *_: "Tengen")
enter("version", "Tell the program's version.", lambda *_: __version__)
enter(
    "known_command COMMAND",
    "Say whether a command is known: true or false.",
    lambda _, arguments: str(bool(arguments.words) and arguments.word() in commands()).lower(),
)
enter("list_commands", "List all commands, one a line.", lambda *_: "\n".join(commands()))
enter("help", "List all commands, as list_commands does.", lambda *_: "\n".join(commands()))
enter("quit", "End the session.", lambda *_: None)
enter("stop", "End an analysis, as any other line does.", lambda *_: None)


@command(
    "rectangular_boardsize WIDTH HEIGHT", "Begin a new game on a board of this width and height, as boardsize does."
)
@command("boardsize SIZE/WIDTH HEIGHT")
def boardsize(engine: Engine, arguments: Arguments) -> None:
    """Begin a new game on a square board of this size, or on one of this width and height."""
    sides = Arguments(arguments.text.replace(":", " ", 1))  # KataGo also takes 9:13
    if len(sides) > 2:
        raise Refusal(SYNTAX)
    engine.resize(sides.integer(0), sides.integer(len(sides) - 1))


@command("query_boardsize")
def query_boardsize(engine: Engine, arguments: Arguments) -> str:
    """Tell the size of a square board, or the width and height of another."""
    rows = engine.board.rows
    if not rows:
        raise Refusal("the board has no rows")
    width, height = len(rows[0]), len(rows)
    return str(width) if width == height else f"{width} {height}"


enter("clear_board", "Begin a new game on the same board.", lambda engine, _: engine.begin())
enter("clear_cache", "Forget what was thought about so far.", lambda engine, _: engine.forget())


@command("komi KOMI")
def komi(engine: Engine, arguments: Arguments) -> None:
    """Set komi, also in mid-game."""
    points = arguments.number()
    engine.change(lambda before: variant(before, komi=points))


enter("get_komi", "Tell komi.", lambda engine, _: f"{engine.course.variant.rules.komi:g}")
enter(
    "play COLOUR MOVE",
    "Make a move of any side: a point, pass, return, or tao and a point.",
    lambda engine, arguments: make(engine, arguments.colour(), arguments.rest(1)),
)
enter(
    "genmove COLOUR",
    "Choose a move for a side and make it; resign ends no game by itself.",
    lambda engine, arguments: engine.generate(arguments.colour()),
)
enter("undo", "Take back the last move.", lambda engine, _: take_back(engine, 1))
enter(
    "gg-undo [MOVES]",
    "Take back the last moves, all of them or none.",
    lambda engine, arguments: take_back(engine, arguments.integer() if arguments.words else 1),
)
enter(
    "is_legal COLOUR MOVE",
    "Say whether a move is legal: 1 or 0.",
    lambda engine, arguments: str(int(not why_not(engine, arguments))),
)


@command("showboard")
def showboard(engine: Engine, arguments: Arguments) -> str:
    """Draw the board, and tell whose turn it is, the prisoners, what a Tao stone costs, rules and komi."""
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
    """Make a move; Refusal in the words of the standard where it is none, or illegal."""
    try:
        engine.play(colour, move)
    except IllegalMove as error:
        raise Refusal("illegal move") from error
    except FormatError:
        raise Refusal(SYNTAX) from None


def take_back(engine: Engine, count: int) -> None:
    """Take back so many moves, all of them or none."""
    if count > engine.course.steps:
        raise Refusal("cannot undo")
    for _ in range(count):
        engine.course.undo()


def why_not(engine: Engine, arguments: Arguments) -> list[str]:
    """Return why the move that stands after a colour is illegal; nothing where it is legal."""
    try:
        reasons = engine.course.turned(arguments.colour()).why_not(arguments.rest(1))
    except TengenError:
        raise Refusal(SYNTAX) from None
    return [str(reason) for reason in reasons]
