"""The text of the protocol: numbers, comments, control characters, ends of lines, long lines and early ends."""

import io
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from talking import Thinker, engine, talk

from tengen import Game, __version__
from tengen.gtp import Engine, Script, Session, commands
from tengen.gtp.protocol import LONGEST, Request, read_line
from tengen.players import Analysis, Budget


@pytest.mark.parametrize(
    ("said", "answered"),
    [
        ("name\n", "= Tengen\n\n"),
        ("7 name\n", "=7 Tengen\n\n"),
        ("boardsize 7\n", "= \n\n"),
        ("0 bogus\n", "?0 unknown command\n\n"),
        ("name\r\n\r\n\nversion\r\nprotocol_version", f"= Tengen\n\n= {__version__}\n\n= 2\n\n"),
        ("", ""),
        ("\n\n# nothing\n 5 \n", ""),
        ("quit\nname\n", "= \n\n"),
        ("9 quit # bye\n", "=9 \n\n"),
    ],
)
def test_answers_are_written_as_the_standard_says(said: str, answered: str) -> None:
    assert talk(said) == answered


@pytest.mark.parametrize(
    ("line", "request_"),
    [
        ("name", Request("", "name", "")),
        ("  12\tplay\tb\tD4  ", Request("12", "play", "b D4")),
        ("12 name# comment", Request("12", "name", "")),
        ("na\x07me\x1b\r", Request("", "name", "")),
        ("play b \x7fD4\x00", Request("", "play", "b D4")),
        ("play b  ä ö ", Request("", "play", "b  ä ö")),
        ("007 name", Request("007", "name", "")),
        ("12name", Request("", "12name", "")),
        ("", None),
        ("\r", None),
        ("   \t ", None),
        ("# name", None),
        ("12", None),
        ("12 # name", None),
    ],
)
def test_lines_are_read_as_the_standard_says(line: str, request_: Request | None) -> None:
    assert read_line(line) == request_


def test_long_lines_are_read_and_longer_ones_refused() -> None:
    sequence = "gogui-play_sequence " + " ".join(["b A1 w B1 b A2 w B2"] + ["b pass w pass"] * 2_000)
    assert talk(f"{sequence}\ngg-undo 4000\n", engine("--board 5")) == "= \n\n= \n\n"
    assert talk(f"3 name {'x' * LONGEST}\nname\n") == "?3 syntax error\n\n= Tengen\n\n"


def test_the_table_keeps_its_name_when_it_is_filled() -> None:
    program = "import tengen.gtp as gtp; gtp.commands(); print(len(gtp.commands()))"
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert int(told) == len(commands())


def test_answers_hold_no_empty_lines_and_no_control_characters(monkeypatch: pytest.MonkeyPatch) -> None:
    known = commands()["name"]
    monkeypatch.setattr(Thinker, "name", "x")
    monkeypatch.setitem(commands(), "name", type(known)("name", "", "", "", lambda *_: "\na\n\n b \x1b[2J\r\n\n\tc\n"))
    assert talk("name\n") == "= \na\n b [2J\n\tc\n\n"


def test_internal_errors_are_answered_and_the_session_continues(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def wrong(*_: object) -> str:
        raise ZeroDivisionError("too small")

    known = commands()["version"]
    monkeypatch.setitem(commands(), "version", type(known)("version", "", "", "", wrong))
    assert talk("4 version\nname\n") == "?4 internal error: ZeroDivisionError: too small\n\n= Tengen\n\n"
    assert "ZeroDivisionError" in capsys.readouterr().err


def test_a_closed_output_ends_the_session() -> None:
    class Gone(io.StringIO):
        def flush(self) -> None:
            raise BrokenPipeError

    with pytest.raises(BrokenPipeError):
        Session(engine("--board 5"), Script(io.StringIO("name\nname\n")), Gone()).run()


class Waiting(Script):
    """Lines that arrive when waited for, or after a number of checks."""

    def __init__(self, text: str, patience: int, interrupts: bool = False) -> None:
        super().__init__(io.StringIO(text))
        self.patience, self.interrupts, self.waited = patience, interrupts, 0

    def is_waiting(self) -> bool:
        self.patience -= 1
        return self.patience < 0

    def is_interrupted(self) -> bool:
        return self.interrupts and self.is_waiting()

    def wait(self) -> None:
        self.waited += 1


def converse(lines: Script, made: Engine) -> str:
    out = io.StringIO()
    Session(made, lines, out).run()
    return out.getvalue()


def test_an_analysis_goes_on_until_a_line_comes() -> None:
    told = converse(Waiting("5 lz-analyze 10\nname\n", patience=3), engine("--board 3"))
    analysis, name, rest = told.split("\n\n")
    head, *lines = analysis.split("\n")
    assert (head, len(lines), name, rest) == ("=5", 4, "= Tengen", "")
    assert [line.split()[4] for line in lines] == ["100", "200", "300", "400"]


def test_an_interval_is_cut_into_slices_and_told_once() -> None:
    thinker = Thinker()
    told = converse(Waiting("lz-analyze 50\n", patience=10), engine("--board 3", thinker))
    assert [line.split()[4] for line in told.splitlines()[1:-1]] == ["100", "600", "1100"]
    (budget, interval) = thinker.analysed[0]
    assert budget is not None
    assert (budget.seconds, interval) == (None, 0.1)


def test_a_finished_analysis_waits_for_the_next_line() -> None:
    class Short(Thinker):
        def analyse(self, game: Game, *others: object) -> Iterator[Analysis]:
            yield self.found(game, 1)

    lines = Waiting("lz-analyze\nname\n", patience=9)
    assert converse(lines, engine("--board 3", Short())).count("info move A3") == 1
    assert lines.waited == 1


def test_the_search_is_closed_when_an_analysis_ends() -> None:
    class Watched(Thinker):
        closed = 0

        def analyse(self, game: Game, *others: Any) -> Iterator[Analysis]:
            try:
                yield from super().analyse(game, *others)
            finally:
                self.closed += 1

    thinker = Watched()
    converse(Waiting("kata-analyze 10\nquit\n", patience=5), engine("--board 3", thinker))
    assert thinker.closed == 1


def test_choosing_a_move_aloud_is_not_ended_by_lines() -> None:
    told = talk("lz-genmove_analyze b 1\nname\n", engine("--board 3"))
    assert [line.split()[0] for line in told.splitlines() if line] == ["=", "info", "info", "play", "="]


def test_an_interrupt_ends_the_thinking_of_a_move() -> None:
    thinker = Thinker()
    made = engine("--board 3", thinker)
    lines = Waiting("time_settings 600 0 0\ngenmove b\ngenmove w\n", patience=0, interrupts=True)
    assert converse(lines, made).split() == ["=", "=", "A3", "=", "B3"]
    assert [budget for budget, _ in thinker.analysed] != [None, None]
    assert thinker.asked == [Budget(simulations=1), Budget(seconds=0.1), Budget(seconds=0.1)]


class Unhurried(Script):
    """Lines that arrive only when requested."""

    def is_waiting(self) -> bool:
        return False


@pytest.mark.parametrize("command", ["kata-search_cancellable b", "kata-search_analyze_cancellable b"])
def test_a_search_is_cancelled_only_by_another_line(command: str) -> None:
    out, made = io.StringIO(), engine('--board 3 --moves "B2 B2"')
    assert talk(f"{command}\n", made).split()[-1] == "cancelled"
    Session(made, Unhurried(io.StringIO(f"{command}\nmove_history\n")), out).run()
    assert out.getvalue().split()[-2:] == ["B2", "="]
