"""A game begins before anything is compiled, and switches to code that another process compiles."""

import subprocess
import sys
from pathlib import Path

import pytest

from tengen.kernel import code_store
from tengen.workers import own_environment

PLAY = """
import sys, time
import tengen
from tengen.kernel import compiling
from tengen.kernel.game_calls import GameCalls, _StandIn

game = tengen.Game("chinese", board="5x5")
calls = game.state().adjacency.calls
turn = game.play("C3")
print(type(calls.turn) is _StandIn, turn.captured, game.why_not("C3")[0].value, len(game.legal_moves()))
if sys.argv[1] == "wait":
    while isinstance(calls.score, _StandIn):
        time.sleep(0.1)
        game.score(), game.play("D4"), game.undo()
    print(game.score().margin, calls.turn.stats.cache_misses)
"""


def play(cache: Path, how: str) -> subprocess.CompletedProcess[str]:
    kept = {**own_environment(), "TENGEN_CACHE": str(cache)}
    return subprocess.run([sys.executable, "-W", "error", "-c", PLAY, how], capture_output=True, text=True, env=kept)


@pytest.mark.slow
def test_a_first_move_does_not_wait_for_the_compiler(tmp_path: Path) -> None:
    done = play(tmp_path, "wait")
    assert (done.stderr, done.returncode) == ("", 0)
    assert done.stdout.splitlines() == ["True () occupied 25", "17.5 Counter()"]
    assert len([*tmp_path.glob("*.nbc")]) == 4
    assert play(tmp_path, "go").stdout == "False () occupied 25\n"


def test_a_process_starts_no_second_one_to_compile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from tengen.kernel import compiling

    monkeypatch.setenv("TENGEN_CACHE", str(tmp_path))
    monkeypatch.setattr(compiling, "_CHILDREN", {})
    monkeypatch.setattr(compiling, "_begin", lambda line, folder: pytest.fail("it started one"))
    with code_store.claimed(compiling.claim("rules", wide=False)):
        assert compiling.is_compiling(False)


def test_if_nothing_can_be_kept_no_process_compiles(monkeypatch: pytest.MonkeyPatch) -> None:
    from tengen.kernel import compiling

    for each in (compiling, code_store):
        monkeypatch.setattr(each, "writable_folder", lambda: None)
    monkeypatch.setattr(compiling, "_CHILDREN", {})
    assert not compiling.is_compiling(False)
    assert code_store.folders()
