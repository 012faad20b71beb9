"""Display of values in notebooks: one method for all classes, implemented in one module."""

from __future__ import annotations

from importlib import import_module
from typing import Any


def mime_bundle(value: object, **_: Any) -> dict[str, str]:
    """Return a value for notebooks, by media type; classes use this as their ``_repr_mimebundle_``.

    `tengen.displays`, which depends on all other parts, is imported on demand.
    """
    return dict(import_module("tengen.displays").shown(value))
