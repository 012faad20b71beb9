"""A signal that comes while LLVM calls back into Python ends the program as at any other time: without a traceback."""

from __future__ import annotations

import ctypes
import subprocess
import sys
from collections.abc import Callable

import pytest

from tengen.cli import commands, main, signals


@pytest.fixture
def compiling(monkeypatch: pytest.MonkeyPatch) -> Callable[[BaseException], None]:
    """Return a function that has a command compile, and something raised in LLVM's callback."""
    monkeypatch.setattr(sys, "unraisablehook", sys.unraisablehook)
    monkeypatch.setattr(signals, "_lost", [])

    def run(raised: BaseException) -> None:
        def called_back() -> None:
            raise raised

        def command(prog_name: str) -> None:
            ctypes.CFUNCTYPE(None)(called_back)()
            raise RuntimeError("no compiled object yet for <Library 'link'>")

        monkeypatch.setattr(commands, "app", command)
        main()

    return run


@pytest.mark.parametrize(
    ("raised", "code", "said"), [(KeyboardInterrupt(), 130, "\nStopped.\n"), (SystemExit(143), 143, "")]
)
def test_a_signal_in_a_callback_ends_the_program_in_a_line(
    raised: BaseException,
    code: int,
    said: str,
    compiling: Callable[[BaseException], None],
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit) as left:
        compiling(raised)
    assert left.value.code == code
    assert capsys.readouterr().err == said


def test_any_other_error_is_shown_whole(
    compiling: Callable[[BaseException], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    printed: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", lambda unraisable: printed.append(unraisable.exc_type))
    with pytest.raises(RuntimeError, match="no compiled object"):
        compiling(ValueError("of the callback"))
    assert printed == [ValueError]


_PRESSED_LATE = """
import os, signal
signal.signal(signal.SIGINT, signal.default_int_handler)

class Late:
    def __del__(self, kill=os.kill, me=os.getpid(), number=signal.SIGINT):
        kill(me, number)

late = Late()
from tengen.cli import main
main()
"""
"""The command line, and Ctrl-C once Python has ended everything but its modules."""


def test_ctrl_c_after_the_end_changes_nothing() -> None:
    ended = subprocess.run(
        [sys.executable, "-c", _PRESSED_LATE, "--version"], capture_output=True, text=True, timeout=120, check=False
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.startswith("tengen ")
