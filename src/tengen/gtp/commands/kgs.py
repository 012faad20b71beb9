"""What KGS asks for, through kgsGtp."""

from __future__ import annotations

from typing import Final

from ... import __version__
from ..command_table import command, enter
from ..engine import Engine
from ..parameters import SYNTAX, Arguments, Refusal
from .kata import set_by_name

_RULES: Final = ("chinese", "aga", "japanese", "new_zealand")


@command("kgs-rules chinese/aga/japanese/new_zealand")
def kgs_rules(engine: Engine, arguments: Arguments) -> None:
    """Set the rules by the name that KGS has for them."""
    name = arguments.word().lower()
    if name not in _RULES:
        raise Refusal(SYNTAX)
    set_by_name(engine, name)


enter(
    "kgs-genmove_cleanup COLOUR",
    "Choose a move for a side and make it; a pass says that no dead stones are left on the board.",
    lambda engine, arguments: engine.generate(arguments.colour(), cleaning=True),
)
enter("kgs-game_over", "Hear that a game is over.", lambda *_: None)


@command("kgs-chat game/private NAME MESSAGE")
def kgs_chat(engine: Engine, arguments: Arguments) -> str:
    """Answer what somebody says: with the game that is played, and what is thought of the engine's last move."""
    if arguments.word().lower() not in ("game", "private") or len(arguments) < 3:
        raise Refusal(SYNTAX)
    chosen = engine.course.variant
    said = f"Tengen {__version__}, {engine.thinking.about}: {chosen.title} on {engine.board.text[:60]}"
    return f"{said}. {thought}" if (thought := engine.explain()) else said
