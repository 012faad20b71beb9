"""Plain rows, and boards as programs print them."""

from __future__ import annotations

from dataclasses import replace

from diagrams import diagrams
from hypothesis import given, settings

from tengen.formats import rows
from tengen.records import Diagram


@settings(max_examples=200, deadline=None)
@given(diagrams())
def test_round_trip_of_positions(diagram: Diagram) -> None:
    text = rows.write(replace(diagram, moves=()))
    assert rows.read(text) == Diagram(diagram.board, diagram.position), text
