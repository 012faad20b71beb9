"""Tengen's own commands: other games and boards, levels, opinions, and why a move is illegal."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, cast

from ...boards import parse
from ...rules import Rules, Variant, preset, variant
from ...rules.axis import read_game, write_game
from ..command_table import command, enter
from ..engine import Engine
from ..parameters import SYNTAX, Arguments, Refusal
from ..thinking import LEVEL, MOST_VISITS, FollowedGames
from .standard import why_not

if TYPE_CHECKING:
    from ...engines import Engine as Adviser
    from ...engines import Estimate
    from ...game import Game
    from ...players import Analyst


def estimate(engine: Engine) -> Estimate:
    from ...engines.dead import estimate_of

    return estimate_of(engine.ending())


def _opinion(engine: Engine) -> Adviser:
    """Return the engine that the player follows, or the player as an engine."""
    from ...engines import Own

    player = engine.player()
    if not hasattr(player, "analyse"):
        raise Refusal("this player cannot judge positions")
    return engine.adviser or Own(lambda: cast("Analyst", player))


@command("tengen-variant [NAME [AXIS=VALUE]...]")
def tengen_variant(engine: Engine, arguments: Arguments) -> str | None:
    """Start a variant with some axes changed, on its own board; without a name, report the current one in this form."""
    if not arguments.words:
        record = engine.game.record
        return write_game(record.variant or "custom", record.axes)
    name, axes = read_game(arguments.text)
    base = Variant("custom", "Custom rules", Rules()) if name == "custom" else preset(name)
    chosen = variant(base, **axes)
    engine.begin(chosen, parse(chosen.board, footprint=chosen.footprint))
    return None


@command("tengen-board [BOARD]")
def tengen_board(engine: Engine, arguments: Arguments) -> str | None:
    """Start on a board such as 9x9 torus or graph:petersen; without one, report the current board in this form."""
    if not arguments.text:
        return engine.game.record.board
    engine.begin(board=parse(arguments.text, footprint=engine.variant.footprint, files=False))
    return None


@command("tengen-rules")
def tengen_rules(engine: Engine, arguments: Arguments) -> str:
    """Report the rules: a sentence for every axis."""
    from ...rules.prose import describe

    told = describe(engine.course.variant)
    rows = (f"{row.axis} = {row.value}: {row.sentence}" for row in told.rows)
    return "\n".join([told.title, told.prose, *rows, *told.differences])


enter(
    "tengen-why COLOUR MOVE",
    "Explain why a move is illegal; empty if it is legal.",
    lambda engine, arguments: " ".join(why_not(engine, arguments)),
)
enter(
    "tengen-error",
    "Report the last refusal as JSON: its code, its text and the values in the text; empty before the first one.",
    lambda engine, _: "" if engine.refused is None else json.dumps(engine.refused.as_data(), ensure_ascii=False),
)


@command("tengen-sides [swap/bid KOMI/bid none/auto]")
def tengen_sides(engine: Engine, arguments: Arguments) -> str:
    """Swap sides, or make the next bid; auto lets the engine decide.

    Report who bids next, or, after the bidding, who has Black. Stones and side to move do not change.
    """
    from ...game.fairness import read_bid
    from ...players.sides import settle

    word, _, komi = arguments.text.partition(" ")
    acts: dict[str, Callable[[Game], object]] = {
        "swap": lambda game: game.swap(),
        "bid": lambda game: game.bid(read_bid(komi)),
        "auto": lambda game: settle(game, engine.player(), engine.thinking.budget()),
    }
    if word and word not in acts:
        raise Refusal(SYNTAX)
    if word:
        with engine.charged():
            engine.course.settle(acts[word])
    game = engine.game
    return f"bidder {game.bidder}" if game.bidder else f"black {engine.course.has_black}"


@command("tengen-ownership")
def tengen_ownership(engine: Engine, arguments: Arguments) -> str:
    """Report the likely owners of the points, from 1 (Black) to -1 (White), in rows, as in `tengen-estimate`."""
    board, owners = engine.board, estimate(engine).owners
    if not board.rows:
        return "\n".join(f"{label} {owner:.2f}" for label, owner in owners.items())
    return "\n".join(
        " ".join(f"{owners[board.labels[point]]:.2f}" if point >= 0 else "0.00" for point in row) for row in board.rows
    )


@command("tengen-hint [COLOUR]")
def tengen_hint(engine: Engine, arguments: Arguments) -> str:
    """Suggest a move for a side, with its reasons or its expected result, and whose opinion it is.

    The search is that of the level, so a low level gives weak hints.
    """
    from ...engines import hint

    colour = arguments.colour() if arguments.words else engine.game.to_play
    if engine.game.outcome is not None:
        raise Refusal("the game is over")
    game = engine.course.turned(colour)
    with engine.charged():
        found = hint(game, _opinion(engine), engine.thinking.budget())
    engine.opinion_by = found.engine
    return f"{found}\n{_by(engine)}"


@command("tengen-mistakes [VISITS]")
def tengen_mistakes(engine: Engine, arguments: Arguments) -> str:
    """List the mistakes so far, one per line: what each move cost, what would have been better, and why.

    A mistake costs at least a tenth of the win rate. Every position gets VISITS visits, by default a "look". The last
    line reports whose opinion it is.
    """
    from ...engines.reports.mistakes import mistakes_of, report
    from ...players import Budget

    budget = engine.thinking.budget()
    if arguments.words:
        visits = 0
        with suppress(Refusal):
            visits = arguments.integer()
        if not 1 <= visits <= MOST_VISITS:
            raise Refusal("visits must be a whole number from 1 to {most}", most=MOST_VISITS)
        budget = Budget(visits)
    if not engine.course.moves():
        raise Refusal("no move has been made")
    with engine.charged():
        found = report(engine.course.record(), _opinion(engine), budget)
    engine.opinion_by = " and ".join(found.engines)
    return "\n".join([*(list(map(str, mistakes_of(found))) or ["no mistakes"]), _by(engine)])


@command("tengen-estimate")
def tengen_estimate(engine: Engine, arguments: Arguments) -> str:
    """Report the lead, each side's likely points, the stones that look dead or endangered, and whose opinion that is.

    A search, or the engine that plays, estimates it with the current side to move, at any level. The lead is one of the
    bounds of `estimate_score`, the dead stones are those of `final_status_list`, and `tengen-ownership` has the owners
    by point. Endangered stones are not dead whoever moves first, but count as the enemy's points.
    """
    found = estimate(engine)
    lines = [f"black {found.points('black')}", f"white {found.points('white')}"]
    if found.margin is not None:
        lines.insert(0, f"lead {found.margin:+.1f}")
    marked = (f"dead {' '.join(found.dead)}", f"endangered {' '.join(found.endangered)}")
    return "\n".join([*lines, *map(str.rstrip, marked), _by(engine)])


@command("tengen-by")
def tengen_by(engine: Engine, arguments: Arguments) -> str:
    """Report whose opinion the last owners, dead stones, status, score, analysis, hint or mistakes were.

    Empty if the rules decided it.
    """
    return engine.opinion_by


@command("tengen-score")
def tengen_score(engine: Engine, arguments: Arguments) -> str:
    """Report the score with all its notes: the second count, the seki and their reasons, and the dame left.

    Stones judged dead are removed.
    """
    score = engine.game.score(dead=engine.dead())
    komi = f", komi {score.komi:g}" if score.komi else ""
    return "\n".join((f"{score.kind}: Black {score.black:g}, White {score.white:g}{komi}", *score.notes))


def _by(engine: Engine) -> str:
    return f"by {engine.opinion_by or 'the rules'}"


@command("tengen-even LEVEL LEVEL")
def tengen_even(engine: Engine, arguments: Arguments) -> str:
    """Report the measured terms of an even game between two levels, as axes for a new game.

    Pass them to `tengen-variant`, as in `tengen-variant chinese handicap=2`.
    """
    from ...players.evening import even_terms

    terms = even_terms(arguments.integer(0), arguments.integer(1), engine.variant, engine.board)
    axes = " ".join(f"{name}={value:g}" for name, value in terms.axes.items())
    return "\n".join(filter(None, (str(terms), axes)))


@command("tengen-follow [on/off]")
def tengen_follow(engine: Engine, arguments: Arguments) -> str | None:
    """Let the level follow the opponent's results, or stop it; without a word, report the level and the current streak.

    A game counts when the next one starts: two wins in a row raise the level by one, two losses in a row lower it.
    """
    if not arguments.words:
        if engine.followed is None:
            return "off"
        level, run = engine.followed.standing.level, engine.followed.standing.run
        row = f", {abs(run)} {'won' if run > 0 else 'lost'}" if run else ""
        return f"level {level}{row}"
    said = arguments.word().lower()
    if said not in ("on", "off"):
        raise Refusal("expected on or off")
    if said == "off":
        engine.followed = None
    elif engine.followed is None:
        follow(engine)
    return None


def follow(engine: Engine) -> None:
    """Start to follow at the engine's current level."""
    if engine.thinking.player == "katago":
        raise Refusal("KataGo has no levels")
    engine.followed = FollowedGames(engine.thinking.level or LEVEL)
    engine.set_level(engine.followed.standing.level)
