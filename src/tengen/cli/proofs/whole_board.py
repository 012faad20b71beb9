"""`tengen solve --whole`: does a side get the whole board? By as many workers as there are, kept in a file."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack

import typer

from ...game import Game
from ...records import COLOURS, Colour, TengenError
from ...solve.budget import Budget, OutOfBudget
from ...solve.proofs.whole_board import QuestionProgress, WholeBoardQuestion
from ...solve.proofs.whole_board_play import ProvedLine, line_of, proving_moves, question_of, whole_line
from ...workers import check_jobs
from ..files import check_path
from ..signals import noting_ctrl_c
from ..spreading import hired
from ..terminal import as_json, counted, gauge, harmless, say, stopped
from .solve_options import SolveOptions

_RULES = "plain ko, with any history, whatever a cycle is worth; superko is not covered"


def ask(game: Game, options: SolveOptions, memory: int) -> None:
    """Look for a proof until there is one or a limit is reached, and say what was found."""
    side = _side(options)
    check_jobs(options.jobs)
    check_path("--checkpoint", options.checkpoint)
    budget = Budget(memory=memory, seconds=options.limit)
    with stopped(lambda: _kept(options)), noting_ctrl_c() as pressed:
        megabytes = (memory >> 20) // (2 * options.jobs)
        if not megabytes:
            least = f"with --jobs {options.jobs} a search takes at least {2 * options.jobs} MiB"
            raise TengenError(f"--memory {options.memory}: {least}")
        question = question_of(game, side, megabytes=megabytes)
        _look(question, options)
        if question.believed and question.tree.is_proved and game.to_play == side and not _moves(game, side, question):
            raise TengenError(
                f"{options.checkpoint}: its jobs prove the whole board by a move that there is not; it was changed, or "
                "is damaged: begin with another file"
            )
        if not options.json:
            for words in _lines(game, side, question):
                say(harmless(words))
        line, ended = _play(game, side, question, budget)
        if options.json:
            say(as_json(_data(game, side, question, line), indent=2))
        elif len(line.moves) > 1:
            told = "A line of play" if line.is_whole else "A line of play, as far as the jobs tell"
            say(harmless(f"{told}: {' '.join(line.moves)}."))
        if ended is not None:
            raise ended
    if kept := _kept(options):
        say(kept, err=True)
    if not question.tree.is_proved:
        raise typer.Exit(130 if pressed else 1)


def _kept(options: SolveOptions) -> str:
    """Say where the findings are, those of before, too, where none has come since."""
    path = options.checkpoint
    if path is None or not path.is_file():
        return ""
    jobs = counted(max(0, path.read_bytes().count(b"\n") - 1), "job")
    return harmless(f"What was found is kept in {path}, {jobs} in all; the same command goes on from there.")


def _side(options: SolveOptions) -> Colour:
    """Return whose board it is to be; TengenError where that is no colour, or another option makes no sense with it."""
    if options.whole not in COLOURS:
        raise TengenError(f"--whole {options.whole}: it is black or white")
    for name in ("points", "proof"):
        if getattr(options, name) is not None:
            raise TengenError(f"--whole asks one question about the whole board; leave --{name} out")
    return options.whole


def _look(question: WholeBoardQuestion, options: SolveOptions) -> None:
    """Have jobs done, and show how far that is; Ctrl-C ends it."""
    with ExitStack() as held:
        kept = None if options.checkpoint is None else held.enter_context(question.open(options.checkpoint))
        workers = held.enter_context(hired(options.jobs))
        show = held.enter_context(gauge())
        try:
            for progress in question.run(workers, kept, options.limit):
                show(0.0, f"{counted(progress.jobs, 'job')}, {progress.positions:,} positions; {_hardness(progress)}")
        except KeyboardInterrupt:
            return


def _hardness(progress: QuestionProgress) -> str:
    return f"proof number {progress.numbers.proof:,}, disproof number {progress.numbers.disproof:,}"


def _play(
    game: Game, side: Colour, question: WholeBoardQuestion, budget: Budget
) -> tuple[ProvedLine, SystemExit | None]:
    """Return a line of play, empty if nothing is proved, and the signal that stopped the search for it."""
    if not question.tree.is_proved:
        return ProvedLine((), False), None
    with gauge() as show:
        budget.report = lambda _stage, share: show(share, "looking for a line of play; Ctrl-C leaves out its end")
        try:
            return whole_line(game, side, question, budget), None
        except (OutOfBudget, KeyboardInterrupt, SystemExit) as error:
            ended = error if isinstance(error, SystemExit) else None
    return ProvedLine(line_of(game, side, question), False), ended


def _data(game: Game, side: Colour, question: WholeBoardQuestion, line: ProvedLine) -> dict[str, object]:
    jobs, positions, numbers = question.progress
    return {
        "board": game.board.text, "variant": game.variant.name, "side": side, "whole_board": question.tree.is_proved,
        "moves": _moves(game, side, question), "line": line.moves, "line_is_whole": line.is_whole, "rules": _RULES,
        "jobs": jobs, "believed": question.believed, "positions": positions,
        "proof": numbers.proof, "disproof": numbers.disproof,
    }  # fmt: skip


def _moves(game: Game, side: Colour, question: WholeBoardQuestion) -> tuple[str, ...]:
    return proving_moves(game, side, question) if question.tree.is_proved else ()


def _lines(game: Game, side: Colour, question: WholeBoardQuestion) -> Iterator[str]:
    winner, progress = side.capitalize(), question.progress
    yield f"{game.variant.title} on {game.board.name}, {game.to_play.capitalize()} to play."
    if question.tree.is_proved:
        yield f"{winner} gets the whole board, {counted(len(game.board), 'point')}."
        if moves := _moves(game, side, question):
            yield f"Moves that prove it: {', '.join(moves)}."
        yield f"Proved under: {_RULES}."
    elif question.tree.is_given_up:
        yield f"No proof was found that {winner} gets the whole board, and none is left for this search to look for."
    else:
        yield f"Not decided: no proof was found yet that {winner} gets the whole board."
    numbers = "" if question.tree.is_over else f"; {_hardness(progress)}"
    jobs = f"{counted(progress.jobs, 'job')} ({progress.positions:,} positions)"
    yield f"Looked at by proof numbers in {jobs}{numbers}."
    if question.believed:
        yield f"What {counted(question.believed, 'job')} of these found was read from the file and is believed."
