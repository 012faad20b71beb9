"""Engines that Tengen asks about ordinary Go."""

from __future__ import annotations

from collections.abc import Iterator

from .finding import Finding

PART = "engines"


def engines() -> Iterator[Finding]:
    """Yield each engine that `tengen engines` knows, or how to get one."""
    from ....engines.registry import installations

    known = installations()
    for each in known:
        network = each.network or "its default_model"
        yield Finding(PART, each.name, "works", f"{each.program} ({each.found}) with {network}")
    if not known:
        serves = "stronger opinions on ordinary Go"
        yield Finding(PART, "KataGo", "missing", serves, "https://katagotraining.org/, then: tengen engines add katago")
