"""Sensei's diagrams."""

from __future__ import annotations

from diagrams import diagrams, tidy
from hypothesis import given, settings

from tengen.formats import sensei
from tengen.records import Diagram


@settings(max_examples=300, deadline=None)
@given(diagrams())
def test_round_trip(diagram: Diagram) -> None:
    text = sensei.write(diagram)
    again = sensei.read(text)
    assert tidy(again) == tidy(diagram), text
    assert again == tidy(again)
    assert sensei.write(again) == text
