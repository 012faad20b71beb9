"""Missing compiled code is detected from the disk."""

import pytest

from tengen.players.warming import uncompiled, warm_up


def test_what_is_compiled_is_known_by_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    warm_up()
    assert [*uncompiled()] == []
    monkeypatch.setattr("tengen.players.warming.is_there", lambda entry, given: False)
    assert [*uncompiled()] == ["search", "search for wide stones"]
    monkeypatch.setattr("tengen.players.warming.are_there", lambda state: False)
    parts = ["search", "rules", "search for wide stones", "rules for wide stones"]
    assert [*uncompiled()] == parts
