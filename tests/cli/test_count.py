"""`tengen count`: output, interruption and resumption, and errors."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from command_line import Run

from tengen.cli.options import read_memory
from tengen.records import TengenError
from tengen.solve.counting.frontier import FrontierCount


def test_positions_are_counted(run: Run) -> None:
    assert run("count", "3x3").stdout == "12,675 legal positions on 3x3, 64.40% of 3^9\n"
    assert run("count").stdout.startswith("83,677,847,847,984,287,628,595 legal positions on 7x7")
    told = run("count", "3", "--variant", "tao").stdout
    assert told.endswith("\nOnly stones are counted, not tiles, Tao stones and prisoners.\n")
    assert run("count", "3x2", "--variant", "gengo").stdout.startswith("9 legal positions on gengo 3x2")


def test_json(run: Run) -> None:
    assert json.loads(run("count", "4", "--json").stdout) == {
        "what": "positions", "board": "4", "points": 16, "count": "24318165",
        "method": "frontier", "frontier": 4, "states": 159,
    }  # fmt: skip


def test_a_count_stopped_goes_on(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    command = ("count", "6x6", "--checkpoint", "kept.npz")
    with monkeypatch.context() as patch:
        _stop_at(patch, 20)
        stopped = run(*command)
        assert stopped.exit_code == 130
        assert "Stopped at point 19 of 36" in stopped.stderr
        assert "the progress is kept in kept.npz, the same command continues." in stopped.stderr
        assert "--checkpoint FILE would let it continue from there" in run("count", "6x6").stderr
    assert run(*command).stdout.startswith("62,567,386,502,084,877 legal positions")
    assert [path.name for path in tmp_path.iterdir()] == ["kept.npz"]
    refused = run("count", "5x5", "--checkpoint", "kept.npz")
    assert refused.exit_code == 2
    assert "kept.npz belongs to another job: board" in refused.stderr


def test_what_memory_does_not_hold_is_kept(run: Run, tmp_path: Path) -> None:
    refused = run("count", "8", "--memory", "1MiB", "--checkpoint", "kept.npz")
    assert refused.exit_code == 2
    assert "of 64 points there are" in refused.stderr
    assert "kept in kept.npz, the same command continues with more --memory" in refused.stderr
    assert run("count", "8", "--checkpoint", "kept.npz").stdout.startswith("990,966,953,618,170,260,281,935,463,385 ")


def test_a_file_of_another_kind_is_left_alone(run: Run, tmp_path: Path) -> None:
    (tmp_path / "game.sgf").write_text("(;B[aa])", encoding="utf-8")
    refused = run("count", "3", "--checkpoint", "game.sgf")
    assert "game.sgf is not a checkpoint" in refused.stderr
    assert (tmp_path / "game.sgf").read_text(encoding="utf-8") == "(;B[aa])"


def test_sizes_of_memory() -> None:
    assert read_memory("2GiB") == read_memory("2048 mb") == 2 << 30
    with pytest.raises(TengenError):
        read_memory("GiB")


def _stop_at(patch: pytest.MonkeyPatch, piece: int) -> None:
    run = FrontierCount.run

    def stopping(self: FrontierCount) -> Iterator[Any]:
        for number, progress in enumerate(run(self), 1):
            if number == piece:
                raise KeyboardInterrupt
            yield progress

    patch.setattr(FrontierCount, "run", stopping)
