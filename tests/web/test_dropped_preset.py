"""A preset is one file: dropped into the folder of presets, it is on every page and in the API."""

import json
import re
import shutil
from collections.abc import Iterator
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from xml.etree import ElementTree

import pytest
from web_pages import Pages

from tengen.web.games.game_request import known_variants
from tengen.web.pages import listed_games, new_game_page

PRESETS = import_module("tengen.rules.preset_files")
CACHES = (
    *(PRESETS._all, PRESETS._read_folder, PRESETS._names, known_variants),
    *(listed_games.other_games, listed_games.games_by_name, listed_games.thumbnails, listed_games.featured_picture),
    *(listed_games.variant_groups, new_game_page.form_data),
)
DROPPED = {
    "bolster": """
title = "Bolster Go"
inherits = "tile"
prose = "Bolsters are tiles. A point holds two."

[axes]
tile_stack = 2
""",
    "house": """
title = "House rules"
inherits = "japanese"
prose = "As at home."

[axes]
komi = 3.5
""",
    "gengo-small": """
title = "Gengo on the small board"
inherits = "gengo"
board = "11"
""",
}
KINDS = {"bolster": "New games", "house": "Go under different rules", "gengo-small": "Gengo's kin"}


@pytest.fixture
def dropped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    folder = tmp_path / "package" / "presets"
    for each in ("presets", "library"):
        shutil.copytree(str(files("tengen.rules").joinpath(each)), folder.parent / each)
    shutil.copy(str(files("tengen.rules").joinpath("known.toml")), folder.parent)
    for name, text in DROPPED.items():
        (folder / f"{name}.toml").write_text(text, "utf-8")
    monkeypatch.setattr(PRESETS, "files", lambda package: folder.parent)
    for cached in CACHES:
        cached.cache_clear()
    yield
    monkeypatch.undo()
    for cached in CACHES:
        cached.cache_clear()


@pytest.mark.usefixtures("dropped")
@pytest.mark.parametrize("name", DROPPED)
def test_it_is_on_every_page_and_in_the_api(pages: Pages, name: str) -> None:
    title, listed = PRESETS.preset(name).title, pages.get("/rules").text
    assert re.findall(r'<h3><a href="/rules/([a-z-]+)"', listed)[:4] == ["cushion", "gengo", "tile", "tao"]
    kinds = re.split(r'<h2 class="kind">', listed)
    of_kind = next(each for each in kinds if each.replace("&#39;", "'").startswith(KINDS[name]))
    assert f'<h3><a href="/rules/{name}"' in of_kind
    assert listed_games.summary(PRESETS.preset(name)) in of_kind
    assert f"/featured/variant-{name}.svg" in of_kind
    page, explore, form = (pages.get(address).text for address in (f"/rules/{name}", "/explore", "/new"))
    assert title in page
    assert f'href="/rules/{name}"' in explore
    assert title in explore
    for theme in ("light", "dark"):
        ElementTree.fromstring(pages.get(f"/featured/variant-{name}.svg?theme={theme}").text)
    assert f'<option value="{name}"' in form
    found = re.search(r'id="choices">(.*?)</script>', form, re.DOTALL)
    assert found is not None
    assert json.loads(found[1])["variants"][name]["title"] == title
    known = {each["name"]: each for each in pages.get("/api/variants").json()}
    assert known[name]["title"] == title
    choice = {"variant": name, "board": known[name]["board"]}
    assert pages.post("/api/check", choice).json()["ok"] is True
