"""The operator's settings: limits in a file, and cookies for HTTPS only."""

import re
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from typer.testing import CliRunner
from web_engine import QuickEngine

from tengen.cli.commands import app
from tengen.cli.server import serve as module
from tengen.web.app import create_app
from tengen.web.settings import LIMITS, Settings

PAGE = Path(__file__).parents[2] / "docs" / "how" / "web.md"


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> list[Settings]:
    found: list[Settings] = []
    monkeypatch.setattr(module, "run", lambda settings, *_: found.append(settings))
    return found


def serve(*options: str) -> str:
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
    shown = re.search(r"``` {.toml .limits}\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert shown is not None
    assert not serve("--limits", written(tmp_path, shown[1]))
    usual: dict[str, Any] = asdict(Settings())
    assert {name: asdict(served[0])[name] for name in LIMITS} == {name: usual[name] for name in LIMITS}
    assert [line.split()[0] for line in shown[1].splitlines()] == list(LIMITS)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("sokets = 3", "limits.toml: unknown limit 'sokets'; the limits are rate, burst, "),
        ("host = '0.0.0.0'", "limits.toml: unknown limit 'host'"),
        ("sockets = 0", "limits.toml: sockets must be a whole number, 1 or more, not 0"),
        ("sockets = 2.5", "limits.toml: sockets must be a whole number, 1 or more, not 2.5"),
        ("burst = true", "limits.toml: burst must be a whole number, 1 or more, not True"),
        ("rate = -1.0", "limits.toml: rate must be a number over 0, not -1.0"),
        ("rate = nan", "limits.toml: rate must be a number over 0, not nan"),
        ("rate = [1]", "limits.toml: rate must be a number over 0, not [1]"),
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
    assert serve("--limits", str(tmp_path)) == f"tengen: {tmp_path.name} is not an ordinary file\n"
    (tmp_path / "bytes.toml").write_bytes(b"rate = \xff")
    assert serve("--limits", str(tmp_path / "bytes.toml")).startswith("tengen: bytes.toml cannot be read as TOML: ")
    assert not served


def test_secure_cookies_are_for_https_alone(database: str) -> None:
    with TestClient(create_app(Settings(database=database, secure=True), QuickEngine())) as client:
        assert "secure" in client.put("/api/me", json={"name": "Ada"}).headers["set-cookie"].lower()


def rows_of_limits() -> list[list[str]]:
    page = (PAGE.parent / "operating.md").read_text("utf-8")
    table = page.partition("| limit | default |")[2].partition("\n\n")[0]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()[2:]]


def test_the_table_of_limits_has_each_with_its_default() -> None:
    usual = asdict(Settings())
    assert [(name.strip("`"), float(default)) for name, default, *_ in rows_of_limits()] == [
        (name, float(usual[name])) for name in LIMITS
    ]


GAME: dict[str, Any] = {"board": "5", "opponent": {"kind": "self"}}
REVIEW = {"text": "(;SZ[5];B[cc];W[bb])"}


@pytest.mark.parametrize(
    ("limit", "value", "method", "path", "body"),
    [
        ("burst", 3, "GET", "/api/variants", None),
        ("new_games", 1, "POST", "/api/games", GAME),
        ("new_games", 1, "POST", "/api/reviews", REVIEW),
        ("review_bytes", 200, "POST", "/api/reviews", REVIEW),
        ("own_games", 1, "POST", "/api/games", GAME),
        ("sign_ins", 1, "POST", "/api/account/sign-in/begin", None),
        ("exports", 1, "GET", "/api/me/export.zip", None),
        ("reports", 1, "POST", "/api/reports", {"game": "", "reason": "spam"}),
    ],
)
def test_beyond_a_limit_happens_what_the_table_says(
    database: str, limit: str, value: int, method: str, path: str, body: dict[str, Any] | None
) -> None:
    (told,) = (beyond for name, _, _, beyond in rows_of_limits() if name == f"`{limit}`")
    status, code = re.findall(r"(\d{3}) `([a-z-]+)`", told)[0]
    given: dict[str, Any] = {"rate": 0.001, limit: value} if limit == "burst" else {limit: value}
    app = create_app(Settings(database=database, **given), QuickEngine())
    with TestClient(app, headers={"origin": "http://testserver"}) as client:
        if path.startswith(("/api/me", "/api/reports")):
            made = client.post("/api/games", json=GAME).json()
            body = body and body | {"game": made["id"]}
        answers = [client.request(method, path, json=body) for _ in range(value + 3 if value < 10 else 9)]
    assert answers[0].status_code < 300, answers[0].text
    assert (answers[-1].status_code, answers[-1].json()["error"]["code"]) == (int(status), code)
    if limit == "burst":
        assert int(answers[-1].headers["retry-after"]) > 0


@pytest.mark.parametrize(("refuses", "most"), [(True, 1024 - 300), (False, 20_000)])
def test_connections_are_limited_by_open_files(monkeypatch: pytest.MonkeyPatch, refuses: bool, most: int) -> None:
    """Some systems report no limit but refuse a higher one; the server starts anyway."""
    resource = pytest.importorskip("resource")
    limits = [(1024, resource.RLIM_INFINITY)]

    def setrlimit(_: int, wanted: tuple[int, int]) -> None:
        if refuses:
            raise ValueError("current limit exceeds maximum limit")
        limits.append(wanted)

    monkeypatch.setattr(resource, "getrlimit", lambda _: limits[-1])
    monkeypatch.setattr(resource, "setrlimit", setrlimit)
    assert module._most_connections(20_000) == most
