"""Options of analysis commands, and the lines they print, in Leela Zero's and KataGo's forms."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, cast

from ..boards import Board
from ..records import Colour, Move, Resign
from ..records.errors import FormatError
from .parameters import SYNTAX, Arguments, Refusal, colour_of

if TYPE_CHECKING:
    from ..game import Game
    from ..players import Analysis, Analyst, Candidate, Player
    from ..players.scope import Restrictions, Scope

Form = Literal["lz", "kata"]

_FLAGS: Final = ("ownership", "rootInfo")
_IDLE: Final = ("ownershipStdev", "movesOwnership", "movesOwnershipStdev", "pvVisits", "pvEdgeVisits", "noResultValue")
"""Options of KataGo's that Tengen reads and ignores."""
_TRUTH: Final = {"true": True, "false": False, "1": True, "0": False}
_KATA: Final = ("utility", "winrate", "scoreMean", "scoreLead", "prior", "lcb", "utilityLcb")
"""KataGo's fields for a move, in its order."""


@dataclass
class LineOptions:
    """How to print an analysis: every ``interval`` seconds, at most ``most`` moves.

    ``colour`` is the side to move (None: the game's), ``form`` is Leela Zero's or KataGo's, ``limits`` are the moves to
    leave out of the search, or None.
    """

    form: Form
    colour: Colour | None = None
    interval: float = 1.0
    most: int | None = None
    limits: Restrictions | None = None
    ownership: bool = False
    root: bool = False


def read_options(form: Form, arguments: Arguments, board: Board) -> LineOptions:
    """Read ``[COLOUR] [CENTISECONDS] [KEY VALUE]...``; Refusal for anything else."""
    options, place = LineOptions(form), 0
    if len(arguments) > place and (colour := colour_of(arguments.word(place))):
        options.colour, place = colour, place + 1
    if len(arguments) > place and arguments.word(place).replace(".", "", 1).isdigit():
        options.interval, place = _interval(arguments, place), place + 1
    while place < len(arguments):
        place = _read_pair(options, arguments, place, board)
    return options


def _interval(arguments: Arguments, place: int) -> float:
    """Convert centiseconds to seconds, at least 0.01."""
    return max(0.01, arguments.seconds(place) / 100)


def _read_pair(options: LineOptions, arguments: Arguments, place: int, board: Board) -> int:
    """Read a key and its values; return the index after them."""
    key = arguments.word(place)
    if key == "interval":
        options.interval = _interval(arguments, place + 1)
    elif key == "maxmoves":
        options.most = arguments.integer(place + 1)
    elif key == "minmoves":
        arguments.integer(place + 1)  # moves never visited are not listed
    elif key in ("avoid", "allow"):  # COLOUR MOVE,MOVE... UNTILDEPTH
        from ..players.scope import Restrictions

        colour, depth = arguments.colour(place + 1), arguments.integer(place + 3)
        moves = [_move(word, board) for word in arguments.word(place + 2).split(",") if word]
        if depth < 1:
            raise Refusal(SYNTAX)
        limits = options.limits = options.limits or Restrictions(len(board))
        (limits.avoid if key == "avoid" else limits.allow)(colour, moves, depth)
        return place + 4
    elif options.form == "kata" and key in (*_FLAGS, *_IDLE):
        if (value := _TRUTH.get(arguments.word(place + 1).lower())) is None:
            raise Refusal(SYNTAX)
        options.ownership = value if key == "ownership" else options.ownership
        options.root = value if key == "rootInfo" else options.root
    else:
        raise Refusal(SYNTAX)
    return place + 2


def _move(word: str, board: Board) -> Move:
    """Read a move as `_one_word` writes it; Refusal if it is not a move on this board."""
    from ..game.move_text import OFF_BOARD, read_move

    try:
        move = read_move(word.replace("tao:", "tao ", 1), board)
    except FormatError:
        raise Refusal(SYNTAX) from None
    if move is Resign or getattr(move, "point", 0) == OFF_BOARD:
        raise Refusal(SYNTAX)
    return move


def line(found: Analysis, options: LineOptions, colour: Colour, board: Board) -> str:
    """Return one line of an analysis for this side to move, or "" before the first visit."""
    from ..players.calibration import in_rows, points_of

    kept = [each for each in found.candidates if each.visits][: options.most]
    if not kept:
        return ""
    write = _leela if options.form == "lz" else _kata
    said = [
        f"info move {_one_word(each.move)} visits {each.visits} {write(each, colour)} order {order} "
        f"pv {' '.join(map(_one_word, each.variation))}"
        for order, each in enumerate(kept)
    ]
    if options.root:
        lead = points_of(colour, found.lead)
        said.append(f"rootInfo visits {found.visits} winrate {found.win_rate:.6f} scoreLead {lead:.6f}")
    if options.ownership:
        owners = in_rows(found.ownership, board)
        said.append("ownership " + " ".join(f"{points_of(colour, owner):.3f}" for owner in owners))
    return " ".join(said)


def mean_score(lead: float) -> str:
    """Write Black's expected lead as a result, with one decimal.

    >>> mean_score(3.14), mean_score(-0.5), mean_score(0.01)
    ('B+3.1', 'W+0.5', '0')
    """
    rounded = round(lead, 1)
    return f"{'B' if rounded > 0 else 'W'}+{abs(rounded)}" if rounded else "0"


def in_words(found: Analysis, move: str) -> str:
    """Describe the analysis of a move in words."""
    best = next((each for each in found.candidates if each.move == move), None)
    mean = mean_score(found.lead)
    if best is None:
        return f"{move}; mean score {mean}"
    wins, line = f"{best.visits} of {found.visits} visits, chance {best.win_rate:.1%}", " ".join(best.variation)
    return f"{best.move}: {wins}; mean score {mean}; expected {line}"


def _leela(each: Candidate, colour: Colour) -> str:
    from ..players.calibration import lower_bound

    bound = lower_bound(each.win_rate, each.visits)
    win, prior, lcb = (round(10_000 * part) for part in (each.win_rate, each.prior, bound))
    return f"winrate {win} prior {prior} lcb {lcb}"


def _kata(each: Candidate, colour: Colour) -> str:
    from ..players.calibration import terms

    known = terms(each.win_rate, each.lead, each.visits, colour, colour)
    return " ".join(f"{name} {known.get(name, each.prior):.6f}" for name in _KATA)


def _one_word(move: str) -> str:
    """Write a move without blanks, for key and value pairs.

    >>> _one_word("tao D4")
    'tao:D4'
    """
    return move.replace("tao ", "tao:", 1) if move.startswith("tao ") else move


def interim(
    looks: Iterator[Analysis], told: Callable[[Analysis], str], every: int, cancelled: Callable[[], bool]
) -> Generator[str, None, Analysis | None]:
    """Yield ``told`` of every look after ``every`` seconds and of the last, if it is new; return the last look."""
    found, line, last = None, "", ""
    for number, found in enumerate(looks, 1):
        if cancelled():
            return found
        line = told(found)
        if number % every == 0 and line != last:
            yield line
            last = line
    if line != last:
        yield line
    return found


def analyst_of(player: Player) -> Analyst | None:
    """Return a player as an `Analyst`, or None if it cannot analyse."""
    return cast("Analyst", player) if hasattr(player, "analyse") else None


def first_allowed(game: Game, player: Player, scope: Scope | None) -> str:
    """Return the first legal move that a scope allows, "" if it bars none; Refusal if it bars all."""
    barred = None if scope is None else scope.barred
    if barred is None:
        return ""
    if analyst_of(player) is None:
        raise Refusal("this player cannot restrict its moves")
    from ..players.scope import action_of
    from ..records import COLOURS

    own, points = barred[COLOURS.index(game.to_play)], len(game.board)
    first = next((move for move in game.legal_moves() if not own[action_of(move, points)]), None)
    if first is None:
        raise Refusal("no allowed move is legal")
    return game.write_move(first)


def best_of(game: Game, player: Player) -> str:
    """Return the favourite move of a player that has just resigned, or "resign" without one."""
    from ..players import Budget

    analyst = analyst_of(player)
    if analyst is None:
        return "resign"
    *_, found = analyst.analyse(game, Budget(simulations=1))
    return found.candidates[0].move if found.candidates else "resign"
