"""`python -m benchmarks.whole_board COLOUR` decides whether a side gets the whole board: many processes, one file."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from tengen.cli.files import check_path
from tengen.cli.options import Axes, Json, Memory, SolvedBoard, check_positive, chosen_without_komi, read_memory
from tengen.cli.signals import ended_politely, noting_ctrl_c
from tengen.cli.spreading import Jobs, hired
from tengen.cli.terminal import announced, as_json, counted, gauge, harmless, say, stopped
from tengen.game import Game
from tengen.records import COLOURS, Colour, TengenError
from tengen.solve.budget import Budget, OutOfBudget
from tengen.workers import check_jobs

from ..commands import main
from .play import ProvedLine, line_of, proving_moves, question_of, whole_line
from .shared import QuestionProgress, SharedQuestion

_RULES = "plain ko, with any history, whatever a cycle is worth; superko is not covered"


@dataclass(frozen=True)
class WholeBoardOptions:
    """The board of the question, and the limits."""

    variant: Annotated[str | None, typer.Option(help="As in `tengen variants`. [default: chinese]")] = None
    board: SolvedBoard = None
    settings: Axes = None
    memory: Memory = "4GiB"
    limit: Annotated[float | None, typer.Option(metavar="SECONDS", help="Stop after this time.")] = None
    checkpoint: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Keep each finished job, and continue from there.")
    ] = None
    jobs: Jobs = 1
    json: Json = False


def whole_board(
    side: Annotated[str, typer.Argument(metavar="COLOUR", help="black or white.")], options: WholeBoardOptions
) -> None:
    """Prove that a side gets the whole board under plain ko, by one or more processes."""
    check_positive("--limit", options.limit)
    game = Game(chosen_without_komi(options.variant, options.settings), board=options.board)
    with announced(), ended_politely():
        ask(game, _side(side), options, read_memory(options.memory))


def ask(game: Game, side: Colour, options: WholeBoardOptions, memory: int) -> None:
    """Search for a proof until there is one or a limit is reached, and report the result."""
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


def _kept(options: WholeBoardOptions) -> str:
    """Report the file of all findings, if new ones were added."""
    path = options.checkpoint
    if path is None or not path.is_file():
        return ""
    jobs = counted(max(0, path.read_bytes().count(b"\n") - 1), "job")
    return harmless(f"The findings are kept in {path}, {jobs} in all; the same command continues from there.")


def _side(text: str) -> Colour:
    """Return the side that tries to get the board; TengenError for other words."""
    if text not in COLOURS:
        raise TengenError(f"{text!r}: the side must be black or white")
    return text


def _look(question: SharedQuestion, options: WholeBoardOptions) -> None:
    """Run jobs, and show the progress; Ctrl-C ends them."""
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


def _play(game: Game, side: Colour, question: SharedQuestion, budget: Budget) -> tuple[ProvedLine, SystemExit | None]:
    """Return a line of play, empty without a proof, and the signal that stopped the search for it."""
    if not question.tree.is_proved:
        return ProvedLine((), False), None
    with gauge() as show:
        budget.report = lambda _stage, share: show(share, "looking for a line of play; Ctrl-C leaves out its end")
        try:
            return whole_line(game, side, question, budget), None
        except (OutOfBudget, KeyboardInterrupt, SystemExit) as error:
            ended = error if isinstance(error, SystemExit) else None
    return ProvedLine(line_of(game, side, question), False), ended


def _data(game: Game, side: Colour, question: SharedQuestion, line: ProvedLine) -> dict[str, object]:
    jobs, positions, numbers = question.progress
    return {
        "board": game.board.text, "variant": game.variant.name, "side": side, "whole_board": question.tree.is_proved,
        "moves": _moves(game, side, question), "line": line.moves, "line_is_whole": line.is_whole, "rules": _RULES,
        "jobs": jobs, "believed": question.believed, "positions": positions,
        "proof": numbers.proof, "disproof": numbers.disproof,
    }  # fmt: skip


def _moves(game: Game, side: Colour, question: SharedQuestion) -> tuple[str, ...]:
    return proving_moves(game, side, question) if question.tree.is_proved else ()


def _lines(game: Game, side: Colour, question: SharedQuestion) -> Iterator[str]:
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


if __name__ == "__main__":
    main(whole_board)
