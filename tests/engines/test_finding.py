"""Finding engines, and keeping those that people add."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from data import cases
from fake_katago import FakeKataGo

from tengen.engines import BEST, KataGo, Own, Relay, adviser, engine_named
from tengen.engines.katago import installation as finding
from tengen.engines.katago.installation import Installation
from tengen.engines.registry import add, added, file, installation, installations, remove
from tengen.records import TengenError


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine without engines: an empty home, no KaTrain, and nothing on the path."""
    for name in ("TENGEN_KATAGO", "TENGEN_KATAGO_NETWORK"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(finding, "_package", lambda: None)
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    return tmp_path


def put(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"")
    path.chmod(0o755)
    return path


def test_without_engines_tengen_is_the_best() -> None:
    assert installations() == []
    assert isinstance(adviser(BEST), Own)
    with pytest.raises(TengenError, match="unknown engine 'katago'; the engines are best, tengen, mcts"):
        adviser("katago")


def test_one_on_the_path_is_found_with_katagos_default_network(home: Path) -> None:
    program = put(home / "bin" / "katago")
    [found] = installations()
    assert (found.program, found.network) == (str(program), "")
    assert "no network found" in found.found
    network = put(home / ".katago" / "default_model.bin.gz")
    [found] = installations()
    assert (found.network, found.found) == (str(network), "on the path")
    beside = put(home / "bin" / "default_model.txt.gz")
    assert installations()[0].network == str(beside)
    engine = adviser(BEST)
    assert isinstance(engine, Relay)
    assert isinstance(engine.first, KataGo)


def test_a_network_of_homebrews_is_found(home: Path) -> None:
    put(home / "bin" / "katago")
    network = put(home / "share" / "katago" / "g170e.bin.gz")
    assert installations()[0].network == str(network)


def test_the_environment_names_one_or_forbids_all(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(home / "bin" / "katago")
    named = put(home / "elsewhere" / "katago")
    monkeypatch.setenv("TENGEN_KATAGO", str(named))
    monkeypatch.setenv("TENGEN_KATAGO_NETWORK", "/nets/mine.bin.gz")
    [found] = installations()
    assert (found.program, found.network) == (str(named), "/nets/mine.bin.gz")
    monkeypatch.setenv("TENGEN_KATAGO", "")
    assert installations() == []


def test_katrains_own_is_found_and_what_its_user_has_set_up(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = home / "site-packages" / "katrain"
    monkeypatch.setattr(finding, "_package", lambda: package)
    program, network = put(package / "KataGo" / "katago"), put(package / "models" / "b10.bin.gz")
    [found] = installations()
    assert (found.program, found.network, found.found) == (str(program), str(network), f"in KaTrain, {package}")
    settings = home / ".katrain" / "config.json"
    settings.parent.mkdir()
    engine = {"katago": "~/kata/katago", "model": "katrain/models/b10.bin.gz", "config": ""}
    settings.write_text(json.dumps({"engine": engine}), encoding="utf-8")
    [found] = installations()
    assert (found.program, found.network) == (str(home / "kata" / "katago"), str(network))
    assert str(settings) in found.found
    settings.write_text("{", encoding="utf-8")
    assert installations()[0].program == str(program)


def test_an_added_one_is_kept_used_first_and_forgotten(home: Path) -> None:
    put(home / "bin" / "katago")
    fake = FakeKataGo(home / "fake").installation(visits=7)
    engine = Installation("strong", fake.program, fake.network, settings={"numSearchThreads": "3"}, visits=7)
    add(engine)
    assert [each.name for each in installations()] == ["strong", "katago"]
    kept = installation("strong")
    assert (kept.visits, kept.settings, kept.command()) == (7, engine.settings, engine.command())
    assert "numSearchThreads=3" in kept.command()[-1]
    with engine_named("strong") as named:
        assert named.name == "strong"
    with pytest.raises(TengenError, match="already exists; --force replaces it"):
        add(engine)
    add(Installation("strong", fake.program), replace=True)
    assert added()["strong"].network == ""
    remove("strong")
    assert added() == {}
    with pytest.raises(TengenError, match="no engine 'strong' was added; added: none"):
        remove("strong")


def test_a_smaller_board_is_computed_at_its_own_size() -> None:
    small = Installation("small", "katago", largest=9)
    assert "maxBoardSizeForNNBuffer=9" in small.command()[-1]
    assert "maxBoardSizeForNNBuffer=13" in replace(small, settings={"maxBoardSizeForNNBuffer": "13"}).command()[-1]
    assert "maxBoardSizeForNNBuffer=19" in replace(small, largest=19).command()[-1]  # it may be compiled for more
    assert "maxBoardSizeForNNBuffer" not in replace(small, largest=None).command()[-1]


@pytest.mark.parametrize("name", ["", "Kata", "best", "../x", "9"])
def test_a_name_that_means_something_else_is_refused(name: str) -> None:
    with pytest.raises(TengenError, match="a name must consist of lower-case letters"):
        add(Installation(name, "katago"))


@pytest.mark.parametrize(("text", "words"), cases("finding", "a_damaged_file_is_told_and_left_alone"))
def test_a_damaged_file_is_reported_and_left_alone(text: str, words: str) -> None:
    file().parent.mkdir(parents=True)
    file().write_text(text, encoding="utf-8")
    with pytest.raises(TengenError, match=words):
        installations()
    assert file().read_text(encoding="utf-8") == text


def test_an_empty_file_knows_no_engines() -> None:
    file().parent.mkdir(parents=True)
    file().write_text("\n", encoding="utf-8")
    assert added() == {}


def test_a_damaged_file_does_not_stop_tengens_own() -> None:
    file().parent.mkdir(parents=True)
    file().write_text("{", encoding="utf-8")
    told: list[str] = []
    with adviser(BEST, tell=told.append) as engine:
        assert isinstance(engine, Own)
    assert len(told) == 1
    assert "correct it, or delete it" in told[0]
    with pytest.raises(TengenError, match="correct it, or delete it"):
        adviser("katago")


def test_tengens_own_two_are_engines_by_name() -> None:
    assert [engine_named(name).name for name in ("tengen", "mcts")] == ["Tengen", "Tengen"]
