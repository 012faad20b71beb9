"""Clocks, handicap stones and the end of a game."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Final

from ... import boards
from ...records import Content, Place
from ...records.errors import BoardError, PositionError
from ...records.position import COLOURS
from ...records.time_control import Control
from ...rules import variant
from ..command_table import command, enter
from ..engine import Engine
from ..parameters import SYNTAX, Arguments, Refusal, labels_of


def customary_points(board: boards.Board, count: int) -> list[str] | None:
    """Return the customary points for ``count`` handicap stones, or None."""
    try:
        return [board.labels[point] for point in boards.fixed_handicap(board, count)]
    except BoardError:
        return None


def handicap_points(engine: Engine, count: int) -> list[str]:
    """Return at most ``count`` points for handicap stones: the customary ones, then those the player chooses."""
    customary = filter(None, (customary_points(engine.board, most) for most in range(count, 1, -1)))
    labels, empty = next(customary, []), engine.without_handicap().position
    while len(labels) < count:
        stones: dict[str, Content] = {**empty.stones, **dict.fromkeys(labels, "black")}
        game = engine.without_handicap(replace(empty, stones=stones, to_play="black", created_by=None))
        with engine.charged():
            move = engine.player().choose(game, engine.thinking.budget())
        if not isinstance(move, Place):
            break
        labels.append(game.write_move(move))
    return labels


_OF_STONES: Final = ("alive", "seki", "dead")
_OF_OTHERS: Final = ("black_territory", "white_territory", "dame")


def statuses(engine: Engine) -> Mapping[str, str]:
    """Return the status of every point by its label; a Tao stone's point is dame, since it has no owner."""
    game, dead = engine.game, set(engine.dead())
    score = game.score(engine.counted, dead=dead)
    seki = {label for holding in score.seki for label in holding.stones}
    stones, owner = game.stones, score.owner
    found: dict[str, str] = {}
    for label in game.board.labels:
        if stones.get(label) in COLOURS:
            found[label] = "dead" if label in dead else "seki" if label in seki else "alive"
        else:
            side = owner[label]
            found[label] = "dame" if side is None else "black_territory" if side == "black" else "white_territory"
    return found


@command("fixed_handicap STONES")
def fixed_handicap(engine: Engine, arguments: Arguments) -> str:
    """Place handicap stones on the customary points, and list them."""
    count = arguments.integer()
    check_empty(engine)
    labels = customary_points(engine.board, count)
    if labels is None:
        raise Refusal("invalid number of stones")
    return _place(engine, labels)


@command("place_free_handicap STONES")
def place_free_handicap(engine: Engine, arguments: Arguments) -> str:
    """Place handicap stones where the engine likes, and list the points."""
    count = arguments.integer()
    check_empty(engine)
    if not 2 <= count < len(engine.board):
        raise Refusal("invalid number of stones")
    return _place(engine, handicap_points(engine, count))


@command("set_free_handicap POINT POINT [POINT...]")
def set_free_handicap(engine: Engine, arguments: Arguments) -> None:
    """Place handicap stones on these points."""
    if not arguments.words:
        raise Refusal(SYNTAX)
    check_empty(engine)
    labels = labels_of(engine.board, arguments.words)
    if labels is None or not 2 <= len(set(labels)) == len(labels) < len(engine.board):
        raise Refusal("bad vertex list")
    _place(engine, labels)


@command("final_score")
def final_score(engine: Engine, arguments: Arguments) -> str:
    """Report the score of the current position, as B+2.5, W+2.5 or 0, after removing stones judged dead.

    Before the end, `estimate_score` and `tengen-estimate` report the expected score.
    """
    over = engine.game.outcome
    if over is not None and over.winner is not None and over.how != "score":
        return f"{over}0" if over.how in ("no_moves", "goal") else str(over)
    margin = engine.margin()
    return f"{'B' if margin > 0 else 'W'}+{abs(margin):g}" if margin else "0"


@command("final_status_list STATUS")
def final_status_list(engine: Engine, arguments: Arguments) -> str:
    """List alive, seki or dead stones, one chain per line, or points of black_territory, white_territory or dame."""
    status = arguments.word().lower()
    if status not in (*_OF_STONES, *_OF_OTHERS):
        raise Refusal(SYNTAX)
    game = engine.game
    same = [label for label, each in statuses(engine).items() if each == status]
    if status in _OF_OTHERS:
        return " ".join(same)
    return "\n".join(dict.fromkeys(" ".join(game.board.names(game.chain(label))) for label in same))


def check_empty(engine: Engine) -> None:
    """Refuse handicap stones on a board with stones."""
    if any(content != "tao" for content in engine.game.stones.values()):
        raise Refusal("board not empty")


def _place(engine: Engine, labels: list[str]) -> str:
    """Start with handicap stones and White to move; a Tao stone beneath one returns to Black's hand."""
    if labels == customary_points(engine.board, len(labels)):
        engine.set_up(None, variant(engine.variant, handicap=len(labels), handicap_kind="fixed"))
        return " ".join(labels)
    before = engine.without_handicap().position
    stones: dict[str, Content] = {**before.stones, **dict.fromkeys(labels, "black")}
    covered = sum(before.stones.get(label) == "tao" for label in labels)
    in_hand = {**before.tao_in_hand, "black": before.tao_in_hand["black"] + covered}
    chosen = variant(engine.variant, handicap=len(labels), handicap_kind="free")
    try:
        engine.set_up(replace(before, stones=stones, to_play="white", tao_in_hand=in_hand, created_by=None), chosen)
    except PositionError:
        raise Refusal("bad vertex list") from None
    return " ".join(labels)


_SYSTEMS: Final = {"none": 0, "absolute": 1, "byoyomi": 3, "canadian": 3, "fischer": 2, "fischer-capped": 4}
"""The time systems by name, with their count of numbers."""
_KGS: Final = ("none", "absolute", "byoyomi", "canadian")


@command("time_settings MAIN PERIOD STONES")
def time_settings(engine: Engine, arguments: Arguments) -> None:
    """Set main time and Canadian overtime in seconds; zero for both, or a period without stones, means no limit."""
    main, period, stones = arguments.seconds(0), arguments.seconds(1), arguments.integer(2)
    if not (main or period) or (period and not stones):
        _set(engine, Control())
    else:
        _set(engine, Control("canadian" if period else "absolute", main, period, stones))


enter(
    "kgs-time_settings none/absolute/byoyomi/canadian [SECONDS...]",
    "Set the time system as on KGS: main time, seconds per period, periods or stones.",
    lambda engine, arguments: _set(engine, _control(arguments, _KGS)),
)
enter(
    "kata-time_settings SYSTEM [SECONDS...]",
    "Set the time system as in KataGo: as on KGS, or fischer with main time and increment.",
    lambda engine, arguments: _set(engine, _control(arguments, _SYSTEMS)),
)
enter("kata-list_time_settings", "List the time systems.", lambda *_: " ".join(_SYSTEMS))
enter(
    "time_left COLOUR SECONDS STONES",
    "Set a clock: main time if stones is 0, otherwise time for that many stones or periods.",
    lambda engine, said: engine.clocks[said.colour(0)].tell(said.seconds(1), said.integer(2)),
)


def _control(arguments: Arguments, known: Collection[str]) -> Control:
    system = arguments.word().lower()
    if system not in known or len(arguments) != _SYSTEMS[system] + 1:
        raise Refusal(SYNTAX)
    if system in ("none", "absolute"):
        return Control("none") if system == "none" else Control("absolute", arguments.seconds(1))
    main, period = arguments.seconds(1), arguments.seconds(2)
    if system == "byoyomi":
        return Control("byoyomi", main, period, arguments.integer(3))
    if system == "canadian":
        return Control("canadian", main, period, arguments.integer(3))
    if system == "fischer":
        return Control("fischer", main, period)
    limit, longest = arguments.number(3), arguments.number(4)
    return Control(
        "fischer", main, period, limit=limit if limit >= 0 else None, longest=longest if longest >= 0 else None
    )


def _set(engine: Engine, control: Control) -> None:
    """Set both clocks, and compile now what a move needs, not while a clock runs."""
    engine.set_clocks(control)
    if control.kind != "none":
        engine.get_ready()
