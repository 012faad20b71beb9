"""What a network says without a search, and which one there is, as KataGo tells it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, cast

from ..command_table import command
from ..parameters import SYNTAX, Arguments, Refusal, colour_of

if TYPE_CHECKING:
    from ...game import Game
    from ...network.evaluator import Evaluator, Opinion
    from ...players import Guided
    from ..engine import Engine

_SYMMETRIES: Final = tuple(map(str, range(8)))
_UNKNOWN: Final = -1.0
"""KataGo's number for what a network does not say."""


@command("kata-raw-nn", "[COLOUR] SYMMETRY/all")
def kata_raw_nn(engine: Engine, arguments: Arguments) -> str:
    """Tell what the network says of the position without a search; the same under all symmetries from 0 to 7."""
    place = int(len(arguments) > 0 and colour_of(arguments.word()) is not None)
    colour = arguments.colour() if place else engine.game.to_play
    symmetry = arguments.word(place).lower()
    if symmetry not in (*_SYMMETRIES, "all") or not _is_share(arguments.words[place + 1 :]):
        raise Refusal(SYNTAX)
    network, game = _network(_player(engine)), engine.course.turned(colour)
    if game.outcome is not None:
        raise Refusal("the game is over")
    from ...players.raw_opinion import raw_opinion

    with engine.charged():
        told = _told(game, raw_opinion(network, game))
    return "\n".join(f"symmetry {each}\n{told}" for each in (_SYMMETRIES if symmetry == "all" else (symmetry,)))


@command("kata-get-models")
def kata_get_models(engine: Engine, arguments: Arguments) -> str:
    """Tell as JSON which network plays; an empty list where none does."""
    if engine.thinking.player != "net":
        return "[]"
    from ...network.weights import FORMAT

    player, file = _player(engine), engine.thinking.weights
    sizes = _network(player).weights.sizes
    model = {
        "name": "tengen" if file is None else file.name,
        "internalName": f"tengen-b{sizes.blocks}c{sizes.width}",
        "maxBatchSize": player.batch,
        "usesHumanSLProfile": False,
        "version": int(FORMAT.split()[-1]),
        "usingFP16": "false",
    }
    return json.dumps([model], separators=(",", ":"))


def _is_share(words: Sequence[str]) -> bool:
    """Say whether these words are KataGo's optimism, from 0 to 1, or nothing; Tengen's network knows none."""
    if len(words) != 1:
        return not words
    try:
        return 0 <= float(words[0]) <= 1
    except ValueError:
        return False


def _player(engine: Engine) -> Guided:
    """Return who plays by a network; Refusal where nobody does."""
    if engine.thinking.player != "net":
        raise Refusal("no network plays: begin with tengen gtp --player net")
    return cast("Guided", engine.player())


def _network(player: Guided) -> Evaluator:
    return cast("Evaluator", player.judge)


def _told(game: Game, said: Opinion) -> str:
    """Write an opinion in KataGo's words, as White sees it; numbers of points stand in the board's rows."""
    sign = 1 if game.to_play == "white" else -1
    n, value, none = len(game.board), sign * float(said.value[0]), float(said.no_result[0])
    lead = sign * float(said.margin[0])
    policy = [f"{share:.6f}" if share > 0 else "NAN" for share in said.policy[0].tolist()]
    lines = [
        f"whiteWin {(1 - none + value) / 2:.6f}",
        f"whiteLoss {(1 - none - value) / 2:.6f}",
        f"noResult {none:.6f}",
        f"whiteLead {lead:z.3f}",
        f"whiteScoreSelfplay {lead:z.3f}",
        f"whiteScoreSelfplaySq {float(said.margin_rms[0]) ** 2:.3f}",
        f"movesLeft {float(said.left[0]):.3f}",
        f"shorttermWinlossError {_UNKNOWN:.3f}",
        f"shorttermScoreError {_UNKNOWN:.3f}",
        *("policy", *_rows(game, policy[:n])),
        f"policyPass {policy[2 * n]}",
    ]
    if game.rules.may_return:
        lines.append(f"policyReturn {policy[2 * n + 1]}")
    if game.rules.tao == "on":
        lines += ["policyTao", *_rows(game, policy[n : 2 * n])]
    return "\n".join(
        [*lines, "whiteOwnership", *_rows(game, [f"{sign * x + 0.0:.7f}" for x in said.ownership[0].tolist()])]
    )


def _rows(game: Game, numbers: list[str]) -> list[str]:
    """Write the numbers of all points in the board's rows, NAN where there is no point; without rows, in one line."""
    if not game.board.rows:
        return [" ".join(numbers)]
    return [" ".join(numbers[point] if point >= 0 else "NAN" for point in row) for row in game.board.rows]
