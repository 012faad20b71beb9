"""What an operator may set: limits in a file, and cookies for HTTPS alone."""

from __future__ import annotations

import re
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from typer.testing import CliRunner
from web_engine import QuickEngine

from tengen.cli.commands import app
from tengen.cli.play import serve as module
from tengen.web.app import create_app
from tengen.web.settings import LIMITS, Settings

PAGE = Path(__file__).parents[2] / "docs" / "web.md"


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> list[Settings]:
    """The settings with which a server would have been started."""
    found: list[Settings] = []
    monkeypatch.setattr(module, "run", lambda settings, *_: found.append(settings))
    return found


def serve(*options: str) -> str:
    """Give the command; return what it says is wrong."""
    done = CliRunner().invoke(app, ["serve", *options])
    assert (done.exit_code, done.stdout) == ((2 if done.stderr else 0), "")
    return done.stderr


def written(folder: Path, text: str) -> str:
    file = folder / "limits.toml"
    file.write_text(text, "utf-8")
    return str(file)


def test_limits_of_a_file_take_the_place_of_ours(tmp_path: Path, served: list[Settings]) -> None:
    assert not serve("--limits", written(tmp_path, "sockets = 3000\nrate = 0.5"), "--workers", "2", "--secure-cookies")
    (settings,) = served
    assert (settings.sockets, settings.rate, settings.workers, settings.secure) == (3000, 0.5, 2, True)
    assert settings.burst == Settings().burst


def test_the_page_shows_every_limit_as_it_is(tmp_path: Path, served: list[Settings]) -> None:
    shown = re.search(r"```toml limits\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert shown is not None
    assert not serve("--limits", written(tmp_path, shown[1]))
    usual: dict[str, Any] = asdict(Settings())
    assert {name: asdict(served[0])[name] for name in LIMITS} == {name: usual[name] for name in LIMITS}
    assert [line.split()[0] for line in shown[1].splitlines()] == list(LIMITS)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("sokets = 3", "limits.toml: there is no limit 'sokets'; there are rate, burst, "),
        ("host = '0.0.0.0'", "limits.toml: there is no limit 'host'"),
        ("sockets = 0", "limits.toml: sockets is a whole number, 1 or more, not 0"),
        ("sockets = 2.5", "limits.toml: sockets is a whole number, 1 or more, not 2.5"),
        ("burst = true", "limits.toml: burst is a whole number, 1 or more, not True"),
        ("rate = -1.0", "limits.toml: rate is a number over 0, not -1.0"),
        ("rate = nan", "limits.toml: rate is a number over 0, not nan"),
        ("rate = [1]", "limits.toml: rate is a number over 0, not [1]"),
        ("rate", "limits.toml cannot be read as TOML: "),
        ("a = " + "[" * 10_000, "limits.toml cannot be read as TOML: "),
    ],
)
def test_limits_that_make_no_sense_are_named(tmp_path: Path, served: list[Settings], text: str, told: str) -> None:
    assert serve("--limits", written(tmp_path, text)).startswith(f"tengen: {told}")
    assert not served


def test_a_file_of_limits_that_cannot_be_read(tmp_path: Path, served: list[Settings]) -> None:
    missing = str(tmp_path / "none.toml")
    assert serve("--limits", missing) == f"tengen: {missing} cannot be read: No such file or directory\n"
    assert serve("--limits", str(tmp_path)) == f"tengen: {tmp_path.name} is no ordinary file\n"
    (tmp_path / "bytes.toml").write_bytes(b"rate = \xff")
    assert serve("--limits", str(tmp_path / "bytes.toml")).startswith("tengen: bytes.toml cannot be read as TOML: ")
    assert not served


def test_secure_cookies_are_for_https_alone(database: str) -> None:
    with TestClient(create_app(Settings(database=database, secure=True), QuickEngine())) as client:
        assert "secure" in client.put("/api/me", json={"name": "Ada"}).headers["set-cookie"].lower()
