"""`tengen engines` and `tengen review`, with a fake KataGo."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest
from command_line import INTERRUPTIBLE, Run
from fake_katago import FakeKataGo

GAME = "(;GM[1]FF[4]SZ[9]RU[Chinese]KM[7]PB[Ann]PW[Bob];B[ee];W[gc];B[cc];W[gg];B[cg])"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Separate folders for data, without engines other than those added."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (tmp_path / "game.sgf").write_text(GAME, encoding="utf-8")
    return tmp_path


def added(run: Run, fake: FakeKataGo, *options: object) -> None:
    done = run("engines", "add", "katago", fake.program, "--network", fake.network, *options)
    assert done.exit_code == 0, done.output


def test_an_engine_is_added_listed_tested_and_removed(run: Run, home: Path) -> None:
    assert "KataGo was not found" in run("engines").stdout
    fake = FakeKataGo(home / "fake")
    added(run, fake, "--visits", 9, "--set", "numSearchThreads=2")
    listed = json.loads(run("engines", "--json").stdout)
    assert [(each["name"], each["visits"], each["trouble"]) for each in listed] == [("katago", 9, "")]
    assert "fake-net.bin.gz" in run("engines", "list").stdout
    again = run("engines", "add", "katago", fake.program)
    assert (again.exit_code, "--force replaces it" in again.stderr) == (2, True)
    tested = json.loads(run("engines", "test", "--seconds", "0.1", "--json").stdout)
    assert tested["name"] == "KataGo 0.0.1 (fake-net)"
    assert tested["boards"]["19x19"]["move"] == "A19"
    assert "katago answered" not in run("engines", "test", "katago", "--seconds", "0.1").stdout
    assert run("engines", "remove", "katago").exit_code == 0
    for largest, board in ((13, "9x9"), (5, "2x2")):
        add = run("engines", "add", "small", fake.program, "--network", fake.network, "--largest", largest, "--force")
        assert add.exit_code == 0, add.output
        tested = json.loads(run("engines", "test", "small", "--seconds", "0.1", "--json").stdout)
        assert list(tested["boards"]) == [board]
    assert run("engines", "remove", "small").exit_code == 0
    assert json.loads(run("engines", "--json").stdout) == []


def test_an_engine_that_died_is_listed_with_its_trouble(run: Run, home: Path) -> None:
    fake = FakeKataGo(home / "fake")
    added(run, fake)
    fake.network.unlink()
    done = run("engines")
    assert done.exit_code == 0
    assert "does not exist" in done.stderr
    assert "not usable" in done.stdout


def test_what_is_no_katago_is_told_what_it_may_be(run: Run, home: Path) -> None:
    program = home / "engine"
    program.write_text("#!/bin/sh\nexit 1\n")
    assert "is not executable" in run("engines", "add", "other", program).stderr
    assert f"{home} is a folder" in run("engines", "add", "other", home).stderr
    program.chmod(0o755)
    assert run("engines", "add", "other", program).exit_code == 0
    assert "use it as a player" in run("engines", "test", "other").stderr
    assert "is a player: --opponent" in run("engines", "add", "more", f"{program} --mode gtp").stderr


def test_programs_and_networks_are_recognised(run: Run, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(home)
    program, empty = home / "engine", home / "empty.bin.gz"
    program.write_text("#!/no/such/interpreter\n")
    program.chmod(0o755)
    empty.write_bytes(b"")
    assert "empty.bin.gz is empty" in run("engines", "add", "one", program, "--network", empty).stderr
    assert "is a folder; name the file in it" in run("engines", "add", "one", program, "--network", home).stderr
    assert run("engines", "add", "one", "engine").exit_code == 0  # a file here, though not found on the PATH
    told = run("engines", "test", "one").stderr
    assert "it exists, but the program in its first line does not" in told
    unknown = run("engines", "test", "two").stderr
    assert "unknown engine 'two'" in unknown
    assert "Waiting" not in unknown


def test_a_report_by_katago(run: Run, home: Path) -> None:
    added(run, FakeKataGo(home / "fake"))
    done = run("review", "game.sgf", "--visits", 8)
    assert done.exit_code == 0
    assert "Ann - Bob" in done.stdout
    assert "KataGo 0.0.1 (fake-net): 6 positions, 8 visits each." in done.stdout
    said = json.loads(run("review", "game.sgf", "--visits", 8, "--json").stdout)
    assert (said["engines"], len(said["moves"])) == ({"KataGo 0.0.1 (fake-net)": 6}, 5)


@pytest.mark.parametrize(
    ("deeds", "more", "why"),
    [(["die"] * 99, (), "it ended with code 3"), ((), ("--rules", "tile"), "does not support rules with tiles = tile")],
)
def test_tengen_takes_over_from_katago_with_a_note(
    run: Run, home: Path, deeds: Sequence[str], more: tuple[str, ...], why: str
) -> None:
    added(run, FakeKataGo(home / "fake", deeds, every_life=True))
    done = run("review", "game.sgf", *more, "--seconds", "0.05")
    assert done.exit_code == 0
    assert why in done.stderr
    assert "Tengen's own engine takes over." in done.stderr
    assert "Tengen: 6 positions" in done.stdout


def test_reports_are_written_for_several_games(run: Run, home: Path) -> None:
    added(run, FakeKataGo(home / "fake"))
    (home / "other.sgf").write_text(GAME.replace("Ann", "Eve"), encoding="utf-8")
    targets = [word for ending in ("html", "sgf", "json", "txt") for word in ("-o", f"{{name}}-report.{ending}")]
    done = run("review", "game.sgf", "other.sgf", *targets)
    assert done.exit_code == 0, done.output
    assert sorted(each.name for each in home.glob("*-report.*")) == sorted(
        f"{name}-report.{ending}" for name in ("game", "other") for ending in ("html", "sgf", "json", "txt")
    )
    assert "Eve - Bob" in (home / "other-report.html").read_text(encoding="utf-8")
    assert json.loads((home / "game-report.json").read_text(encoding="utf-8"))["players"]["black"] == "Ann"
    again = run("review", "game.sgf", "-o", "game-report.sgf")
    assert (again.exit_code, "--force replaces it" in again.stderr) == (2, True)


def test_of_several_files_a_bad_one_is_skipped(run: Run, home: Path) -> None:
    added(run, FakeKataGo(home / "fake"))
    (home / "bad.sgf").write_text("(;SZ[99]", encoding="utf-8")
    done = run("review", "bad.sgf", "game.sgf")
    assert "bad.sgf: " in done.stderr
    assert "Ann - Bob" in done.stdout
    assert done.exit_code == 1


@pytest.mark.skipif(os.name == "nt", reason="SIGINT is sent to one process")
def test_what_was_analysed_is_kept_when_it_is_interrupted(run: Run, home: Path) -> None:
    fake = FakeKataGo(home / "fake", ["answer", "answer", *["hang"] * 90], every_life=True)
    added(run, fake)
    command = [sys.executable, "-c", INTERRUPTIBLE, "review", "game.sgf"]
    with subprocess.Popen(command, cwd=home, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        kept = home / "cache" / "tengen" / "analyses"
        while process.poll() is None and sum(len(each.read_text().splitlines()) for each in kept.glob("*")) < 2:
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        _, told = process.communicate(timeout=60)
    assert process.returncode == 130, told
    assert "Stopped after 2 of 6 positions, which are saved" in told
    before, again = len(fake.questions), FakeKataGo(home / "fake")
    done = run("review", "game.sgf")
    assert "KataGo 0.0.1 (fake-net): 6 positions" in done.stdout
    assert len(again.questions) == before + 4
