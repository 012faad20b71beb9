"""Verdicts as plain data for the page: texts, pictures of the turns, and available actions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...draw.changes import splices
from ...draw.sentences import ending
from ...game import Game
from ...records import COLOURS, Markup, Pass, Return
from ..games.game_actions import gesture, illegal, tao_action
from ..games.game_view import BoardStyle, board_title, board_view, outcome_view, relations, score_text
from ..games.turn_view import last_turn, tiles
from ..texts import tell, together
from .goals import wanted
from .judge import TryResult, judge, next_try, solution, tried
from .task import Task


def answer(task: Task, tries: Sequence[str], style: BoardStyle) -> dict[str, object]:
    """Return the last attempt's result, the board's state, and the next question; docs/how/web.md has the fields."""
    verdict = judge(task, tries)
    return told(task, verdict, style) | {"tries": list(tries) if verdict.kept else list(tries[:-1])}


def told(task: Task, verdict: TryResult, style: BoardStyle, whole: bool = True) -> dict[str, Any]:
    """Return an answer without its attempts; unless ``whole``, without fields that a page ignores after a wrong try."""
    games = [verdict.game.at(number + 1) for number in range(verdict.known, len(verdict.game.moves))]
    return {
        "verdict": verdict.kind,
        "text": [tell(each) for each in verdict.text],
        "reasons": [str(reason) for reason in verdict.reasons],
        "frames": [
            {"svg": picture(task, game, style, verdict if game is games[-1] else None), **last_turn(game)}
            for game in games
        ],
        "state": state(task, verdict, style) if whole or verdict.kept else ended(task, verdict.game),
    }


def answer_book(task: Task, style: BoardStyle) -> dict[str, object]:
    """Return all answers to a task at once, so that a page can judge tries without a server.

    ``start`` is the initial state. ``answers`` has each answer by its tries, a line each, with only the fields of
    states that differ from the start, and the `splices` of pictures. ``stages`` has, by right tries, the ``next`` try
    of the solution and the points to ``find``, each of which is answered as if it were the first.
    """
    begun = judge(task, ())
    start = state(task, begun, style)
    stages: dict[str, dict[str, object]] = {}
    answers: dict[str, dict[str, Any]] = {}
    waiting: list[tuple[tuple[str, ...], TryResult]] = [((), begun)]
    while waiting:
        before, at = waiting.pop()
        find = next((wanted(each.find, at.game) for each in at.stage.answers if each.find), ())
        labels, moves = at.game.board.labels, {} if find else actions(task, at.game)
        texts = [*labels, *(moves.keys() - {"tao"}), *(f"tao {label}" for label in labels if "tao" in moves)]
        made = {(*before, text): tried(task, at, text) for text in texts}
        stages["\n".join(before)] = {"find": find, "next": next_try(task, at)}
        for text in find:
            at = tried(task, at, text)
        steps = {(*before, *find): at} if find else made
        waiting += [(tries, each) for tries, each in steps.items() if each.kind == "onward"]
        for tries, each in (made | steps).items():
            found = told(task, each, style, whole=False)
            brief = {
                "frames": [_brief(frame, start) for frame in found["frames"]],
                "state": _brief(found["state"], start),
            }
            answers["\n".join(tries)] = found | brief
    return {"start": start, "stages": stages, "answers": answers}


def _brief(found: dict[str, Any], start: dict[str, Any]) -> dict[str, Any]:
    """Return what differs from the start."""
    brief = {name: value for name, value in found.items() if name not in start or start[name] != value}
    return brief | {"svg": [*splices(start["svg"].split("\n"), brief["svg"].split("\n"))]} if "svg" in brief else brief


def shown(task: Task, tries: Sequence[str], style: BoardStyle) -> dict[str, object]:
    """Return the rest of a task's solution: the picture and text of every turn, and the state at its end."""
    done, frames = list(tries), []
    still: dict[str, object] = {"landed": [], "captured": [], "said": "", "why": "", "last": None}
    for each in solution(task, tries):
        done.append(each)
        found = answer(task, done, style)
        moves = found["frames"] or [{"svg": found["state"]["svg"], **still}]  # type: ignore[index]
        frames += [{**frame, "text": found["text"]} for frame in moves]  # type: ignore[attr-defined]
    return {**answer(task, done, style), "verdict": "shown", "frames": frames}


def state(task: Task, verdict: TryResult, style: BoardStyle) -> dict[str, object]:
    """Return the board and the available actions in the form of a game's state."""
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
    """Return the outcome of the game, if it has ended, and the score in a sentence."""
    return {"outcome": outcome_view(game), "score": _score(task, game)}


def actions(task: Task, game: Game) -> dict[str, object]:
    """Return the actions other than placing a stone, with the reasons if unavailable."""
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
    """Return the board's picture with the stage's marks, the points found, and at the end owners and dead stones."""
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
    """Return the score of a game that was decided by it, in a sentence."""
    if game.outcome is None or game.outcome.how != "score":
        return ""
    score = game.score(dead=task.dead)
    return together((score_text(score), ending("score", score.winner, score.margin, score.kind)))
