"""A server says what is compiled beside it: it counts on a terminal, logs two lines elsewhere, is silent when warm."""

import logging
import threading
from collections.abc import Sequence
from itertools import count
from types import SimpleNamespace

import pytest

from tengen.cli.server.server_log import compiling_shown
from tengen.players.warming import uncompiled, warm_up

_PARTS = ("search", "rules")


@pytest.fixture(autouse=True)
def _clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the clock stand still: how long the tests take says nothing."""
    monkeypatch.setattr("tengen.cli.server.server_log.time", SimpleNamespace(monotonic=lambda: 0.0))


def _shown(on_terminal: bool, *found: Sequence[str]) -> None:
    """Show what is not compiled, look for look, until nothing more will be said."""
    left, others = list(found), threading.enumerate()
    with compiling_shown(on_terminal, lambda: left.pop(0), every=0.01):
        for teller in set(threading.enumerate()) - set(others):
            teller.join(60)
    assert not left


def test_a_terminal_shows_what_is_compiled_of_how_many_and_that_it_is_done(capsys: pytest.CaptureFixture[str]) -> None:
    _shown(True, _PARTS, _PARTS[1:], ())
    lines = [line.strip() for line in capsys.readouterr().err.split("\r") if line.strip()]
    assert lines == [
        "Compiling, once: search (0 of 2 done), 0 s",
        "Compiling, once: rules (1 of 2 done), 0 s",
        "Everything is compiled, after 0 s",
    ]


def test_a_log_has_a_line_at_the_beginning_and_one_at_the_end(
    caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    with caplog.at_level(logging.INFO, "tengen.web"):
        _shown(False, _PARTS, _PARTS, _PARTS[1:], ())
    assert [each.getMessage() for each in caplog.records] == [
        "compiling, once; games can be played meanwhile",
        "everything is compiled",
    ]
    assert vars(caplog.records[0])["parts"] == "search, rules"
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("on_terminal", [True, False])
def test_nothing_is_said_where_everything_is_compiled(
    on_terminal: bool, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    with caplog.at_level(logging.INFO, "tengen.web"):
        _shown(on_terminal, ())
    assert (caplog.records, capsys.readouterr().err) == ([], "")


def test_a_server_that_ends_before_leaves_no_line(capsys: pytest.CaptureFixture[str]) -> None:
    looks, second = count(1), threading.Event()

    def lacking() -> Sequence[str]:
        if next(looks) == 2:  # what the first one found has been shown
            second.set()
        return _PARTS

    with compiling_shown(True, lacking, every=0.01):
        assert second.wait(60)
    said = capsys.readouterr().err
    assert said.endswith(f"\r{'':79}\r")
    assert "is compiled" not in said


def test_what_is_compiled_is_known_by_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    warm_up()
    assert [*uncompiled()] == []
    monkeypatch.setattr("tengen.players.warming.is_there", lambda entry, given: False)
    assert [*uncompiled()] == ["search", "search for wide stones"]
    monkeypatch.setattr("tengen.players.warming.are_there", lambda state: False)
    parts = ["search", "rules", "search for wide stones", "rules for wide stones"]
    assert [*uncompiled()] == parts, "the terminal names what is compiled at the time, which is the search first"
