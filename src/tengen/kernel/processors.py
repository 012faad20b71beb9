"""The processors that compiled code is for: this one, and the families of which it is one."""

from __future__ import annotations

from functools import cache
from typing import Final

from llvmlite import binding
from numba import config

from .numba_internals import get_host_cpu_features

Processor = tuple[str, str, str]
"""A system, the name of a processor and its features, as LLVM writes them."""

_V3: Final = "avx avx2 bmi bmi2 cx16 f16c fma lzcnt movbe popcnt sahf sse3 sse4.1 sse4.2 ssse3 xsave"
"""What every processor of the level x86-64-v3 can do: those of Intel since 2013, those of AMD since 2015."""
_FAMILIES: Final = {"x86_64": ("x86-64-v3", _V3), "aarch64": ("generic", ""), "arm64": ("generic", "")}
"""By the architecture: the family that portable code is for, and what its members can do."""


def own() -> Processor:
    """Return what code is compiled for in this process."""
    name, features = config.CPU_NAME, config.CPU_FEATURES  # type: ignore[attr-defined]
    return _host() if name is None else (_system(), name, features or "")


def portable() -> Processor | None:
    """Return the family that portable code is for, where this processor is one of it."""
    name, features = _FAMILIES.get(_system().partition("-")[0], ("", ""))
    can = {each[1:] for each in get_host_cpu_features().split(",") if each.startswith("+")}
    return (_system(), name, "") if name and can.issuperset(features.split()) else None


def portable_environment() -> dict[str, str]:
    """Return the variables under which a process compiles for the family; empty where there is none."""
    family = portable()
    return {} if family is None else {"NUMBA_CPU_NAME": family[1], "NUMBA_CPU_FEATURES": family[2]}


@cache
def usable() -> tuple[Processor, ...]:
    """Return the processors whose code this one can run, its own first."""
    family = portable()
    return (own(),) if family in (None, own()) else (own(), family)


@cache
def _system() -> str:
    return str(binding.get_process_triple())


@cache
def _host() -> Processor:
    return _system(), binding.get_host_cpu_name(), get_host_cpu_features()
