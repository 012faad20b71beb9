"""What KataGo knows: which boards and rules it can judge, and a game in the words of its analysis protocol.

What this table does not have falls to Tengen's own engine:

| | KataGo knows |
|---|---|
| board | plain rectangles, with sides from 2 to the largest that it may be asked about (19) |
| repetition | ``ko`` and ``no-result`` (SIMPLE), ``positional`` and ``formal`` (POSITIONAL), ``situational`` |
| scoring, tax | all; stone scoring is area with tax ALL |
| suicide | both; after a single stone's, which it forbids, its history begins anew |
| prisoners | each worth one point, where territory counts |
| komi and points for a handicap | half or whole numbers, together from -400 to 400 |

Points for a handicap and prisoners that were there at the start are sent as komi, which is what they are worth. History
begins anew where KataGo's rules could not follow: after passes that ended the game, after moves that were made against
the rules, and where a side moves twice.

Sources: docs/Analysis_Engine.md and cpp/command/analysis.cpp of KataGo 1.17.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from ...game import Game
from ...records import Colour, Pass, Position, TengenError, other
from ...rules import Rules
from ...rules.katago import kata_rules

LARGEST: Final = 19
"""The longest side of a board for which KataGo is compiled by default."""
_SMALLEST: Final = 2
_KOMI: Final = 400
_LETTERS: Final[Mapping[Colour, str]] = {"black": "B", "white": "W"}


def why_not(game: Game, largest: int = LARGEST) -> str:
    """Say why KataGo cannot judge a game, in words that follow its name; "" where it can.

    >>> why_not(Game("chinese", board="9x9 torus")), why_not(Game("tile", board="9x9"))
    ('knows no board like 9x9 torus', 'knows no rules with tiles = tile')
    >>> why_not(Game("chinese", board="9x13"))
    ''
    """
    return _about_board(game, largest) or _about_rules(game.rules) or _about_komi(game)


def query(game: Game) -> dict[str, Any]:
    """Return the fields of a query about the position of a game that KataGo knows: rules, board and moves."""
    begins = _history(game)
    start = game.at(begins).position if begins else game.first_position
    width, height = game.board.shape or (0, 0)
    return {
        "rules": kata_rules(game.rules, friendly_pass=game.variant.dead_stones == "agreed")
        | {"whiteHandicapBonus": "0"},
        "komi": _komi(game.rules, start),
        "boardXSize": width,
        "boardYSize": height,
        "initialStones": [[_LETTERS[content], label] for label, content in start.stones.items() if content != "tao"],
        "initialPlayer": _LETTERS[start.to_play],
        "moves": [
            [_LETTERS[mover], game.write_move(move)]
            for mover, move in zip(game.movers[begins:], game.moves[begins:], strict=True)
        ],
    }


def _about_board(game: Game, largest: int) -> str:
    board, shape = game.board, game.board.shape
    if shape is None or board.surface != "plane" or not board.is_plain or len(board) != shape[0] * shape[1]:
        return f"knows no board like {board.text[:60]}"
    if not all(_SMALLEST <= side <= largest for side in shape):
        return f"knows boards from {_SMALLEST}x{_SMALLEST} to {largest}x{largest}, not {shape[0]}x{shape[1]}"
    return ""


def _about_rules(rules: Rules) -> str:
    try:
        kata_rules(rules)
    except TengenError as error:
        return f"knows no rules with {str(error).partition(' no words for ')[2] or error}"
    if rules.scoring == "territory" and rules.prisoner_value != 1:
        return f"knows no rules with prisoner_value = {rules.prisoner_value:g}"
    return ""


def _about_komi(game: Game) -> str:
    komi = _komi(game.rules, game.first_position)
    if komi % 0.5 or abs(komi) > _KOMI:
        return f"knows komi in half points up to {_KOMI}, not {komi:g}"
    return ""


def _komi(rules: Rules, start: Position) -> float:
    """Return what White gets in all: komi, points for the handicap, and prisoners that were there at the start."""
    taken = start.prisoners["white"] - start.prisoners["black"] if rules.scoring == "territory" else 0
    return rules.compensation + taken


def _history(game: Game) -> int:
    """Return after how many moves the history begins that KataGo can be told."""
    begins, mover = 0, game.first_position.to_play
    passes = 0
    for number, turn in enumerate(game.turns, 1):
        if turn.mover != mover:
            begins = number - 1
        mover = other(turn.mover)
        passes = passes + 1 if turn.move is Pass else 0
        if turn.against or len(turn.lost) == 1 or passes > 1:
            begins = number
    return len(game.moves) if mover != game.to_play else begins
