"""Commands of GoGui and Gomill: set-up positions, sequences of moves, and rules of other games."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from ... import __version__
from ...records import Colour, Content
from ...records.errors import PositionError
from ...rules.katago import is_strange
from ..command_table import command, enter
from ..engine import Engine
from ..parameters import SYNTAX, Arguments, Refusal, words_of_labels
from .standard import make, query_boardsize, take_back
from .tournament import check_empty

_ANALYZE: Final = """\
string/Rules/tengen-rules
string/Variant/tengen-variant
string/Show Board/showboard
string/Last Move Explained/gomill-explain_last_move
pstring/Why Not/tengen-why %c %p
dboard/Ownership/tengen-ownership
gfx/Tiles and Tao Stones/gogui-rules_board_gfx
plist/Legal Points/gogui-rules_legal_moves
plist/Dead Stones/final_status_list dead
plist/Stones in Seki/final_status_list seki
string/Hint/tengen-hint
string/Mistakes/tengen-mistakes
string/Estimate/tengen-estimate
string/Score Explained/tengen-score
string/Final Score/final_score
varc/Best Move/reg_genmove %c
none/Begin Variant/tengen-variant %s
none/Begin on Board/tengen-board %s"""


enter("gogui-analyze_commands", "List the commands that GoGui offers in its menu.", lambda *_: _ANALYZE)
enter("gogui-interrupt", "Confirm that the line `# interrupt` stops a search.", lambda *_: None)
enter(
    "gogui-title",
    "Report the title of the board: the game's name.",
    lambda engine, _: f"Tengen: {engine.course.variant.title}",
)


@command("gogui-play_sequence [COLOUR MOVE]...")
def gogui_play_sequence(engine: Engine, arguments: Arguments) -> None:
    """Make several moves, all or none."""
    steps = engine.course.steps
    try:
        for colour, move in pairs(engine, arguments):
            make(engine, colour, move)
    except Refusal:
        take_back(engine, engine.course.steps - steps)
        raise


@command("gogui-setup [COLOUR POINT]...")
def gogui_setup(engine: Engine, arguments: Arguments) -> None:
    """Set up a position on the empty board."""
    stones = pairs(engine, arguments)
    check_empty(engine)
    put(engine, stones)


@command("gogui-setup_player COLOUR")
def gogui_setup_player(engine: Engine, arguments: Arguments) -> None:
    """Set the side to move in a set-up position."""
    engine.set_up(replace(engine.game.position, to_play=arguments.colour()), engine.course.variant)


@command("gogui-rules_game_id")
def gogui_rules_game_id(engine: Engine, arguments: Arguments) -> str:
    """Report the game: Go if it is ordinary, otherwise the variant's name and the kind of board."""
    board, chosen = engine.board, engine.course.variant
    head, _, rest = board.text.partition(":")
    kind = board.surface.removeprefix("plane") if board.surface else rest if head == "graph" else head.split()[0]
    name = chosen.name if is_strange(chosen.rules) or not board.is_plain else "go"
    return re.sub(r"[^a-z]", "", f"{name}{kind}".lower()).capitalize()


enter(
    "gogui-rules_board_size",
    "Report the size of a square board, or another's width and height.",
    lambda engine, arguments: query_boardsize(engine, arguments),
)


@command("gogui-rules_board")
def gogui_rules_board(engine: Engine, arguments: Arguments) -> str:
    """Print the board in rows of X, O and dots."""
    if not engine.board.rows:
        raise Refusal("the board has no rows")
    marks = str.maketrans("#T", "..")
    return "\n".join(" ".join(row.translate(marks)) for row in engine.game.rows())


@command("gogui-rules_captured_count")
def gogui_rules_captured_count(engine: Engine, arguments: Arguments) -> str:
    """Report Black's prisoners and White's."""
    held = engine.game.prisoners
    return f"{held['black']} {held['white']}"


@command("gogui-rules_board_gfx")
def gogui_rules_board_gfx(engine: Engine, arguments: Arguments) -> str:
    """Draw Tao stones as circles, tiles as squares with their heights."""
    game = engine.game
    tao = [label for label, content in game.stones.items() if content == "tao"]
    lines = [f"CIRCLE {' '.join(tao)}"] if tao else []
    if tiles := game.tiles:
        lines.append(f"SQUARE {' '.join(tiles)}")
        lines.append("LABEL " + " ".join(f"{label} {height}" for label, height in tiles.items()))
    return "\n".join(lines)


@command("gogui-rules_legal_moves")
def gogui_rules_legal_moves(engine: Engine, arguments: Arguments) -> str:
    """List the legal moves except Tao stones; nothing when the game is over."""
    game = engine.game
    words = (game.write_move(move) for move in game.legal_moves())
    return " ".join(word for word in words if not word.startswith("tao "))


enter("gogui-rules_side_to_move", "Tell whose turn it is: black or white.", lambda engine, _: engine.game.to_play)


@command("gogui-rules_final_result")
def gogui_rules_final_result(engine: Engine, arguments: Arguments) -> str:
    """Report the result, such as B+2.5, B+, Draw or Void; unknown during play."""
    over = engine.outcome
    return "unknown" if over is None else str(over)


def pairs(engine: Engine, arguments: Arguments) -> list[tuple[Colour, str]]:
    """Read alternating colours and moves; a move may be several words, as labels may contain blanks."""
    found: list[tuple[Colour, str]] = []
    words, place, longest = arguments.words, 0, words_of_labels(engine.board) + 1
    while place < len(words):
        colour = arguments.colour(place)
        place += 1
        ends = range(min(len(words), place + longest), place, -1)
        end = next((end for end in ends if _is_move(engine, words[place:end])), place + 1)
        found.append((colour, " ".join(words[place:end]) or arguments.word(place)))
        place = end
    return found


def _is_move(engine: Engine, words: list[str]) -> bool:
    label = " ".join(words[1:] if len(words) > 1 and words[0].lower() == "tao" else words)
    return engine.board.find(label) is not None


def put(engine: Engine, stones: list[tuple[Colour, str]]) -> None:
    """Start with stones on the board and Black to move; PositionError if that is impossible."""
    named: dict[str, Content] = {}
    for colour, label in stones:
        if (point := engine.board.find(label)) is None:
            raise Refusal(SYNTAX)
        named[engine.board.labels[point]] = colour
    if len(named) < len(stones):
        raise PositionError("a point is named twice")
    before = engine.without_handicap().position
    engine.set_up(replace(before, stones={**before.stones, **named}, created_by=None))


@command("gomill-describe_engine")
def gomill_describe_engine(engine: Engine, arguments: Arguments) -> str:
    """Report name and version, and every setting that affects a move."""
    game = f"{engine.course.variant.title} on {engine.board.text[:60]}"
    return f"Tengen {__version__}\n{engine.thinking.about}\n{game}"


enter(
    "gomill-explain_last_move",
    "Explain the last generated move.",
    lambda engine, _: engine.explain(),
)


@command("cputime", "Report the processor time in seconds, like gomill-cpu_time.")
@command("gomill-cpu_time")
def gomill_cpu_time(engine: Engine, arguments: Arguments) -> str:
    """Report the processor time of all searches in seconds, over all threads."""
    return f"{engine.cpu_time:.3f}"
