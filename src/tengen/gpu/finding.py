"""Whether there is a GPU to play on, and if not, what is missing."""

from __future__ import annotations

from importlib.util import find_spec

from ..records import TengenError


def missing() -> str:
    """Return what keeps the games off a GPU, or nothing. Numba's simulator passes for one."""
    from .target import SIMULATED, cuda

    if SIMULATED:
        return ""
    if find_spec("numba_cuda") is None:
        return "tengen.gpu needs numba-cuda, which is not installed; to install it: pip install tengen[gpu]"
    if cuda.is_available():
        return ""
    reason = str(cuda.cuda_error() or "no device was found").strip().rstrip(":").strip()
    return f"tengen.gpu needs an NVIDIA GPU with its driver, and Numba can use none here: {' '.join(reason.split())}"


def available() -> bool:
    """Say whether games can be played on a GPU here."""
    return not missing()


def require() -> None:
    """Raise TengenError where there is no GPU to play on; it says what is missing."""
    if lack := missing():
        raise TengenError(lack)
