"""`tengen play`: sets up the requested game and its players."""

from __future__ import annotations

import secrets
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from ...records import COLOURS, Colour, TengenError, other
from ...rules import variant
from .. import RUNS
from ..files import named_in_errors
from ..options import Ascii, Axes, Komi, PlayedBoard, Ponders, Resigns, UsesBook, check_positive, chosen, gives_up
from ..terminal import Looks, announced, harmless
from .screen import Screen

if RUNS:
    from ...engines import Consulted, Own, Relay
    from ...engines.registry import check_name
    from ...game import Game
    from ...match.entrants import entrant
    from ...players import MCTS, Booked, Budget
    from ...players.evening import even_terms
    from ...search.compiled import compile_ahead
    from .prompt import Opponent, Prompt
    from .saved_games import FIRST_LEVEL, FollowedLevel, load


@dataclass(frozen=True)
class PlayOptions:
    variant: Annotated[
        str | None, typer.Argument(help="Variant, as in `tengen variants`, or a TOML file. [default: chinese]")
    ] = None
    board: PlayedBoard = None
    settings: Axes = None
    komi: Komi = None
    handicap: Annotated[int | None, typer.Option(help="Handicap stones for Black.")] = None
    opponent: Annotated[
        str | None,
        typer.Option(
            help="Opponent: a level from 1 to 10, human, random, mcts:2s, katago:40, or a GTP program. [default: 3]"
        ),
    ] = None
    follow: Annotated[
        bool,
        typer.Option(
            "--follow", help="Adjust the level to your results: up after two wins in a row, down after two losses."
        ),
    ] = False
    engine: Annotated[
        str, typer.Option(help="Engine for hints and estimates: tengen, one of `tengen engines`, or best.")
    ] = "best"
    even: Annotated[
        int | None,
        typer.Option(metavar="LEVEL", help="Your own level: add the handicap that makes the game even."),
    ] = None
    seconds: Annotated[float | None, typer.Option(help="Time limit for the computer's moves.")] = None
    resign: Resigns = "hopeless"
    ponder: Ponders = False
    book: UsesBook = True
    colour: Annotated[
        str | None, typer.Option("--colour", "--color", help="Your colour: black or white. [default: black]")
    ] = None
    seed: Annotated[int | None, typer.Option(min=0, help="Seed for reproducible play.")] = None
    resume: Annotated[Path | None, typer.Option(help="Resume a saved game.")] = None
    ascii: Ascii = False


def play(options: PlayOptions) -> None:
    """Play in the terminal, against the computer or a friend."""
    side = _checked_colour(options)
    check_name(options.engine)  # before the game starts
    followed, screen = _followed(options), Screen()
    with announced():
        if options.resume is not None:
            with named_in_errors(str(options.resume)):
                game = load(options.resume)
        else:
            variant = chosen(
                options.variant or "chinese", options.settings, komi=options.komi, handicap=options.handicap
            )
            by_chance = variant.start is not None and variant.start.random
            game = Game(variant, board=options.board, seed=options.seed if by_chance else None)
        if options.even is not None:
            game, side = _evened(options, game, followed, None if options.colour is None else side)
        against = _opponent(options, other(side), screen, followed)
        _warm_up(game, against)
    try:
        prompt = Prompt(
            game, against, Looks.of(sys.stdout, options.ascii), screen=screen, saved=options.resume,
            engine=options.engine, options=_resuming(options), followed=followed,
            seat=lambda colour: _opponent(options, colour, screen, followed),
        )  # fmt: skip
        code = prompt.run()
    finally:
        close = getattr(against and against.player, "close", None)
        if close is not None:
            close()
    if code:
        raise typer.Exit(code)


def _checked_colour(options: PlayOptions) -> Colour:
    """Return the player's colour, after refusing contradictory options."""
    given = (options.colour or "black").lower()
    colour = next((each for each in COLOURS if given in (each, each[0])), None)
    if colour is None:
        raise TengenError(f"--colour {given}: must be black or white")
    check_positive("--seconds", options.seconds)
    chooses = options.variant or options.board or options.settings or {options.komi, options.handicap} != {None}
    if options.resume is not None and chooses:
        raise TengenError("a resumed game has its own variant, board and axes; leave them out with --resume")
    return colour


def _evened(
    options: PlayOptions, game: Game, followed: FollowedLevel | None, wished: Colour | None
) -> tuple[Game, Colour]:
    """Return the game with the terms that make it even for a player's level, and their colour; print the terms.

    Between equals the colour is the one ``wished``; otherwise the terms decide it, and another is refused.
    """
    if options.resume is not None:
        raise TengenError("--even is for a new game; leave it out with --resume")
    asked = str(followed.level) if followed else options.opponent or str(FIRST_LEVEL)
    level = _level_of(asked)
    if level is None or options.even is None:
        raise TengenError(f"--even needs an opponent with a level; --opponent {asked!r} has none")
    terms = even_terms(level, options.even, game.variant, game.board.text)
    print(terms)
    if level == options.even:
        return game, wished or ("black" if secrets.randbelow(2) else "white")
    side: Colour = "black" if options.even == terms.weaker else "white"
    if wished not in (None, side):
        raise TengenError(f"--colour {options.colour}: the even game gives you {side.capitalize()}")
    return Game(variant(game.variant, **terms.axes), board=game.board), side


def _warm_up(game: Game, against: Opponent | None) -> None:
    """Compile the search in the background during the first moves; compile the rules now, as the game needs them."""
    twin = game.copy()
    if twin.outcome is None:
        move = next(iter(twin.legal_moves()), None)
        if against is not None and isinstance(against.player, MCTS | Booked):
            compile_ahead(game.board)
        if move is not None:
            twin.play(move)
            twin.undo()
    twin.score()


def _resuming(options: PlayOptions) -> list[str]:
    """Return the options that resume such a game, apart from its file and the player's colour."""
    opponent = options.opponent or (None if options.follow else str(FIRST_LEVEL))
    values = {
        "--opponent": opponent, "--engine": options.engine, "--seconds": options.seconds, "--resign": options.resign,
    }  # fmt: skip
    kept = {"--engine": PlayOptions.engine, "--resign": PlayOptions.resign}
    words = [
        word for name, value in values.items() if value not in (None, kept.get(name)) for word in (name, f"{value}")
    ]
    flags = {
        "--follow": options.follow,
        "--ponder": options.ponder,
        "--no-book": not options.book,
        "--ascii": options.ascii,
    }
    return [*words, *(name for name, given in flags.items() if given)]


def _followed(options: PlayOptions) -> FollowedLevel | None:
    """Return the level that follows the player, if requested."""
    if not options.follow:
        return None
    if options.opponent is None:
        return FollowedLevel()
    level = _level_of(options.opponent)
    if level is None:
        raise TengenError(f"--follow needs an opponent with a level; --opponent {options.opponent!r} has none")
    return FollowedLevel(level)


def _level_of(asked: str) -> int | None:
    return None if asked.strip().lower() == "human" else entrant(asked).level


def _opponent(
    options: PlayOptions, colour: Colour, screen: Screen, followed: FollowedLevel | None = None
) -> Opponent | None:
    asked, seconds = str(followed.level) if followed else options.opponent or str(FIRST_LEVEL), options.seconds
    if asked.strip().lower() == "human":
        return None
    found = entrant(asked)
    seed = secrets.randbelow(1 << 32) if options.seed is None else options.seed
    resigns = gives_up(options.resign)
    player = found.player(seed=seed, seconds=seconds, resigns=resigns, at_once=options.seed is None)
    if isinstance(player, Consulted):
        helped = Relay(
            player.engine, Own(), lambda why: screen.say(harmless(f"{why}. Tengen's own engine takes over."))
        )
        player = Consulted(helped, budget=player.budget, name=found.name, resigns=resigns)
    if options.book and isinstance(player, MCTS):
        player = Booked(player)
    if found.kind == "program":
        return Opponent(player, colour, player.name, None if seconds is None else Budget(seconds=seconds))
    return Opponent(player, colour, found.name, ponders=options.ponder)
