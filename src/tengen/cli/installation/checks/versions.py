"""Python, and the packages without which Tengen does not run."""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Iterator
from importlib import import_module, metadata

from ....extras import DISTRIBUTION
from .finding import Finding

PART = "versions"
_OLDEST = (3, 11)
_MODULES = {"charset-normalizer": "charset_normalizer"}
"""Packages whose module has another name."""


def versions() -> Iterator[Finding]:
    """Yield the versions of what is needed, and whether each can be imported."""
    from .... import __version__

    yield Finding(PART, "Tengen", "works", __version__)
    yield _python()
    yield Finding(PART, "system", "works", f"{platform.platform()}, {_processor()}")
    for requirement in _requirements():
        yield _package(requirement)
    yield _compiler()


def _python() -> Finding:
    about = f"{platform.python_version()}, {sys.executable}"
    if sys.version_info < _OLDEST:
        return Finding(PART, "Python", "broken", about, "install Python 3.11 or newer")
    return Finding(PART, "Python", "works", about)


def _processor() -> str:
    """Return the name of the processor, where the system has one, and how many there are."""
    name = platform.processor() or platform.machine()
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            name = next((line.partition(":")[2].strip() for line in file if line.startswith("model name")), name)
    except OSError:
        pass
    return f"{name}, {os.cpu_count()} cores"


def _requirements() -> list[str]:
    """Return what the package asks for here, without its extras."""
    from packaging.requirements import Requirement

    asked = map(Requirement, metadata.requires(DISTRIBUTION) or ())
    here = [each for each in asked if each.marker is None or each.marker.evaluate({"extra": ""})]
    return sorted({f"{each.name}{each.specifier}" for each in here})


def _package(text: str) -> Finding:
    """Return what there is of a package that is needed."""
    from packaging.requirements import Requirement

    wanted = Requirement(text)
    remedy = f'pip install --upgrade "{text}"'
    try:
        version = metadata.version(wanted.name)
        import_module(_MODULES.get(wanted.name, wanted.name))
    except metadata.PackageNotFoundError:
        return Finding(PART, wanted.name, "broken", "it is not installed", remedy)
    except Exception as error:
        return Finding(PART, wanted.name, "broken", f"it cannot be imported: {error}", remedy)
    if not wanted.specifier.contains(version, prereleases=True):
        return Finding(PART, wanted.name, "broken", f"{version} is installed, {wanted.specifier} is needed", remedy)
    return Finding(PART, wanted.name, "works", version)


def _compiler() -> Finding:
    """Compile one line: what Numba needs of LLVM and of the processor is there, or it is not."""
    import llvmlite.binding
    import numba

    doubled = numba.njit(lambda number: 2 * number)
    if doubled(21) != 42:
        return Finding(PART, "compiler", "broken", "what it compiles is wrong", "pip install --upgrade numba llvmlite")
    target = os.environ.get("NUMBA_CPU_NAME") or llvmlite.binding.get_host_cpu_name()
    return Finding(PART, "compiler", "works", f"llvmlite {llvmlite.__version__} compiles for {target}")
