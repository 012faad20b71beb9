"""Every error and every public value can be pickled, copied and deep-copied. They are discovered, not listed here."""

import copy
import pickle
import pkgutil
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import partial
from importlib import import_module
from inspect import isclass, signature
from multiprocessing import get_context
from types import ModuleType
from typing import Any, Final

import numpy as np
import pytest
from example_counts import first
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

import tengen
from tengen import Game
from tengen.boards import Board, parse
from tengen.engines.katago.installation import Installation
from tengen.players import Budget
from tengen.records import IllegalMove, Listing, Reason, Record, TengenError, Text, listed
from tengen.rules import AXES, Axis, Rules, Variant, variants
from tengen.web.errors import RequestError
from tengen.web.rooms.intents import REFUSALS, IntentRefused

_WAYS: Final[tuple[Callable[[Any], Any], ...]] = (
    *(partial(lambda how, value: pickle.loads(pickle.dumps(value, how)), how) for how in (2, pickle.HIGHEST_PROTOCOL)),
    copy.copy,
    copy.deepcopy,
)
_SAMPLES: Final[dict[type, st.SearchStrategy[Any]]] = {
    Axis: st.sampled_from([*AXES.values()]),
    Board: st.sampled_from(["3", "3x2 torus", "graph:k4", "gengo 5"]).map(parse),
    Budget: st.builds(Budget, st.integers(1, 9)),
    Installation: st.builds(Installation, st.text(), st.text(), visits=st.integers(1, 9), patience=st.just(1.0)),
    IntentRefused: st.builds(IntentRefused, st.sampled_from([*REFUSALS])),
    Game: st.builds(lambda: _played("chinese")),
    Listing: st.builds(listed, st.lists(st.text()), st.sampled_from(["and", "or", "comma"])),
    Record: st.sampled_from(["chinese", "tao"]).map(lambda name: _played(name).record),
    RequestError: st.builds(
        RequestError, st.integers(400, 599), st.text(), st.text(), st.dictionaries(st.text(), st.integers())
    ),
    Rules: st.builds(Rules, komi=st.integers(-9, 9)),
    Text: st.builds(partial(Text, "{count} of {points}"), count=st.integers(), points=st.lists(st.text()).map(listed)),
    Variant: st.sampled_from([*variants()]),
    float: st.floats(allow_nan=False),
}
"""Makers of values whose types alone do not suffice."""


def _played(name: str) -> Game:
    game = Game(name, board="3")
    game.play("A1")
    return game


def _modules() -> Iterator[ModuleType]:
    """Yield every module of Tengen that can be imported without missing extras."""
    for each in pkgutil.walk_packages(tengen.__path__, "tengen."):
        if not each.name.endswith("__main__"):
            try:
                yield import_module(each.name)
            except ModuleNotFoundError as error:
                if str(error.name).startswith("tengen"):
                    raise


def _errors(kind: type[BaseException] = BaseException) -> Iterator[type[BaseException]]:
    for each in kind.__subclasses__():
        if each.__module__.startswith("tengen."):
            yield each
        yield from _errors(each)


def _public() -> Iterator[type]:
    """Yield the classes of values that the packages of Tengen name in `__all__`."""
    for package in (tengen, *(import_module(f"tengen.{name}") for name in tengen._PACKAGES)):
        for name in getattr(package, "__all__", ()):
            try:
                found = getattr(package, name)
            except (ImportError, TengenError):  # it needs an extra
                continue
            if isclass(found) and (is_dataclass(found) or issubclass(found, (tuple, Enum, Text))):
                yield found


def _made(kind: type) -> st.SearchStrategy[Any]:
    """Return a maker of an error, from its argument types."""
    own = getattr(kind, "__init__", None)
    if kind in _SAMPLES:
        return _SAMPLES[kind]
    if not hasattr(own, "__code__"):  # an exception as Python has it
        return st.builds(kind, st.text())
    known = signature(kind).parameters.values()
    first = [st.from_type(Text) for each in known if each.kind is each.POSITIONAL_ONLY]
    named = [each.name for each in known if each.kind not in (each.VAR_KEYWORD, each.POSITIONAL_ONLY)]
    return st.builds(kind, *first, **dict.fromkeys(named, ...))


def _parts(value: Any) -> Any:
    """Return the parts of a value for comparison, since arrays are not compared as a whole."""
    if isinstance(value, Game):
        return value.to_json()
    if is_dataclass(value):
        return [_parts(getattr(value, field.name)) for field in fields(value)]
    if isinstance(value, Text):
        return [str(value), value.template, value.plural, *map(_parts, value.values.values())]
    if isinstance(value, Listing):
        return [value.style, *map(_parts, value)]
    return [*map(_parts, value)] if isinstance(value, tuple) else value


def test_every_error_survives_pickling_and_copying() -> None:
    assert len([*_modules()]) > 500
    kinds = {*_errors()}
    assert {TengenError, IllegalMove} < kinds
    st.register_type_strategy(Text, _SAMPLES[Text])

    @settings(max_examples=5, phases=[Phase.generate], suppress_health_check=[*HealthCheck])
    @given(st.data())
    def check(kind: type, data: st.DataObject) -> None:
        error = data.draw(_made(kind))
        error.add_note("a note")
        for way in _WAYS:
            same = way(error)
            assert (type(same), str(same), same.args, vars(same)) == (kind, str(error), error.args, vars(error))
            if isinstance(error, TengenError):
                assert _parts(same.text) == _parts(error.text)

    for kind in sorted(kinds, key=str):
        check(kind)


@pytest.mark.parametrize("kind", first(18, sorted({*_public()}, key=str)), ids=lambda kind: kind.__name__)
def test_every_public_value_survives_it(kind: type) -> None:
    for each, strategy in _SAMPLES.items():
        st.register_type_strategy(each, strategy)

    @settings(max_examples=5, phases=[Phase.generate], suppress_health_check=[*HealthCheck])
    @given(st.from_type(kind))
    def check(value: Any) -> None:
        for way in _WAYS:
            same = way(value)
            assert isinstance(same, kind)
            assert type(same) is type(value)
            np.testing.assert_equal(_parts(same), _parts(value))

    check()


def test_a_worker_raises_what_a_game_raised_in_it() -> None:
    game = tengen.Game("chinese", board="3")
    game.play("B2")
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as workers:
        with pytest.raises(IllegalMove) as illegal:
            workers.submit(game.play, "B2").result()
        with pytest.raises(tengen.UnknownVariant) as unknown:
            workers.submit(tengen.Game, "chinesse").result()
        with pytest.raises(tengen.RulesConflict) as conflict:
            workers.submit(tengen.Game, "chinese", komi=True).result()
    assert (illegal.value.move, illegal.value.reasons) == ("B2", (Reason.OCCUPIED,))
    assert (unknown.value.name, unknown.value.close[0]) == ("chinesse", "chinese")
    assert len(conflict.value.conflicts) == 1
