"""The server's part of the workshop: files, stored and published variants, reports, and trial games."""

from typing import Any

import pytest
from starlette.testclient import TestClient
from test_store import opened
from typer.testing import CliRunner

from tengen.cli.commands import app
from tengen.game import Game
from tengen.rules import load_variant, variants
from tengen.web.api import variant_routes
from tengen.web.engine.engine_jobs import EngineJobs
from tengen.web.store.variant_store import VariantStore

PATH = '{"points":["a","b","c"],"edges":[["a","b"],["b","c"]],"positions":[[0,0],[1,0],[2,0]]}'


def written(client: TestClient, **choice: Any) -> dict[str, Any]:
    """Return the result of checking a choice, which must be valid."""
    found: dict[str, Any] = client.post("/api/check", json=choice).json()
    assert found["ok"], found["wrong"]
    return found


def test_a_file_is_the_game_that_it_was_made_from(client: TestClient) -> None:
    for each in variants():
        found = written(client, variant=each.name, parts=True)
        again = written(client, toml=found["toml"])
        assert load_variant(found["toml"]).rules == each.rules
        assert (again["toml"], again["rules"], again["board"]["text"]) == (
            found["toml"], found["rules"], found["board"]["text"],
        )  # fmt: skip


def test_controls_and_file_change_one_game(client: TestClient) -> None:
    first = written(client, variant="tile", board=PATH, title=" Row ", parts=True)
    assert first["board"]["parts"] == {
        "points": ["a", "b", "c"], "lines": [[0, 1], [1, 2]], "places": [[0, 0], [1, 0], [2, 0]],
    }  # fmt: skip
    second = written(client, toml=first["toml"], axes={"tile_stack": 2}, summary="Three points.")
    assert (second["title"], second["summary"], second["board"]["points"]) == ("Row", "Three points.", 3)
    assert "tile_stack = 2" in second["toml"]
    refused = client.post(
        "/api/check", json={"toml": second["toml"], "axes": {"passing": "none", "end": "passes"}}
    ).json()
    assert (refused["toml"], refused["wrong"][0]["settings"]) == ("", {"passing": "none", "end": "passes"})


def test_a_published_variant_is_listed_reported_and_deleted(
    client: TestClient, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.put("/api/me", json={"name": "Ada"})
    toml = written(client, variant="tile", board=PATH, title="Three in a row", summary="Small.")["toml"]
    kept = client.post("/api/variants", json={"toml": toml})
    assert kept.status_code == 201
    assert "Three in a row" not in client.get("/explore").text
    id = client.post("/api/variants", json={"toml": toml, "publish": True}).json()["id"]
    assert id == kept.json()["id"]
    begun = client.post("/api/games", json={"toml": toml, "board": PATH, "opponent": {"kind": "self"}}).json()
    assert client.get(f"{begun['url']}/variant", follow_redirects=False).headers["location"] == f"/rules/{id}"
    monkeypatch.setattr(variant_routes, "_MOST_OF_ONE", 1)
    assert client.post("/api/variants", json={"toml": toml, "publish": True}).status_code == 201
    second = {"toml": toml.replace("Three in", "Four in"), "publish": True}
    assert client.post("/api/variants", json=second).json()["error"]["code"] == "full"
    explore, page = client.get("/explore").text, client.get(f"/rules/{id}").text
    assert all(each in explore for each in ("Three in a row", "Small.", "By Ada", f"/workshop?variant={id}"))
    assert f"/report?variant={id}" in page
    assert client.get(f"/rules/{id}.svg").text.startswith("<svg")
    assert client.get(f"/report?variant={id}").status_code == 200
    assert client.post("/api/reports", json={"variant": id, "reason": "spam"}).status_code == 201
    run = CliRunner()
    listed = run.invoke(app, ["admin", "reports", "--json", "--database", database]).output
    assert '"kind": "variant"' in listed
    assert "Three in a row" in listed
    assert run.invoke(app, ["admin", "delete", id, "--database", database]).output == f"Deleted the variant {id}.\n"
    assert "Three in a row" not in client.get("/explore").text
    assert client.get(f"/rules/{id}").status_code == 404


@pytest.mark.parametrize(
    ("title", "code"), [("", "no-title"), ("custom", "no-title"), ("Tile Go", "no-title"), ("Operator", "name-refused")]
)
def test_names_that_are_taken_or_claim_an_office_are_refused(client: TestClient, title: str, code: str) -> None:
    toml = written(client, variant="tile", title=title)["toml"]
    answer = client.post("/api/variants", json={"toml": toml, "publish": True})
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, code)


async def test_the_list_of_published_variants_has_an_end(database: str) -> None:
    async with opened(database) as store:
        await store.add_visitor("v", "token")
        variants: VariantStore = store.variants
        a, b = [await variants.keep({"toml": each}) for each in "ab"]
        assert [await variants.publish(id, id, "", "v", 2, 1) for id in (a, b, a)] == [None, "list", None]
        assert await variants.publish(b, b, "", "v", 1, 2) == "maker"
        assert [[each.id for each in await variants.published(9, skipped=skip)] for skip in (0, 1)] == [[a], []]
        assert [await variants.keep({"toml": "a"}, body) for body in ("full", "other")] == [a, a]
        assert await variants.body(a) == "full"


def test_a_trial_tells_who_won_and_which_rules_mattered() -> None:
    game = Game("tile", board="5x5", suicide="allowed")
    played = EngineJobs().trial(game.to_json(), simulations=30, number=1)
    assert (played["winner"] in ("black", "white"), played["how"]) == (True, "no_moves")
    assert played["moves"] > 5
    assert {"captures", "incursions", "tiles"} <= played["events"].keys()
    assert {"tiles", "suicide"} <= played["effects"].keys()
    assert played == EngineJobs().trial(game.to_json(), simulations=30, number=1)
    assert EngineJobs().trial(Game("chinese", board="9", handicap=4).to_json(), 1, 1)["moves"] <= 424
