"""How notebooks show values: one method for every class, and one module that knows how."""

from __future__ import annotations

from importlib import import_module
from typing import Any


def mime_bundle(value: object, **_: Any) -> dict[str, str]:
    """Return a value as notebooks show it, by media type; a class takes this as its ``_repr_mimebundle_``.

    `tengen.displays`, above all other parts, is imported when a notebook asks.
    """
    return dict(import_module("tengen.displays").shown(value))
