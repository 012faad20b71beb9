"""Whether there is a GPU to play on, and if not, what is missing."""

from __future__ import annotations

from importlib.metadata import version
from importlib.util import find_spec
from typing import Final, NamedTuple

from ..extras import install_command
from ..records import TengenError


class Lack(NamedTuple):
    """What keeps the games off a GPU, and what helps."""

    says: str
    remedy: str
    is_package: bool = False


_NO_NUMBA_CUDA: Final = Lack("tengen.gpu needs numba-cuda, which is not installed", install_command("gpu"), True)


def lack() -> Lack | None:
    """Return what keeps the games off a GPU; None if nothing does. Numba's simulator passes for a GPU."""
    try:
        from .target import SIMULATED, cuda
    except ImportError:  # a Numba without a CUDA target of its own
        return _NO_NUMBA_CUDA
    except AttributeError as error:  # NumPy 2.5 lacks what numba-cuda 0.30 asks it for
        says = f"tengen.gpu needs numba-cuda, and this one does not go with NumPy {version('numpy')}: {error}"
        return Lack(says, _NO_NUMBA_CUDA.remedy, True)
    if SIMULATED:
        return None
    if find_spec("numba_cuda") is None:
        return _NO_NUMBA_CUDA
    if cuda.is_available():
        return None
    reason = " ".join(str(cuda.cuda_error() or "no device was found").split()).rstrip(": ")
    says = f"tengen.gpu needs an NVIDIA GPU with its driver, and Numba can use none here: {reason}"
    return Lack(says, "where there is such a GPU, its driver: https://www.nvidia.com/drivers")


def missing() -> str:
    """Return what keeps the games off a GPU, or nothing."""
    found = lack()
    if found is None:
        return ""
    return f"{found.says}; to install it: {found.remedy}" if found.is_package else found.says


def available() -> bool:
    """Say whether games can be played on a GPU here."""
    return lack() is None


def require() -> None:
    """Raise TengenError where there is no GPU to play on; it says what is missing."""
    if found := missing():
        raise TengenError(found)
