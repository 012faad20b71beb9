"""`tengen train run` killed with SIGKILL in each phase: no file is torn, and the same command goes on."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Final

import pytest

from tengen.network.weights import load
from tengen.train.episode_folder import read_folder

torch = pytest.importorskip("torch")

from tengen.train.checkpoints import checkpoints, read_checkpoint  # noqa: E402

pytestmark = [pytest.mark.slow, pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")]

CYCLES: Final = 2
ARGUMENTS: Final = (
    "--variant", "chinese", "--board", "3x3", "--first", "6", "--games", "20", "--steps", "100", "--gating", "4",
    "--simulations", "4", "--width", "8", "--blocks", "1", "--device", "cpu",
)  # fmt: skip

PHASES: Final = {
    "games of the playouts": ("tengen.train.episode_folder:EpisodeFolder.add", 4),
    "games of the network": ("tengen.train.episode_folder:EpisodeFolder.add", 16),
    "steps": ("tengen.train.learning:Learner.learn", 150),
    "gating": ("tengen.train.comparing:contest", 1),
    "curves": ("tengen.train.workshop:curves", 2),
    "saving the first weights": ("numpy:savez", 1),
    "saving better weights": ("numpy:savez", 2),
    "saving a checkpoint": ("torch:save", 2),
}
"""Where the command dies: at which call of what."""


def run(folder: Path, where: str = "", call: int = 0) -> subprocess.CompletedProcess[str]:
    words = [sys.executable, "-m", "train_killed", where, str(call), str(CYCLES), *ARGUMENTS, "--out", str(folder)]
    tests = Path(__file__).parents[1]
    return subprocess.run(words, cwd=tests, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A course that nothing interrupted."""
    folder = tmp_path_factory.mktemp("whole") / "out"
    done = run(folder)
    assert done.returncode == 0, done.stderr[-2000:]
    assert f"Stopped in cycle {CYCLES}" in done.stdout
    return folder


@pytest.mark.parametrize("phase", PHASES)
def test_after_kill_9_the_command_goes_on(phase: str, whole: Path, tmp_path: Path) -> None:
    killed = run(tmp_path, *PHASES[phase])
    assert killed.returncode == -9, killed.stderr[-2000:]
    if (tmp_path / "weights.npz").exists():
        load(tmp_path / "weights.npz")
    if checkpoints(tmp_path / "checkpoints"):
        read_checkpoint(tmp_path / "checkpoints")
    done = run(tmp_path)
    assert done.returncode == 0, done.stderr[-2000:]
    assert f"Stopped in cycle {CYCLES}" in done.stdout
    episodes = [*read_folder(tmp_path / "games")]
    assert len(episodes) >= 6 + 20
    assert max(Counter(episode.number for episode in episodes).values()) == 1
    load(tmp_path / "weights.npz")
    if phase != "games of the network":  # the rest of a shift that was broken off is played as another shift
        one, two = (read_checkpoint(folder / "checkpoints") for folder in (whole, tmp_path))
        assert all(torch.equal(one["average"][name], two["average"][name]) for name in one["average"])
