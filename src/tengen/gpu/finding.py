"""Checks for a usable GPU, with what is missing otherwise."""

from __future__ import annotations

from importlib.metadata import version
from importlib.util import find_spec
from typing import Final, NamedTuple

from ..extras import install_command
from ..records import TengenError


class Lack(NamedTuple):
    """The reason why no GPU can be used, and the remedy."""

    says: str
    remedy: str
    is_package: bool = False


_NO_NUMBA_CUDA: Final = Lack("tengen.gpu needs numba-cuda, which is not installed", install_command("gpu"), True)


def lack() -> Lack | None:
    """Return why no GPU can be used; None if one can. Numba's simulator counts as a GPU."""
    try:
        from .target import SIMULATED, cuda
    except ImportError:  # a Numba without a CUDA target
        return _NO_NUMBA_CUDA
    except AttributeError as error:  # NumPy 2.5 lacks an attribute that numba-cuda 0.30 uses
        says = f"tengen.gpu needs numba-cuda, and this version does not work with NumPy {version('numpy')}: {error}"
        return Lack(says, _NO_NUMBA_CUDA.remedy, True)
    if SIMULATED:
        return None
    if find_spec("numba_cuda") is None:
        return _NO_NUMBA_CUDA
    if cuda.is_available():
        return None
    reason = " ".join(str(cuda.cuda_error() or "no device was found").split()).rstrip(": ")
    says = f"tengen.gpu needs an NVIDIA GPU with its driver, and Numba can use none here: {reason}"
    return Lack(says, "if there is such a GPU, install its driver: https://www.nvidia.com/drivers")


def missing() -> str:
    """Return why no GPU can be used, with the remedy for a missing package; "" if one can."""
    found = lack()
    if found is None:
        return ""
    return f"{found.says}; to install it: {found.remedy}" if found.is_package else found.says


def available() -> bool:
    """Return whether games can be played on a GPU here.

    >>> device = "gpu" if available() else "cpu"
    """
    return lack() is None


def require() -> None:
    """Raise TengenError if no GPU can be used, with the reason."""
    if found := missing():
        raise TengenError(found)
