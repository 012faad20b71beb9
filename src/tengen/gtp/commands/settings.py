"""Search parameters, under KataGo's names."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from ...records.text import listed
from ..command_table import command, enter
from ..engine import Engine
from ..parameters import SYNTAX, Arguments, Refusal
from ..thinking import LEVEL, MOST_VISITS, Thinking

_ENDLESS: Final = 1e20
"""The seconds that mean no time limit."""


@dataclass(frozen=True)
class Parameter:
    """A parameter: its value, the effect of a new value on `Thinking`, and its possible values in words."""

    get: Callable[[Thinking], Any]
    set: Callable[[Thinking, Any], Thinking]
    kinds: tuple[type, ...]
    values: str


def _of(field: str, kinds: tuple[type, ...], values: str) -> Parameter:
    """Return a parameter that is a field of `Thinking`."""
    return Parameter(
        lambda thinking: getattr(thinking, field), lambda thinking, x: replace(thinking, **{field: x}), kinds, values
    )


_PARAMETERS: Final[Mapping[str, Parameter]] = {
    "maxVisits": Parameter(
        lambda thinking: (thinking if thinking.budget() else replace(thinking, level=LEVEL)).most_visits or MOST_VISITS,
        lambda thinking, visits: replace(thinking, visits=min(visits, MOST_VISITS)),
        (int,),
        "a whole number",
    ),
    "maxTime": Parameter(
        lambda thinking: _ENDLESS if thinking.seconds is None else thinking.seconds,
        lambda thinking, seconds: replace(thinking, seconds=None if seconds >= _ENDLESS else float(seconds)),
        (int, float),
        "a number of seconds",
    ),
    "numSearchThreads": _of("threads", (int,), "a whole number"),
    "allowResignation": _of("resigns", (bool,), "true or false"),
}


enter(
    "kata-list-params",
    "List the search parameters.",
    lambda *_: " ".join(_PARAMETERS),
)
enter(
    "kata-get-param PARAMETER",
    "Report a search parameter: maxVisits, maxTime, numSearchThreads or allowResignation.",
    lambda engine, arguments: json.dumps(_known(arguments.word()).get(engine.thinking)),
)


@command("kata-get-params")
def kata_get_params(engine: Engine, arguments: Arguments) -> str:
    """Report all search parameters as JSON."""
    return json.dumps({name: each.get(engine.thinking) for name, each in _PARAMETERS.items()}, separators=(",", ":"))


enter(
    "kata-set-param PARAMETER VALUE",
    "Set a search parameter.",
    lambda engine, arguments: _set(engine, {arguments.word(): _read(arguments.word(1))}),
)


@command("kata-set-params JSON")
def kata_set_params(engine: Engine, arguments: Arguments) -> None:
    """Set several search parameters, all or none."""
    said = _read(arguments.rest())
    if not isinstance(said, dict):
        raise Refusal(SYNTAX)
    _set(engine, said)


def _set(engine: Engine, said: Mapping[str, Any]) -> None:
    """Set parameters; Refusal or TengenError, with no change, if one is invalid."""
    thinking = engine.thinking
    for name, value in said.items():
        known = _known(name)
        if type(value) not in known.kinds:
            raise Refusal(
                "{name} must be {values}, not {value}", name=name, values=known.values, value=json.dumps(value)[:60]
            )
        thinking = known.set(thinking, value)
    engine.think_as(thinking)


def _known(name: str) -> Parameter:
    if name not in _PARAMETERS:
        raise Refusal(
            "unknown parameter {name!r}; the parameters are {known}",
            name=name[:60],
            known=listed(_PARAMETERS, "comma"),
        )
    return _PARAMETERS[name]


def _read(text: str) -> Any:
    """Read a value as JSON, or else as a word."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text
