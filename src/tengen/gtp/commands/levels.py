"""Levels beside each other: what makes a game of two even, and one that follows who plays against it."""

from __future__ import annotations

from ..command_table import command
from ..engine import Engine
from ..parameters import Arguments, Refusal
from ..thinking import LEVEL, FollowedGames


@command("tengen-even LEVEL LEVEL")
def tengen_even(engine: Engine, arguments: Arguments) -> str:
    """Tell what makes a game of two levels even here, as far as it was measured, and by which axes a game of it begins.

    They are given to `tengen-variant`, as in `tengen-variant chinese handicap=2`.
    """
    from ...players.evening import even_terms

    terms = even_terms(arguments.integer(0), arguments.integer(1), engine.variant, engine.board)
    axes = " ".join(f"{name}={value:g}" for name, value in terms.axes.items())
    return "\n".join(filter(None, (str(terms), axes)))


@command("tengen-follow [on/off]")
def tengen_follow(engine: Engine, arguments: Arguments) -> str | None:
    """Let the level follow who plays against the engine, or not any more; without a word, tell the level and the row.

    A game counts when the next one begins: two won in a row raise the level by one, two lost in a row lower it.
    """
    if not arguments.words:
        if engine.followed is None:
            return "off"
        level, run = engine.followed.standing.level, engine.followed.standing.run
        row = f", {abs(run)} {'won' if run > 0 else 'lost'}" if run else ""
        return f"level {level}{row}"
    said = arguments.word().lower()
    if said not in ("on", "off"):
        raise Refusal("it is on or off")
    if said == "off":
        engine.followed = None
    elif engine.followed is None:
        follow(engine)
    return None


def follow(engine: Engine) -> None:
    """Begin to follow at the level that the engine plays at."""
    if engine.thinking.player == "katago":
        raise Refusal("KataGo has no levels")
    engine.followed = FollowedGames(engine.thinking.level or LEVEL)
    engine.set_level(engine.followed.standing.level)
