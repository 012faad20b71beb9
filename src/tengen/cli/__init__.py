"""The command line, ``tengen``: rules, boards, play, records, pictures, proofs, matches and the web page.

Nothing heavy is imported until `main` can handle Ctrl-C; each command is imported when it runs.
"""

from __future__ import annotations

import errno
import os
import sys
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from .commands import app

__all__ = ["RUNS", "app", "main"]

RUNS = True
"""Whether a command will run; if not, the modules of commands skip imports needed only for running."""


def main() -> None:
    """Run the command line; exit with 130 on Ctrl-C, and with a one-line message if output cannot be written."""
    try:
        for name in ("stdin", "stdout", "stderr"):  # replace streams that the caller has closed
            if getattr(sys, name) is None:
                setattr(sys, name, open(os.devnull, "r" if name == "stdin" else "w", encoding="utf-8"))  # noqa: SIM115
        global RUNS
        RUNS = not _only_describes(sys.argv[1:])
        from .commands import main as run

        try:
            run()
        finally:
            sys.stdout.flush()
    except KeyboardInterrupt:
        _leave(130, "\nStopped.")
    except OSError as error:
        if error.errno == errno.EPIPE:  # the reader, such as `head`, has exited
            _leave(0)
        _leave(2, f"tengen: {error.filename or 'standard output'}: {error.strerror or error}")
    except Exception as error:
        from .signals import is_interrupt, lost_code

        code = 130 if is_interrupt(error) else lost_code()
        if code is None:
            raise
        _leave(code, "\nStopped." if code == 130 else "")


def _only_describes(words: list[str]) -> bool:
    """Return whether a command line requests help or a completion; ``--help`` after an option may be its value."""
    asks = words[-1:] in (["-h"], ["--help"]) and not any(word.startswith("-") for word in words[:-1])
    return asks or "_TENGEN_COMPLETE" in os.environ


def _leave(code: int, message: str = "") -> NoReturn:
    """Exit with a message if a stream still works, so that nothing fails while Python shuts down."""
    for stream, text in ((sys.stdout, ""), (sys.stderr, message and f"{message}\n")):
        try:
            stream.write(text)
            stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    sys.exit(code)


def __getattr__(name: str) -> Any:
    if name == "app":
        from .commands import app

        return app
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
