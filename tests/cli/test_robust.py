"""Failures around the command line: closed streams, full disks, signals, odd names, existing files."""

import ctypes
import os
import signal
import stat
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from command_line import Run, autosaves
from data import cases
from example_counts import first

from tengen import Game
from tengen.boards import parse
from tengen.cli import commands, main, signals
from tengen.cli.play.saved_games import autosave, save
from tengen.cli.signals import is_interrupt
from tengen.match.record_replay import replay
from tengen.rules import variant

COMMAND = f"{sys.executable} -m tengen.cli"

_INTERRUPTED = """
import sys
class Interrupt:
    def find_spec(self, name, path=None, target=None):
        if name == {name!r}:
            {statement}
sys.meta_path.insert(0, Interrupt())
from tengen.cli import main
main()
"""
"""The command line, with Ctrl-C in the middle of an import."""


def shell(line: str, folder: Path, typed: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(["sh", "-c", line], input=typed, capture_output=True, cwd=folder, timeout=60, check=False)


def told_to_leave(process: subprocess.Popen[bytes], number: signal.Signals, folder: Path) -> tuple[bytes, bytes]:
    """Send a signal until the game is saved: Python notices one just before a read only with the next."""
    for _ in range(300):
        if not autosaves(folder):
            process.send_signal(number)
        with suppress(subprocess.TimeoutExpired):
            process.wait(timeout=0.2)  # `communicate` would close the input, which also ends a game
            return process.communicate()
    raise AssertionError(f"it ignores {number.name}")


def kept(folder: Path) -> int:
    return len(Game.from_json(autosaves(folder)[0].read_text("utf-8")).moves)


def test_no_name_of_a_file_ends_a_game(run: Run) -> None:
    lines = "save a\0b\nsave ~nosuchuser/x.json\nload ~nosuchuser/x\nload a\0b\nsave .\nB2\nquit\nquit\n"
    result = run("play", "--board", "5", "--opponent", "human", lines=f"C3\n{lines}")
    assert result.exit_code == 0
    assert "A file name cannot contain a null character." in result.stdout
    assert "~nosuchuser/x.json: no home folder of that name" in result.stdout
    assert "White B2." in result.stdout


def test_no_byte_ends_a_game(tmp_path: Path) -> None:
    ended = shell(f"{COMMAND} play --board 5 --opponent human", tmp_path, b"C3\n\xff\xfe\nsave \xff\0\nB2\n")
    assert ended.returncode == 0
    assert b"is neither a move" in ended.stdout
    assert not ended.stderr
    assert kept(tmp_path) == 2


@pytest.mark.parametrize(
    ("line", "code"),
    first(
        3,
        [
            ("play --board 3 <&-", 0),
            ("show game.sgf >&- 2>&- <&-", 0),
            ("show game.sgf > /dev/full", 2),
            ("play --board 3 >&-", 0),
            ("replay game.sgf --rules tile 2>&-", 0),
            ("--help > /dev/full", 2),
            ("show none.sgf 2> /dev/full", 2),
        ],
    ),
)
def test_streams_that_are_closed_or_full(line: str, code: int, tmp_path: Path) -> None:
    if "/dev/full" in line and not os.path.exists("/dev/full"):
        pytest.skip("there is no /dev/full here")
    (tmp_path / "game.sgf").write_text("(;SZ[5];B[cc];W[bb])", "utf-8")
    ended = shell(f"{COMMAND} {line}", tmp_path)
    assert ended.returncode == code
    assert b"Traceback" not in ended.stderr
    assert b"Exception" not in ended.stderr
    if line.endswith("> /dev/full") and "2>" not in line:
        assert ended.stderr.endswith(b"tengen: standard output: No space left on device\n")


@pytest.mark.parametrize(("name", "statement"), cases("robust", "control_c_while_starting"))
def test_control_c_while_starting(name: str, statement: str, tmp_path: Path) -> None:
    script = _INTERRUPTED.format(name=name, statement=statement)
    ended = subprocess.run(
        [sys.executable, "-c", script, "play"], capture_output=True, text=True, cwd=tmp_path, timeout=60, check=False
    )
    assert (ended.returncode, ended.stderr) == (130, "\nStopped.\n")
    assert not is_interrupt(ValueError())


def playing(folder: Path, **options: Any) -> subprocess.Popen[bytes]:
    """Return a process with a game of two in which Black has moved."""
    words = [*COMMAND.split(), "play", "--board", "5", "--opponent", "human"]
    process: subprocess.Popen[bytes] = subprocess.Popen(
        words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=folder, **options
    )
    assert process.stdin
    assert process.stdout
    process.stdin.write(b"C3\n")
    process.stdin.flush()
    said = b""
    while b"move 2" not in said:
        said += os.read(process.stdout.fileno(), 4096)
    return process


@pytest.mark.parametrize("number", first(1, [signal.SIGTERM, signal.SIGHUP]))
def test_a_signal_saves_the_game(number: signal.Signals, tmp_path: Path) -> None:
    process = playing(tmp_path, preexec_fn=lambda: signal.signal(number, signal.SIG_DFL) and None)
    told, complaints = told_to_leave(process, number, tmp_path)
    assert process.returncode == 128 + number
    assert b"The game is saved in" in told
    assert not complaints
    assert kept(tmp_path) == 1


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full here")
def test_a_pipe_that_breaks_keeps_the_game(tmp_path: Path) -> None:
    process = playing(tmp_path)
    assert process.stdin
    assert process.stdout
    assert process.stderr
    process.stdout.close()
    process.stdin.write(b"B2\nA1\n")
    process.stdin.flush()
    assert process.wait(timeout=30) == 0
    complaints = process.stderr.read()
    process.stdin.close()
    process.stderr.close()
    assert b"The game is saved in" in complaints
    assert b"Traceback" not in complaints
    assert kept(tmp_path) == 2


def test_a_saved_game_follows_links_and_keeps_the_mode(tmp_path: Path) -> None:
    file, link = tmp_path / "game.json", tmp_path / "link.json"
    file.write_text("old", "utf-8")
    file.chmod(0o600)
    link.symlink_to("game.json")
    save(Game(board=5), link)
    assert link.is_symlink()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert Game.from_json(file.read_text("utf-8")).moves == ()
    file.unlink()
    save(Game(board=5), link)
    assert file.is_file()


def test_only_regular_files_are_written_and_named_as_typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    os.mkfifo("pipe")
    Path("folder").mkdir()
    Path("round").symlink_to("round")
    for name in ("pipe", "folder", "/dev/null", "none/game.json", "round", "n" * 300):
        with pytest.raises(OSError, match=r".") as caught:
            save(Game(board=5), Path(name))
        assert caught.value.filename == name
    assert stat.S_ISFIFO(os.stat("pipe").st_mode)
    assert sorted(os.listdir()) == ["folder", "pipe", "round"]


def test_autosaves_elsewhere_where_no_data_can_be_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    assert autosave(Game(board=5)).parent == tmp_path


def test_the_newest_autosaves_are_kept(tmp_path: Path) -> None:
    kept = [autosave(Game(board=5)) for _ in range(25)]
    assert len(autosaves(tmp_path)) == 20
    assert kept[-1].exists()
    assert autosave(Game(board=9), kept[-1]) == kept[-1]
    assert Game.from_json(kept[-1].read_text("utf-8")).board == parse("9x9")


def test_captures_are_stones_whatever_tao_stones_cost() -> None:
    game = Game("tao", board=5, tao_payment="points", tao_price=[2])
    for move in ("B5", "A5", "tao D2", "E1", "A4"):
        game.play(move)
    report = replay(game.record, game.variant)
    assert (report.moves, report.captures) == (5, 1)


def test_a_resignation_is_no_move_of_a_replay() -> None:
    game = Game(board=5)
    for text in ("C3", "B2", "resign"):
        game.play(text)
    assert replay(game.record, variant("chinese")).moves == 2


@pytest.mark.parametrize(
    ("raised", "code", "said"), [(KeyboardInterrupt(), 130, "\nStopped.\n"), (SystemExit(143), 143, "")]
)
def test_a_signal_in_a_callback_ends_the_program_in_a_line(
    raised: BaseException,
    code: int,
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """An exception is raised in LLVM's callback while a command compiles."""

    def called_back() -> None:
        raise raised

    def command(prog_name: str) -> None:
        ctypes.CFUNCTYPE(None)(called_back)()
        raise RuntimeError("no compiled object yet for <Library 'link'>")

    monkeypatch.setattr(sys, "unraisablehook", sys.unraisablehook)
    monkeypatch.setattr(signals, "_lost", [])
    monkeypatch.setattr(commands, "app", command)
    with pytest.raises(SystemExit) as left:
        main()
    assert left.value.code == code
    assert capsys.readouterr().err == said


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


WRITERS: list[tuple[tuple[str, ...], str]] = cases("robust", "writers")
"""Commands, and a file that each writes."""


@pytest.fixture
def game_files(run: Run) -> None:
    played = Game("chinese", board="5x5")
    played.play("C3")
    Path("game.sgf").write_text(played.sgf(), "utf-8")


@pytest.mark.usefixtures("game_files")
@pytest.mark.parametrize(("words", "name"), WRITERS, ids=[f"{words[0]} {name}" for words, name in WRITERS])
def test_nothing_is_replaced_unasked(run: Run, words: tuple[str, ...], name: str) -> None:
    there = Path(name)
    there.parent.mkdir(exist_ok=True)
    there.write_bytes(b"mine")
    refused = run(*words)
    assert (refused.exit_code, f"{name} already exists; --force replaces it" in refused.stderr) == (2, True)
    assert there.read_bytes() == b"mine"
    assert not list(Path().rglob(".tengen-*"))
    made = run(*words, "--force")
    assert made.exit_code == 0, made.output
    assert there.read_bytes() != b"mine"
    assert not list(Path().rglob(".tengen-*"))
