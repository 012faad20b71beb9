"""A signal that comes while LLVM calls back into Python ends the program as at any other time: without a traceback."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable

import pytest

from tengen.cli import commands, lost_signals, main


@pytest.fixture
def compiling(monkeypatch: pytest.MonkeyPatch) -> Callable[[BaseException], None]:
    """Return a function that has a command compile, and something raised in LLVM's callback."""
    monkeypatch.setattr(sys, "unraisablehook", sys.unraisablehook)
    monkeypatch.setattr(lost_signals, "_lost", [])

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
