"""Record a game in the terminal: the output of `tengen play` for typed lines, without colours and cursor movements.

python tools/terminal_session.py COLUMNS LINES WORD...

LINES are the typed lines, separated by commas; WORDs follow `tengen`.
"""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time

START = "import sys; sys.modules['prompt_toolkit'] = None; from tengen.cli import main; main()"
"""The command line with a plain prompt."""
PROMPT = re.compile(rb"> ?$")
CLEAR = "\033[H\033[2J"


def read(terminal: int, seconds: float = 60.0) -> bytes:
    """Return the output up to the next prompt, or to the end of the program."""
    shown, until = b"", time.monotonic() + seconds
    while time.monotonic() < until:
        if select.select([terminal], [], [], 0.3)[0]:
            try:
                shown += os.read(terminal, 1 << 16)
            except OSError:  # the program has ended
                break
        elif PROMPT.search(shown):
            break
    return shown


def record(columns: int, lines: list[str], words: list[str]) -> str:
    """Return everything that a terminal of this width shows; a line of ═ marks each clearing."""
    terminal, side = pty.openpty()
    fcntl.ioctl(side, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
    environment = {**os.environ, "TERM": "xterm", "NO_COLOR": "1"}
    command = [sys.executable, "-c", START, *words]
    program = subprocess.Popen(command, stdin=side, stdout=side, stderr=side, env=environment, start_new_session=True)
    os.close(side)
    shown = read(terminal)
    for line in lines:
        os.write(terminal, f"{line}\n".encode())
        shown += read(terminal)
    os.close(terminal)
    program.wait(timeout=60)
    text = shown.decode("utf-8").replace(CLEAR, f"\n{'═' * columns}\n").replace("\r", "")
    return re.sub(r"\033\[[0-9;?]*[A-Za-z]", "", text)


if __name__ == "__main__":
    print(record(int(sys.argv[1]), sys.argv[2].split(","), sys.argv[3:]))
