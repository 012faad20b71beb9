"""The smallest living groups, and that no smaller ones live (spec 4.9)."""

import itertools
import json
import re
import signal
import sys
from pathlib import Path

import networkx as nx
import pytest
from command_line import Run
from data import cases
from example_counts import first

from benchmarks.smallest_groups.__main__ import smallest_groups
from benchmarks.smallest_groups.smallest import Excluded, Smallest, Window, smallest
from tengen import boards
from tengen.game import unconditionally_alive
from tengen.records import TengenError

SCRIPTS = (smallest_groups,)


def lives(found: Smallest) -> bool:
    """Return whether the group lives while no part of it does."""
    board = boards.parse(found.board)
    stones = {label: "black" for chain in found.chains for label in chain}
    rest = ({label: "black" for label in stones if label != missing} for missing in stones)
    whole = unconditionally_alive(board, stones, "black")
    return set(whole) == set(map(frozenset, found.chains)) and not any(
        len(unconditionally_alive(board, fewer, "black")) for fewer in rest
    )


@pytest.mark.parametrize(("where", "footprint", "size"), first(1, [("corner", "go", 6), ("corner", "gengo", 4)]))
def test_published_sizes(where: str, footprint: str, size: int) -> None:
    """Go 6, Gengo 4: found, checked by the algorithm, and everything smaller excluded."""
    heard: list[Excluded] = []
    found = smallest(where, footprint, tell=heard.append)
    assert found.size == size
    assert lives(found)
    assert found.proved
    assert list(found.excluded) == heard
    assert len(heard) >= size * (size - 1) // 2


@pytest.mark.slow
@pytest.mark.parametrize(
    ("where", "footprint", "size", "one_chain"),
    [("edge", "go", 8, False), ("edge", "gengo", 5, False), ("centre", "go", 10, False), ("centre", "go", 11, True)],
)
def test_published_sizes_that_take_longer(where: str, footprint: str, size: int, one_chain: bool) -> None:
    found = smallest(where, footprint, one_chain=one_chain)
    assert (found.size, found.proved, lives(found)) == (size, True, True)
    assert len(found.chains) == 1 or not one_chain


def by_trying(text: str) -> int:
    """Return the least number of stones that live somewhere on a board, by trying all sets; 0 if none do."""
    board = boards.parse(text)
    for size in range(1, len(board)):
        for stones in itertools.combinations(board.labels, size):
            if board.overlapping(dict.fromkeys(map(board.labels.index, stones), "black")):
                continue
            alive = unconditionally_alive(board, dict.fromkeys(stones, "black"), "black")
            if sum(map(len, alive)) == size:
                return size
    return 0


@pytest.mark.parametrize("text", first(5, cases("smallest_groups", "any_board_against_trying_all_groups")))
def test_any_board_against_trying_all_groups(text: str) -> None:
    found = smallest("anywhere", board=text)
    assert found.size == by_trying(text)
    assert lives(found)
    assert found.proved == (found.size > 1) or found.size == 1


@pytest.mark.parametrize("seed", first(4, range(12)))
def test_any_graph_against_trying_all_groups(seed: int) -> None:
    graph = nx.gnm_random_graph(8, 7 + seed, seed=seed)
    text = "graph6:" + nx.to_graph6_bytes(graph, header=False).decode().strip()
    expected = by_trying(text)
    if expected:
        assert smallest("anywhere", board=text).size == expected
    else:
        with pytest.raises(TengenError, match="too small"):
            smallest("anywhere", board=text)


def test_edges_and_centre_are_away_from_the_other_rims() -> None:
    assert smallest("corner", board="7").size == 6
    assert smallest("edge", board="9x5", one_chain=True).size == 8
    assert smallest("corner", "gengo", "9").size == 4
    for where, board in (("centre", "6"), ("corner", "1x1"), ("anywhere", "1x1")):
        with pytest.raises(TengenError, match="too small"):
            smallest(where, board=board)


def test_every_corner_that_differs_is_looked_at() -> None:
    """The picture is its own mirror image across a diagonal, so three of four corners differ, and two edges."""
    heard: list[Excluded] = []
    found = smallest("corner", ".nn/nxn/.n.", tell=heard.append)
    assert (found.size, found.proved, lives(found)) == (6, True, True)
    corners = {("left", "top"), ("right", "top"), ("left", "bottom")}
    assert {each.rims for each in heard} == corners
    assert {(5, chains, rims) for chains in range(1, 6) for rims in corners} <= {
        (each.size, each.chains, each.rims) for each in heard
    }
    assert {each.rims for each in smallest("corner", board="7").excluded} == {()}


def test_one_chain() -> None:
    found = smallest("edge", one_chain=True)
    assert (found.size, len(found.chains), found.proved, found.one_chain) == (8, 1, True, True)
    assert {each.chains for each in found.excluded} == {1}


def test_without_a_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pysat.solvers", None)
    with pytest.raises(TengenError, match=r"pip install python-sat"):
        smallest("corner")


def test_the_command(run: Run) -> None:
    result = run("smallest_groups", "corner")
    assert result.exit_code == 0
    assert re.search(r"6 stones in 1 chain live in a corner of \dx\d", result.stdout), result.stdout
    assert "No group of fewer stones, in however many chains, does: 15 cases excluded" in result.stdout
    data = json.loads(run("smallest_groups", "corner", "--one-chain", "--json").stdout)
    assert (data["size"], data["proved"], data["one_chain"]) == (6, True, True)


@pytest.mark.parametrize(("stopped_at", "signalled", "code"), [(3, signal.SIGINT, 130), (5, signal.SIGTERM, 143)])
def test_a_search_goes_on_from_its_checkpoint(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, stopped_at: int, signalled: signal.Signals, code: int
) -> None:
    solved, looked, kept = Window.stones, list[tuple[int, int]](), tmp_path / "kept"
    words = ("smallest_groups", "corner", "--checkpoint", str(kept))
    left = [stopped_at]

    def interrupted(self: Window, size: int, chains: int) -> tuple[int, ...] | None:
        left[0] -= 1
        if left[0] < 0:
            if signalled == signal.SIGINT:
                raise KeyboardInterrupt
            signal.raise_signal(signalled)
        looked.append((size, chains))
        return solved(self, size, chains)

    monkeypatch.setattr(sys.modules[Window.__module__], "_LONG", 1e9)  # otherwise a slow machine shows progress
    monkeypatch.setattr(Window, "stones", interrupted)
    stopped = run(*words)
    assert stopped.exit_code == code
    assert f"The exclusions are kept in {kept}; the same command continues from there." in stopped.stderr
    assert len(looked) == stopped_at
    before = kept.read_bytes()
    for other in (("--one-chain",), ("--footprint", "gengo"), ("--board", "9x9")):
        assert "belongs to another job" in run(*words, *other).stderr
    for junk in (b"", b"[]", before[:-20]):
        kept.write_bytes(junk)
        assert "is not a checkpoint" in run(*words).stderr
    kept.write_bytes(before)
    left[0] = 1000
    whole = run("smallest_groups", "corner", "--json").stdout
    looked.clear()
    assert run(*words, "--json").stdout == whole
    assert len(looked) == len(json.loads(whole)["excluded"]) + 1 - stopped_at
    assert not kept.exists()
