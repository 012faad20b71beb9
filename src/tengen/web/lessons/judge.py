"""The judge plays a learner's attempts on a task's game and decides whether the last is right, and if not, why.

A try is a move (`D4`, `tao D4`, `pass`, `return`) or, in a search for points, a point. A call passes all correct
attempts so far and the new one: nothing is stored between calls.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from ...game import Game
from ...records import Move, Reason, Resign, TengenError, Text, listed
from ..games.turn_view import in_words
from ..rooms.intents import explained
from .goals import PlayedTurn, holds, missing, not_one, wanted
from .task import ANY, Choice, Refuted, Task, TaskAnswer, TaskStage

MOST: Final = 80
"""The maximum number of attempts at a task."""

TryKind = Literal["start", "onward", "right", "wrong", "illegal"]


class BadTry(TengenError):
    """An impossible list of attempts: an earlier one was wrong, or the task was already done."""


@dataclass(frozen=True)
class TryResult:
    """The result of an attempt.

    ``kind``: the start of a task, on the way, right (the task is done), wrong, or illegal. ``game`` is the game after
    it, with the reply or the refutation; its first ``known`` moves are not new. After a wrong or illegal attempt the
    learner continues at ``stage``, with the ``found`` points. ``text`` are the sentences to show.
    """

    kind: TryKind
    game: Game
    stage: TaskStage
    known: int
    text: tuple[str, ...] = ()
    found: tuple[str, ...] = ()
    reasons: tuple[Reason, ...] = ()

    @property
    def kept(self) -> bool:
        """Whether the attempt counts: the next one is added to it."""
        return self.kind in ("onward", "right")


def judge(task: Task, tries: Sequence[str]) -> TryResult:
    """Judge the last attempt, after the earlier ones; without any, return the start of the task.

    Raises BadTry if an earlier try was not right or there are too many, FormatError if a try is not a move.
    """
    if len(tries) > MOST:
        raise BadTry("a task takes at most {most} tries; these are {count}", most=MOST, count=len(tries))
    game = task.start()
    verdict = TryResult("start", game, task, len(game.moves))
    for number, text in enumerate(tries):
        if number and not verdict.kept:
            raise BadTry(
                "try {number}, {tries!r}, was not right: the next one starts without it",
                number=number,
                tries=tries[number - 1],
            )
        if verdict.kind == "right":
            raise BadTry("the task is done after try {number}", number=number)
        verdict = tried(task, verdict, text)
    return verdict


def tried(task: Task, at: TryResult, text: str) -> TryResult:
    """Judge one attempt; the previous verdict does not change."""
    game, stage = at.game.copy(), at.stage
    at = replace(at, game=game, known=len(game.moves), text=(), reasons=())
    found = next((each for each in stage.answers if each.find), None)
    if found is not None:
        return _pointed(task, at, found, text)
    move = game.read_move(text)
    if move is Resign:
        raise BadTry("a task cannot be resigned")
    reasons = game.why_not(move)
    if reasons:
        return _refused(task, at, move, reasons)
    before = game.copy()
    done = PlayedTurn(before, game.play(move), game)
    matched = match(stage, done)
    if isinstance(matched, TaskAnswer):
        return _answered(task, at, matched)
    if matched is not None:
        for choice in matched.line:
            play_first(game, choice)
        return replace(at, kind="wrong", text=(matched.say,))
    return replace(at, kind="wrong", text=tuple(_unlisted(stage, done)))


def match(stage: TaskStage, done: PlayedTurn) -> TaskAnswer | Refuted | None:
    """Return a stage's entry for a legal move: preferably one that names it, else one for any move or by facts."""
    answers = [each for each in stage.answers if not each.illegal and not each.find]
    both: list[TaskAnswer | Refuted] = [*answers, *stage.refuted]
    named = [each for each in both if names(each.move, done.before, done.turn.move)]
    fitting = [each for each in answers if each.goal and not each.move and holds(each.goal, done)]
    every = [each for each in both if ANY in each.move]
    return next(iter([*named, *fitting, *every]), None)


def names(choice: Choice, game: Game, move: Move) -> bool:
    """Return whether a choice includes a move."""
    return any(each != ANY and game.read_move(each) == move for each in choice)


def play_first(game: Game, choice: Choice) -> None:
    """Play the first move of a choice that is legal, or raise TengenError; ANY is the first legal move of all."""
    for each in choice:
        moves = iter(game.legal_moves()) if each == ANY else iter((game.read_move(each),))
        legal = next((move for move in moves if not game.why_not(move)), None)
        if legal is not None:
            game.play(legal)
            return
    raise TengenError("none of {choice} is legal", choice=listed(choice, "comma"))


def _pointed(task: Task, at: TryResult, answer: TaskAnswer, text: str) -> TryResult:
    assert answer.find is not None
    label = at.game.board.labels[at.game.board.point(text.strip())]
    points = wanted(answer.find, at.game)
    if label not in points:
        return replace(at, kind="wrong", text=(not_one(answer.find, at.game, label),))
    found = tuple(each for each in points if each in (*at.found, label))
    if len(found) == len(points):
        return _answered(task, replace(at, found=found), answer)
    return replace(
        at, kind="onward", found=found, text=(Text("Right: {found} of {count}.", found=len(found), count=len(points)),)
    )


def _refused(task: Task, at: TryResult, move: Move, reasons: tuple[Reason, ...]) -> TryResult:
    """Judge an illegal move: right if the task wants it tried, else refused as in play."""
    why = explained(at.game, move, reasons)
    answer = next((each for each in at.stage.answers if each.illegal and names(each.move, at.game, move)), None)
    if answer is None:
        return replace(at, kind="illegal", text=(why,), reasons=reasons)
    onward = _answered(task, at, answer)
    return replace(onward, text=(why, *onward.text), reasons=reasons)


def _answered(task: Task, at: TryResult, answer: TaskAnswer) -> TryResult:
    """Continue after a right answer: play the reply, and go to the next stage or end."""
    if answer.reply:
        play_first(at.game, answer.reply)
    said = tuple(each for each in (answer.say, "" if answer.answers else task.say) if each)
    found = at.found if answer.find else ()
    return replace(at, kind="onward" if answer.answers else "right", stage=answer, text=said, found=found)


def _unlisted(stage: TaskStage, done: PlayedTurn) -> Iterator[str]:
    """Yield the sentences on a legal move without an entry: the missing facts, and the stage's own text."""
    goals = [each.goal for each in stage.answers if each.goal and not each.move]
    lacks = tuple(missing(goals[0], done))[:1] if goals else ()
    yield from lacks
    if stage.otherwise:
        yield stage.otherwise
    elif not lacks:
        yield Text("{move} does not do it.", move=in_words(done.before.write_move(done.turn.move)))


def solution(task: Task, tries: Sequence[str] = ()) -> tuple[str, ...]:
    """Return tries that complete a task, by its first answers; BadTry if no move fulfils a goal."""
    shown = list(tries)
    while (at := judge(task, shown)).kind != "right":
        shown.append(next_try(task, at))
    return tuple(shown[len(tries) :])


def next_try(task: Task, at: TryResult) -> str:
    answer, game = at.stage.answers[0], at.game
    if answer.find:
        return next(each for each in wanted(answer.find, game) if each not in at.found)
    if answer.move and answer.move[0] != ANY:
        return answer.move[0]
    for move in game.legal_moves():
        if match(at.stage, PlayedTurn.of(game, move)) is answer:
            return game.write_move(move)
    raise BadTry("{task}: no move does what is asked for: {ask}", task=task.name, ask=at.stage.ask)
