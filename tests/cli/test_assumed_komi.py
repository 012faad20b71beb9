"""Interfaces that print or use a komi that a record lacks mark it as assumed."""

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from tengen import Game
from tengen.book import make_book
from tengen.cli import app
from tengen.cli.play.saved_games import load
from tengen.engines.reports.game_report import GameReport, follow
from tengen.engines.reports.losses import Look
from tengen.engines.reports.words import facts, is_reported
from tengen.formats import sgf
from tengen.formats.foreign import katago_query
from tengen.game.game_records import assumed_komi, record_variant
from tengen.gtp.commands.regression import _games
from tengen.rules import Rules, variant
from tengen.web.reviews.node_view import describe_record
from tengen.web.reviews.record_tree import RecordTree

TABLE = tomllib.loads((Path(__file__).parent.parent / "data" / "faults" / "record_dialects.toml").read_text("utf-8"))
CASES = pytest.mark.parametrize("case", TABLE["komi"], ids=lambda case: case["source"])


@pytest.fixture
def file(case: dict[str, Any], tmp_path: Path) -> Path:
    path = tmp_path / "game.sgf"
    path.write_text(case["text"], "utf-8")
    return path


@CASES
def test_assumptions_are_shown_and_not_sent_to_katago(case: dict[str, Any]) -> None:
    record = sgf.read(case["text"])
    chosen = record_variant(record)
    assert chosen.rules.komi == case["komi"]
    assert bool(assumed_komi(chosen)) is case["assumed"]
    told = f"{case['komi']:g}{' (assumed)' if case['assumed'] else ''}"
    assert dict(make_book(record, chosen).facts).get("Komi", "0") == told
    report = GameReport(follow(record, chosen), {0: Look(0.5, 0.0, 8, by="tengen")}, "tengen")
    lines = list(facts(report))
    assert (f", komi {told}." in lines[0]) is ("komi" in lines[0]) is bool(case["komi"])
    assert is_reported("\n".join(lines))
    assert ("komi" in json.loads(katago_query.write(record))) is ("komi" in record.axes)
    warnings = describe_record(RecordTree.of(record))["warnings"]
    assert isinstance(warnings, list)
    assert any("is assumed" in warning for warning in warnings) is case["assumed"]


@CASES
def test_show(case: dict[str, Any], file: Path) -> None:
    counted = CliRunner().invoke(app, ["show", str(file), "--territory", "--move", "1"]).output
    assert (f", komi {case['komi']:g} (assumed)." in counted) is case["assumed"]
    over = CliRunner().invoke(app, ["show", str(file)]).output
    assert ("is assumed" in over) is case["assumed"]


@pytest.mark.parametrize("case", TABLE["other_rules"], ids=lambda case: case["source"])
def test_show_under_other_rules(case: dict[str, Any], file: Path) -> None:
    shown = CliRunner().invoke(app, ["show", str(file), "--territory", "--move", "1", *case["options"]]).output
    assert case["komi"] in shown


@CASES
def test_loadsgf_and_resumed(case: dict[str, Any], file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (game,) = _games(str(file), "", variant("chinese"))
    assert game.rules.komi == case["komi"]
    assert ("is assumed" in capsys.readouterr().err) is case["assumed"]
    load(file)
    assert ("is assumed" in capsys.readouterr().err) is case["assumed"]


@pytest.mark.parametrize("kind", ["chinese", "tile", variant("chinese", scoring="territory").rules])
def test_a_game_of_our_own_has_its_komi(kind: str | Rules) -> None:
    assert not assumed_komi(record_variant(Game(kind, board="5").record))
