"""Handicap stones and the end of a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from ... import boards
from ...records import Content, Place
from ...records.errors import BoardError, PositionError
from ...records.position import COLOURS
from ...rules import variant
from ..command_table import command
from ..engine import Engine
from ..parameters import SYNTAX, Arguments, Refusal, labels_of


def customary_points(board: boards.Board, count: int) -> list[str] | None:
    """Return the points that are customary for ``count`` handicap stones, None where there are none."""
    try:
        return [board.labels[point] for point in boards.fixed_handicap(board, count)]
    except BoardError:
        return None


def handicap_points(engine: Engine, count: int) -> list[str]:
    """Return ``count`` points, or fewer, for handicap stones: the customary ones, then those the player chooses."""
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
    """Return the status of every point by its label; a Tao stone's point is dame, for it is nobody's."""
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
    """Put handicap stones on the points that are customary, and name them."""
    count = arguments.integer()
    check_empty(engine)
    labels = customary_points(engine.board, count)
    if labels is None:
        raise Refusal("invalid number of stones")
    return _place(engine, labels)


@command("place_free_handicap STONES")
def place_free_handicap(engine: Engine, arguments: Arguments) -> str:
    """Put handicap stones wherever the engine likes, and name the points."""
    count = arguments.integer()
    check_empty(engine)
    if not 2 <= count < len(engine.board):
        raise Refusal("invalid number of stones")
    return _place(engine, handicap_points(engine, count))


@command("set_free_handicap POINT POINT [POINT...]")
def set_free_handicap(engine: Engine, arguments: Arguments) -> None:
    """Put handicap stones on these points."""
    if not arguments.words:
        raise Refusal(SYNTAX)
    check_empty(engine)
    labels = labels_of(engine.board, arguments.words)
    if labels is None or not 2 <= len(set(labels)) == len(labels) < len(engine.board):
        raise Refusal("bad vertex list")
    _place(engine, labels)


@command("final_score")
def final_score(engine: Engine, arguments: Arguments) -> str:
    """Tell the score of the board as it stands, as B+2.5, W+2.5 or 0. Stones taken to be dead are taken off.

    Before the end, `estimate_score` and `tengen-estimate` tell what is expected; this command counts what stands.
    """
    over = engine.game.outcome
    if over is not None and over.winner is not None and over.how != "score":
        return f"{over}0" if over.how in ("no_moves", "goal") else str(over)
    margin = engine.margin()
    return f"{'B' if margin > 0 else 'W'}+{abs(margin):g}" if margin else "0"


@command("final_status_list STATUS")
def final_status_list(engine: Engine, arguments: Arguments) -> str:
    """List all that is alive, seki or dead, a chain a line, or black_territory, white_territory or dame."""
    status = arguments.word().lower()
    if status not in (*_OF_STONES, *_OF_OTHERS):
        raise Refusal(SYNTAX)
    game = engine.game
    same = [label for label, each in statuses(engine).items() if each == status]
    if status in _OF_OTHERS:
        return " ".join(same)
    return "\n".join(dict.fromkeys(" ".join(game.board.names(game.chain(label))) for label in same))


def check_empty(engine: Engine) -> None:
    """Refuse to put stones on a board that has some."""
    if any(content != "tao" for content in engine.game.stones.values()):
        raise Refusal("board not empty")


def _place(engine: Engine, labels: list[str]) -> str:
    """Begin with handicap stones on the board and White to move; a Tao stone beneath one is in Black's hand."""
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
