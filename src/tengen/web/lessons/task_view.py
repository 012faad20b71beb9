"""A verdict as plain data for the page: what was said, the pictures of what happened, and what can be done now."""

from __future__ import annotations

from collections.abc import Sequence

from ...draw.sentences import ending
from ...game import Game
from ...records import COLOURS, Markup, Pass, Return
from ..games.game_actions import gesture, illegal, tao_action
from ..games.game_view import BoardStyle, board_title, board_view, outcome_view, relations, score_text
from ..games.turn_view import last_turn, tiles
from ..texts import tell, together
from .judge import TryResult, judge, solution
from .task import Task


def answer(task: Task, tries: Sequence[str], style: BoardStyle) -> dict[str, object]:
    """Return what became of the last try, how the board stands, and what is asked now; docs/web.md has the fields."""
    verdict = judge(task, tries)
    kept = list(tries) if verdict.kept else list(tries[:-1])
    return {
        "verdict": verdict.kind,
        "text": [tell(each) for each in verdict.text],
        "reasons": [str(reason) for reason in verdict.reasons],
        "tries": kept,
        "frames": turn_frames(task, verdict, style),
        "state": state(task, verdict, style),
    }


def turn_frames(task: Task, verdict: TryResult, style: BoardStyle) -> list[dict[str, object]]:
    """Return the picture and the words of every turn that a try brought about."""
    games = [verdict.game.at(number + 1) for number in range(verdict.known, len(verdict.game.moves))]
    return [
        {"svg": picture(task, game, style, verdict if game is games[-1] else None), **last_turn(game)} for game in games
    ]


def shown(task: Task, tries: Sequence[str], style: BoardStyle) -> dict[str, object]:
    """Return the rest of a task's solution: the pictures of every turn with its words, and the state at its end."""
    done, frames = list(tries), []
    still: dict[str, object] = {"landed": [], "captured": [], "said": "", "why": "", "last": None}
    for each in solution(task, tries):
        done.append(each)
        found = answer(task, done, style)
        moves = found["frames"] or [{"svg": found["state"]["svg"], **still}]  # type: ignore[index]
        frames += [{**frame, "text": found["text"]} for frame in moves]  # type: ignore[attr-defined]
    return {**answer(task, done, style), "verdict": "shown", "frames": frames}


def state(task: Task, verdict: TryResult, style: BoardStyle) -> dict[str, object]:
    """Return how the board stands and what can be done, in the shape of a game's state."""
    game, stage = verdict.game, verdict.stage
    seats = (game.to_play,) if game.outcome is None else ()
    closed = verdict.kind == "right"
    seeks = not closed and any(each.find for each in stage.answers)
    return {
        "phase": "over" if closed else "finding" if seeks else "playing",
        "variant": {"name": game.variant.name, "title": tell(game.variant.title)},
        "board": {**board_view(game.board), "name": board_title(game)},
        "to_play": game.to_play,
        "you": list(seats),
        "number": len(game.moves),
        "svg": picture(task, game, style, verdict),
        "ask": "" if closed else tell(stage.ask or task.ask),
        "hints": [] if closed else [tell(each) for each in stage.hints or task.hints],
        "illegal": illegal(game) if seats else {},
        "tao_illegal": illegal(game, tao=True) if seats and game.rules.tao == "on" else {},
        "actions": {} if closed or seeks else actions(task, game),
        "tiles": tiles(game),
        "relations": relations(game.board) if board_view(game.board)["wide"] else None,
        "players": {
            colour: {
                "prisoners": game.prisoners[colour],
                "tao_in_hand": game.tao_in_hand[colour],
                "tao_price": game.tao_prices[colour],
            }
            for colour in COLOURS
        },
        **ended(task, game),
    }


def ended(task: Task, game: Game) -> dict[str, object]:
    """Return how the game ended, if it has, and the score in a sentence."""
    return {"outcome": outcome_view(game), "score": _score(task, game)}


def actions(task: Task, game: Game) -> dict[str, object]:
    """Return what can be done besides placing a stone, and why it cannot be done now."""
    if game.outcome is not None:
        return {}
    seats, rules = (game.to_play,), game.rules
    found: dict[str, object] = {}
    if rules.may_pass and task.needs("pass"):
        found["pass"] = gesture(game, seats, Pass)
    if rules.may_return and task.needs("return"):
        found["return"] = gesture(game, seats, Return)
    if rules.tao == "on" and task.needs("tao"):
        found["tao"] = tao_action(game, seats)
    return found


def picture(task: Task, game: Game, style: BoardStyle, verdict: TryResult | None = None, prefix: str = "board") -> str:
    """Return the board: with the stage's marks, the points found, and at the end the owners and the dead."""
    options: dict[str, object] = {"theme": style.theme, "coordinates": style.coordinates}
    if game.outcome is not None and game.outcome.how == "score":
        options |= {"owners": game.score(dead=task.dead).owner, "dead": task.dead}
    marks: dict[str, list[str]] = {}
    if verdict is not None and verdict.kind != "wrong":
        marks = {sign: list(points) for sign, points in verdict.stage.marks.items()}
    if verdict is not None and verdict.found:
        marks["circle"] = [*marks.get("circle", []), *verdict.found]
    return game.svg(**options, markup=Markup(marks=marks), prefix=prefix)  # type: ignore[arg-type]


def _score(task: Task, game: Game) -> str:
    """Return the score of a game that ended by it, in a sentence."""
    if game.outcome is None or game.outcome.how != "score":
        return ""
    score = game.score(dead=task.dead)
    return together((score_text(score), ending("score", score.winner, score.margin, score.kind)))
