"""Work on two machines of a Ray cluster: the same results as here, also when one of them is lost midway."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
import tempfile
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import ray
from ray.cluster_utils import Cluster as Machines
from typer.testing import CliRunner
from working import counted, halved, pipe

from tengen.cli import app, spreading
from tengen.records import TengenError, TengenWarning
from tengen.workers import Workers, cluster, hire

SMALL = {"num_cpus": 1, "object_store_memory": 80 << 20, "include_log_monitor": False, "include_dashboard": False}
TESTS = Path(__file__).parents[1]
EXAMPLES = sorted((TESTS.parent / "examples" / "games").glob("*.sgf"))


@pytest.fixture(scope="module")
def machines() -> Iterator[Machines]:
    """Return a cluster of one machine, which this process has joined; Ray writes into a folder of its own."""
    folder = tempfile.mkdtemp(prefix="tengen-", dir="/tmp")  # names of sockets must be short
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RAY_TMPDIR", folder)
        patch.setenv("PYTHONPATH", os.pathsep.join([str(TESTS), *filter(None, [os.environ.get("PYTHONPATH")])]))
        found = Machines(initialize_head=True, head_node_args=SMALL)
        try:
            with hire(cluster=found.address):
                yield found
        finally:
            found.shutdown()
            shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def doomed(machines: Machines, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Add a machine that dies with its second unit, whatever command is run; return a folder that tells of it."""
    machine = machines.add_node(**SMALL)
    folder = tmp_path / "fate"
    folder.mkdir()
    for name in ("gate", "plea"):
        os.mkfifo(folder / name)

    def hired(jobs: int, address: str | None) -> Workers:
        workers = hire(jobs, address)
        return workers if address is None else Doomed(workers, machine.node_id, folder)

    monkeypatch.setattr(spreading, "hire", hired)
    with pipe(folder / "plea") as plea:

        def lose() -> None:
            plea.read(1)
            machines.remove_node(machine, allow_graceful=False)

        losing = threading.Thread(target=lose)
        losing.start()
        try:
            yield folder
        finally:
            plea.write(b"!")
            losing.join()


class Doomed:
    """Workers, one of whose machines dies with its second unit."""

    def __init__(self, workers: Workers, node: str, folder: Path) -> None:
        self.workers, self.node, self.folder = workers, node, folder

    def run(self, work: Callable[[Any], Any], units: Iterable[Any], threads: int = 1) -> Generator[tuple[Any, Any]]:
        return self.workers.run(partial(counted, self.node, self.folder, work), units, threads)

    def __enter__(self) -> Doomed:
        self.workers.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self.workers.__exit__(None, None, None)


def run(*words: object) -> str:
    """Run a command and return what it prints."""
    found = CliRunner().invoke(app, [str(word) for word in words])
    assert found.exit_code == 0, found.output
    return found.stdout


def begun(folder: Path) -> tuple[list[str], list[str]]:
    """Return which units were begun on the doomed machine and on the safe one."""
    names = [path.name.split("-") for path in folder.glob("*-*")]
    doomed, safe = ([unit for where, unit, _ in names if where == here] for here in ("doomed", "safe"))
    return doomed, safe


def games(file: Path) -> dict[int, dict[str, Any]]:
    """Return the games in a file of results, without the time they took; none may be there twice."""
    lines = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    found = [line for line in lines if "game" in line]
    assert len({line["game"] for line in found}) == len(found)
    return {line["game"]: {**line, "seconds": None} for line in found}


@pytest.fixture
def lost_once() -> Iterator[None]:
    """Expect to be told of a unit that is begun again."""
    with pytest.warns(TengenWarning, match="was lost with the process that worked at it, and is begun again"):
        yield


@pytest.mark.slow
@pytest.mark.usefixtures("lost_once")
def test_a_match_survives_a_machine(machines: Machines, doomed: Path, tmp_path: Path) -> None:
    words = ["match", "mcts:20", "random", "--games", "12", "--board", "5x5", "--seed", "3", "--json"]
    run(*words, tmp_path / "here.jsonl")
    told = run(*words, tmp_path / "away.jsonl", "--cluster", machines.address)
    assert told.startswith("Tengen, 20 simulations against Random: Go, Chinese rules on 5x5")
    assert games(tmp_path / "away.jsonl") == games(tmp_path / "here.jsonl")
    assert_one_was_lost(doomed, [str(number) for number in range(1, 13)])


@pytest.mark.slow
@pytest.mark.usefixtures("lost_once")
def test_a_survey_of_graphs_survives_a_machine(machines: Machines, doomed: Path, tmp_path: Path) -> None:
    words = ["solve", "--graphs", "4", "--csv"]
    here = run(*words, tmp_path / "here.csv")
    assert run(*words, tmp_path / "away.csv", "--cluster", machines.address) == here
    assert (tmp_path / "away.csv").read_bytes() == (tmp_path / "here.csv").read_bytes()
    assert_one_was_lost(doomed, ["@", "A_", "Bo", "Bw", "CF", "Ck", "CN", "Cl", "C|", "C~"])


def assert_one_was_lost(doomed: Path, units: list[str]) -> None:
    """Of two units on the lost machine one was finished and not done again, one was; all others were done once."""
    there, safe = begun(doomed)
    assert len(there) == 2
    assert sorted([*there, *safe]) == sorted([*units, *(set(there) & set(safe))])
    assert len(set(there) & set(safe)) == 1


@pytest.mark.slow
def test_replays_and_games_against_oneself_are_the_same_away(machines: Machines, tmp_path: Path) -> None:
    files = [*EXAMPLES[:2], tmp_path / "none.sgf"]
    replayed = [
        CliRunner().invoke(app, ["replay", *map(str, files), "--rules", "tile", *more])
        for more in ([], ["--cluster", machines.address])
    ]
    assert {found.exit_code for found in replayed} == {1}
    assert replayed[0].stdout == replayed[1].stdout
    assert "none.sgf: skipped: No such file" in replayed[1].stderr
    words = ["balance", "tile", "--board", "3x3", "--simulations", "2", "--games", "4"]
    assert run(*words) == run(*words, "--cluster", machines.address)


@pytest.mark.slow
def test_what_is_wrong_is_said(machines: Machines, monkeypatch: pytest.MonkeyPatch) -> None:
    with hire(cluster=machines.address) as workers:
        assert re.fullmatch(r"Ray: \d machines?, \d cores?", str(workers))
        with pytest.raises(TengenError, match="3 cannot be halved"):
            list(workers.run(halved, [2, 3, 4]))
        with pytest.raises(TengenError, match="needs 9 cores, and no machine"):
            list(workers.run(halved, [2], threads=9))
        monkeypatch.setattr(cluster, "source_here", lambda: "another")
        with pytest.raises(TengenError, match="has another Tengen than this machine"):
            list(workers.run(halved, [2]))


@pytest.mark.parametrize(
    ("address", "message"),
    [("127.0.0.1:1", "nobody answers at 127.0.0.1:1"), ("ray://127.0.0.1:1", "nobody answers"),
     ("127.0.0.1:99999", "nobody answers"), ("no.such.host.invalid:6379", "nobody answers")],
)  # fmt: skip
def test_where_nobody_answers(address: str, message: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ray, "is_initialized", lambda: False)
    found = CliRunner().invoke(app, ["solve", "--graphs", "2", "--cluster", address])
    assert found.exit_code == 2
    assert message in found.stderr.splitlines()[-1]


def test_without_ray_it_is_said_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    found = CliRunner().invoke(app, ["match", "1", "2", "--board", "3", "--cluster", "auto"])
    assert found.exit_code == 2
    assert found.stderr.splitlines()[-1] == "tengen: --cluster needs Ray: pip install 'tengen-go[cluster]'"
