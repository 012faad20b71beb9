"""Which values of the axes a part of Tengen serves: it refuses every other value by its name, before it begins."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from ..records.errors import UnservedRules
from .axis import show

if TYPE_CHECKING:
    from .rules import Rules


ORDINARY: Final[Mapping[str, tuple[Any, ...]]] = MappingProxyType(
    {
        "suicide": ("forbidden", "allowed"),
        "tiles": ("none",),
        "tao": ("off",),
        "own_overlap": (False,),
        "passing": ("pass",),
        "end": ("passes",),
    }
)
"""What makes turns those of ordinary Go, on boards where a stone blocks only its own point."""


def refusal(who: str, axis: str, value: Any, served: Iterable[Any]) -> str:
    """Return the sentence that refuses a value.

    >>> refusal("the kernel", "tiles", "carpet", ("none", "tile"))
    'the kernel does not serve tiles = carpet; it serves none, tile'
    """
    return f"{who} does not serve {axis} = {show(value)}; it serves {', '.join(map(show, served))}"


def refusals(who: str, rules: Rules, served: Mapping[str, Iterable[Any]]) -> list[str]:
    """Return a sentence for every axis whose value is not among those served; other axes are not asked about."""
    found = ((axis, getattr(rules, axis), tuple(values)) for axis, values in served.items())
    return [refusal(who, axis, value, values) for axis, value, values in found if value not in values]


def check_served(who: str, rules: Rules, served: Mapping[str, Iterable[Any]]) -> None:
    """Refuse rules whose values are not among those served.

    Raises:
        UnservedRules: every such axis is named, with its value and the values that are served.
    """
    if found := refusals(who, rules, served):
        raise UnservedRules(found)
