"""`tengen.gpu`: all of it in Numba's simulator, its errors without a GPU, and its code for real ones."""

import builtins
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tengen import TengenError
from tengen.gpu import finding, require, target

_HERE = Path(__file__).parent


def _python(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, **variables}
    return subprocess.run(
        [sys.executable, *arguments], capture_output=True, text=True, env=environment, cwd=_HERE.parents[1], check=False
    )


@pytest.mark.slow
def test_everything_in_the_simulator() -> None:
    """The simulator is chosen when Numba is imported, so it needs its own process."""
    done = _python(
        "-m", "pytest", "-q", "-p", "no:xdist", "-p", "no:cacheprovider", str(_HERE / "simulated_games.py"),
        NUMBA_ENABLE_CUDASIM="1",
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
    assert "skipped" not in done.stdout


def test_without_numba_cuda(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finding, "find_spec", lambda name: None)
    with pytest.raises(TengenError, match=r"needs numba-cuda, which is not installed.*pip install 'tengen-go\[gpu\]'"):
        require()


def test_a_numba_without_a_cuda_target_lacks_numba_cuda_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(target, "cuda")
    assert finding.missing().startswith("tengen.gpu needs numba-cuda")
    assert not finding.available()


def test_a_numba_cuda_that_this_numpy_breaks_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def broken(name: str, *others: Any) -> Any:
        if name == "target":
            raise AttributeError("module 'numpy' has no attribute 'row_stack'")
        return real(name, *others)

    monkeypatch.setattr(builtins, "__import__", broken)
    assert re.fullmatch(
        r"tengen.gpu needs numba-cuda, and this version does not work with NumPy [\d.]+: module 'numpy' has no "
        r"attribute 'row_stack'; to install it: pip install 'tengen-go\[gpu\]'",
        finding.missing(),
    )


def test_without_a_gpu(monkeypatch: pytest.MonkeyPatch) -> None:
    """The driver's own message is passed on, in one line."""

    class NoDriver:
        @staticmethod
        def is_available() -> bool:
            return False

        @staticmethod
        def cuda_error() -> str:
            return "\nThe driver\nis not found:\n"

    monkeypatch.setattr(finding, "find_spec", lambda name: object())
    monkeypatch.setattr(target, "cuda", NoDriver)
    assert finding.missing() == (
        "tengen.gpu needs an NVIDIA GPU with its driver, and Numba can use none here: The driver is not found"
    )


def test_importing_it_needs_nothing() -> None:
    done = _python("-c", "import sys, tengen.gpu; print('numba' in sys.modules)")
    assert (done.stdout.strip(), done.stderr) == ("False", "")


def _compiled(capability: str, cache: Path, *names: str) -> dict[str, dict[str, Any]]:
    script = str(_HERE / "compiled_kernels.py")
    done = _python(script, capability, *names, NUMBA_CACHE_DIR=str(cache))
    if done.returncode == 77:
        pytest.skip(done.stdout.strip())
    assert done.returncode == 0, done.stderr[-4000:]
    found: dict[str, dict[str, Any]] = json.loads(done.stdout)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("capability", ["8.0", "9.0"])
def test_the_kernels_compile_for_real_devices(capability: str, tmp_path: Path) -> None:
    """Machine code of every kernel, for boards of both kinds, by Numba's and NVIDIA's compilers; then a cached one."""
    found = _compiled(capability, tmp_path)
    kernels = ("advance", "check", "draw", "playouts")
    assert set(found) == {f"{kernel} {kind}" for kernel in kernels for kind in ("narrow", "wide")}
    for name, told in found.items():
        assert told["target"].startswith("sm_" + capability.replace(".", "")), name
        assert told["entries"] == 1, name
        assert told["bytes"] > 1000, name
        assert told.get("spilled", 0) == told.get("stack", 0) == 0, name
    assert _compiled(capability, tmp_path, "draw")["draw narrow"]["cached"] == 1
