"""Which values of the axes a part of Tengen serves: it refuses every other value by its name, before it begins."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from ..records.errors import UnservedRules
from .axes import AXES
from .axis import refusal, show
from .repetition import Repetition, rules_that

if TYPE_CHECKING:
    from .rules import Rules

ANY: Final = None
"""Every value of an axis is served."""

Served = Mapping[str, Iterable[Any] | Callable[[Repetition], bool] | None]
"""The values of axes that are served, which rows of repetition, or `ANY`; of an axis not named, the default alone."""

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


def any_of(names: str) -> dict[str, None]:
    """Return `ANY` for the axes named, separated by spaces.

    >>> any_of("komi handicap")
    {'komi': None, 'handicap': None}
    """
    return dict.fromkeys(names.split(), ANY)


def strangers(rules: Rules, served: Served) -> Iterator[str]:
    """Yield the axes whose values are not served, each with its value.

    >>> from tengen.rules import Rules
    >>> list(strangers(Rules(tiles="cushion", komi=6), {"komi": ANY}))
    ['tiles = cushion']
    """
    return (f"{axis} = {show(value)}" for axis, value, _ in _strange(rules, served))


def unserved(who: str, rules: Rules, served: Served) -> UnservedRules | None:
    """Return the refusal of the axes whose values a part, named in ``who``, does not serve; None where it serves all.

    >>> from tengen.rules import Rules
    >>> print(unserved("a proof", Rules(tiles="tile"), {}))
    a proof does not serve tiles = tile; it serves none
    """
    found = [refusal(who, axis, value, values) for axis, value, values in _strange(rules, served)]
    return UnservedRules(found) if found else None


def check_served(who: str, rules: Rules, served: Served) -> None:
    """Refuse rules that a part, named in ``who``, does not serve.

    An axis that is not named has to have its default, so that a new axis is never ignored.

    Raises:
        UnservedRules: every such axis is named, with its value and the values that are served.
    """
    if found := unserved(who, rules, served):
        raise found


def _strange(rules: Rules, served: Served) -> Iterator[tuple[str, Any, tuple[Any, ...]]]:
    for name, axis in AXES.items():
        known = served.get(name, (axis.default,))
        if known is ANY:
            continue
        values = rules_that(known) if callable(known) else tuple(known)
        if (value := getattr(rules, name)) not in values:
            yield name, value, values
