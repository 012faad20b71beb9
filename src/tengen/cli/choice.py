"""From what stands on the command line to variants and axes."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from ..records import TengenError

if TYPE_CHECKING:
    from ..rules import Variant


def chosen(game: str | Variant, settings: Iterable[str] | None, **axes: Any) -> Variant:
    """Return a variant, by its name or its TOML file, with some axes changed; an axis that is None stays as it is.

    Raises:
        TengenError: no such variant, unknown axes, or axes that contradict each other.
    """
    from ..rules import variant

    axes = {axis: value for axis, value in axes.items() if value is not None}
    changes = read_axes(settings or ())
    for axis in axes:
        if axis in changes:
            raise TengenError(f"--{axis} and --set {axis}=... say the same; leave one out")
    return variant(game, **changes, **axes)


def chosen_without_komi(name: str | None, settings: Sequence[str] | None) -> Variant:
    """Return a variant (Chinese rules if no name is given), without komi unless the settings set one."""
    variant = chosen(name or "chinese", settings)
    if any(setting.partition("=")[0].strip() == "komi" for setting in settings or ()):
        return variant
    return chosen(variant, (), komi=0)


def read_axes(settings: Iterable[str]) -> dict[str, Any]:
    """Read ``axis=value`` texts.

    >>> read_axes(["komi=5.5", "suicide=allowed", "own_overlap=true", "tao_start=D4,E5"])
    {'komi': 5.5, 'suicide': 'allowed', 'own_overlap': True, 'tao_start': ('D4', 'E5')}
    >>> read_axes(["tao_start=none", "tao_price=schedule 3, 2 from 20"])
    {'tao_start': 'none', 'tao_price': 'schedule 3, 2 from 20'}
    """
    axes: dict[str, Any] = {}
    for setting in settings:
        axis, _, text = (part.strip() for part in setting.partition("="))
        axis = axis.replace("-", "_")
        if not axis or not text:
            raise TengenError(f"--set {setting}: write it as axis=value, such as komi=5.5")
        if axis in axes:
            raise TengenError(f"--set {setting}: {axis} is set twice")
        axes[axis] = _axis_value(axis, text)
    return axes


def _axis_value(axis: str, text: str) -> Any:
    parts = [part.strip() for part in text.strip("[]").split(",")]
    if axis == "tao_start":
        return text if text in ("tengen", "none") else tuple(part for part in parts if part)
    if axis == "tao_price" and text[:1].isalpha():  # a schedule has commas too
        return text
    return tuple(map(_value, parts)) if len(parts) > 1 else _value(text)


def _value(text: str) -> Any:
    """Read a number, true or false; everything else is a word."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return text
    return value if isinstance(value, bool | int | float) else text
