"""The processors that compiled code is for: this one, and the families that include it."""

from __future__ import annotations

from functools import cache
from typing import Final

from llvmlite import binding
from numba import config

from .numba_internals import get_host_cpu_features

Processor = tuple[str, str, str]
"""A system, the name of a processor and its features, in LLVM's notation."""

_V3: Final = "avx avx2 bmi bmi2 cx16 f16c fma lzcnt movbe popcnt sahf sse3 sse4.1 sse4.2 ssse3 xsave"
"""The features of the level x86-64-v3: all Intel processors since 2013 and AMD since 2015."""
_FAMILIES: Final = {"x86_64": ("x86-64-v3", _V3), "aarch64": ("generic", ""), "arm64": ("generic", "")}
"""By architecture: the family for portable code, and its features."""


def own() -> Processor:
    """Return the target for which this process compiles."""
    name, features = config.CPU_NAME, config.CPU_FEATURES  # type: ignore[attr-defined]
    return _host() if name is None else (_system(), name, features or "")


def portable() -> Processor | None:
    """Return the family for portable code, if it includes this processor."""
    name, features = _FAMILIES.get(_system().partition("-")[0], ("", ""))
    can = {each[1:] for each in get_host_cpu_features().split(",") if each.startswith("+")}
    return (_system(), name, "") if name and can.issuperset(features.split()) else None


def portable_environment() -> dict[str, str]:
    """Return the environment variables for compiling for the family; empty without one."""
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
