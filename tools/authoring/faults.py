"""Plays a task in full (every answer, refutation and claim) to check that all its statements are true."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from tengen.game import Game
from tengen.game.formal import unconditionally_alive
from tengen.records import COLOURS, TengenError
from tengen.web.lessons.goals import PlayedTurn, holds, missing, wanted
from tengen.web.lessons.judge import judge, match, play_first, solution
from tengen.web.lessons.task import ANY, Choice, Claims, Refuted, Task, TaskAnswer, TaskStage

_POINT: Final = re.compile(r"\b[A-HJ-Z]\d{1,2}\b")


def faults(task: Task) -> list[str]:
    """Return every false statement of a task, in sentences that begin with the task's name."""
    try:
        game = task.start()
        found = [*_claims(task.claims, game), *_stage(task, game)]
        for sentence in _sentences(task):
            missing_points = (label for label in _POINT.findall(sentence) if game.board.find(label) is None)
            found += [f"{game.board.missing(label)}: {sentence!r}" for label in missing_points]
        if not found:
            found = [] if judge(task, solution(task)).kind == "right" else ["its own answers do not solve it"]
    except (TengenError, ValueError) as error:
        found = [str(error)]
    return [f"task {task.name}: {each}" for each in found]


def _stage(stage: TaskStage, game: Game) -> Iterator[str]:
    """Yield the faults at a stage and after each of its answers."""
    if sum(each.find is not None for each in stage.answers) and len(stage.answers) + len(stage.refuted) > 1:
        yield "find: cannot be combined with other questions"
    for answer in stage.answers:
        yield from _answer(stage, answer, game)
    for refuted in stage.refuted:
        yield from _refuted(stage, refuted, game)
    for answer in stage.answers:
        goal = None if answer.move else answer.goal
        if goal and not any(holds(goal, PlayedTurn.of(game, move)) for move in game.legal_moves()):
            yield f"goal: no legal move reaches it ({', '.join(sorted(goal.model_fields_set))})"


def _answer(stage: TaskStage, answer: TaskAnswer, game: Game) -> Iterator[str]:
    if answer.find is not None:
        if not wanted(answer.find, game):
            yield "find: there is no such point"
        yield from _after(answer, game.copy())
    elif answer.illegal:
        for move in answer.move:
            yield from _unlike(game, move, answer.illegal)
        yield from _after(answer, game.copy())
    else:
        for move in _moves(stage, answer, game):
            yield from _played(stage, answer, move, game)


def _played(stage: TaskStage, answer: TaskAnswer, move: str, game: Game) -> Iterator[str]:
    """Yield the faults when an answer's move is played."""
    if reasons := game.why_not(move):
        yield f"answer {move}: it is illegal ({', '.join(map(str, reasons))})"
        return
    done = PlayedTurn.of(game, move)
    after = done.after
    if answer.goal:
        yield from (f"answer {move}: {each}" for each in missing(answer.goal, done))
    if match(stage, done) is not answer:
        yield f"answer {move}: another answer or refutation has this move, too"
    if answer.reply:
        before = after.copy()
        play_first(after, answer.reply)
        if answer.then:
            done = PlayedTurn(before, after.turns[-1], after)
            yield from (f"reply to {move}: {each}" for each in missing(answer.then, done))
    elif answer.then:
        yield f"answer {move}: then needs a reply"
    yield from (f"after {move}: {each}" for each in _after(answer, after))


def _after(answer: TaskAnswer, game: Game) -> Iterator[str]:
    """Yield the faults after an answer."""
    yield from _claims(answer.claims, game)
    if answer.answers:
        if game.outcome is not None:
            yield "the game is over before the next answer"
            return
        yield from _stage(answer, game)


def _refuted(stage: TaskStage, refuted: Refuted, game: Game) -> Iterator[str]:
    for move in _moves(stage, refuted, game):
        if reasons := game.why_not(move):
            yield f"refuted {move}: it is illegal ({', '.join(map(str, reasons))}): the game itself refuses it"
            continue
        done = PlayedTurn.of(game, move)
        after = done.after
        goals = [each.goal for each in stage.answers if each.goal and not each.move]
        if match(stage, done) is not refuted or any(holds(goal, done) for goal in goals):
            yield f"refuted {move}: an answer or another refutation has this move, too"
        for choice in refuted.line:
            before = after.copy()
            play_first(after, choice)
            done = PlayedTurn(before, after.turns[-1], after)
        if refuted.then:
            yield from (f"refutation of {move}: {each}" for each in missing(refuted.then, done))
        yield from (f"refutation of {move}: {each}" for each in _claims(refuted.claims, after))


def _moves(stage: TaskStage, said: TaskAnswer | Refuted, game: Game) -> Iterable[str]:
    """Return the moves of an answer or a refutation, as text."""
    named = [each for each in said.move if each != ANY]
    if ANY not in said.move and (named or isinstance(said, Refuted)):
        return named
    fitting = [move for move in game.legal_moves() if match(stage, PlayedTurn.of(game, move)) is said]
    return list(dict.fromkeys([*named, *map(game.write_move, fitting)]))


def _unlike(game: Game, move: str, reasons: Choice) -> Iterator[str]:
    """Yield a fault if a move is not illegal for exactly these reasons."""
    found = tuple(str(reason) for reason in game.why_not(move))
    if found != tuple(reasons):
        yield f"{move} is illegal for {', '.join(found) or 'no reason'}, not for {', '.join(reasons)}"


def _claims(claims: Claims | None, game: Game) -> Iterator[str]:
    """Yield every false claim."""
    if claims is None:
        return
    for label, free in claims.liberties.items():
        found = game.board.names(game.liberties(label))
        if sorted(found) != sorted(free):
            yield f"the liberties of {label} are {', '.join(found)}"
    for stones in (*claims.joined, *claims.apart):
        one = set(stones) <= set(game.board.names(game.chain(stones[0])))
        if one is (stones in claims.apart):
            yield f"{', '.join(stones)} are {'one chain' if one else 'not one chain'}"
    for move, reasons in claims.illegal.items():
        yield from _unlike(game, move, reasons)
    yield from (f"{move} is illegal" for move in claims.legal if game.why_not(move))
    for label, wanted_so in claims.incursions.items():
        turn = game.copy().play(label)
        if (turn.incursion is not None) is not wanted_so:
            yield f"a stone on {label} is {'no' if wanted_so else 'an'} incursion"
    yield from _standing(claims, game)


def _standing(claims: Claims, game: Game) -> Iterator[str]:
    """Yield every false claim about life, prisoners, score and winner."""
    for label in (*claims.alive, *claims.mortal):
        given = game.board, game.stones
        living = (unconditionally_alive(*given, colour, game.rules.suicide == "allowed") for colour in COLOURS)
        lives = any(label in chain for chains in living for chain in chains)
        if lives is (label in claims.mortal):
            yield f"the chain of {label} {'lives' if lives else 'does not live'} unconditionally"
    if claims.prisoners is not None and dict(claims.prisoners) != dict(game.prisoners):
        yield f"the prisoners are {game.prisoners}"
    if claims.score is not None:
        score = game.score(dead=claims.dead)
        if {"black": score.black, "white": score.white} != dict(claims.score):
            yield f"the score is {score.black:g} to {score.white:g}"
    if claims.winner is not None and (game.outcome is None or game.outcome.winner != claims.winner):
        yield f"the winner is {game.outcome.winner if game.outcome else 'not known'}"


def _sentences(stage: TaskStage) -> Iterator[str]:
    """Yield all sentences of a stage and those after it."""
    yield from (stage.ask, stage.otherwise, *stage.hints, *(each.say for each in stage.refuted))
    if isinstance(stage, Task):
        yield from (stage.text, stage.say)
    for answer in stage.answers:
        yield answer.say
        yield from _sentences(answer)
