"""The gallery: complete, and with up-to-date pictures."""

import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import gallery
import pytest
from gallery import Exhibit, exhibits, gallery_page, picture

from tengen.boards import kinds
from tengen.rules import variants

DOCS = Path(__file__).parents[2] / "docs"
LAID_OUT = ("graph", "k", "graph-n", "edges", "graph6", "sparse6")
"""The kinds of boards laid out by a library, whose last digits may change with its version."""

AGAIN = "the picture is another now: `make gallery` draws it anew; look at it"
DRAWN = [exhibit for exhibit in exhibits() if (DOCS / "pictures" / f"{exhibit.name}.svg").exists()]
"""The pictures of the documentation; a new preset or kind of board needs a `make gallery`."""


def ids(exhibit: Exhibit) -> str:
    return exhibit.name


def test_every_kind_of_board_and_every_variant_is_there() -> None:
    shown = {exhibit.kind for exhibit in exhibits()}
    assert {kind.name for kind in kinds()} - shown == {"file"}
    assert {exhibit.variant for exhibit in exhibits() if exhibit.section == "Games"} == {one.name for one in variants()}
    names = [exhibit.name for exhibit in exhibits()]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("exhibit", DRAWN, ids=ids)
def test_the_documentation_shows_what_is_drawn_now(exhibit: Exhibit) -> None:
    drawn, shown = picture(exhibit), (DOCS / "pictures" / f"{exhibit.name}.svg").read_text("utf-8")
    ElementTree.fromstring(shown)
    if exhibit.kind in LAID_OUT:
        drawn, shown = (re.sub(r"-?\d+(\.\d+)?", "0", text) for text in (drawn, shown))
    assert drawn == shown, AGAIN


def test_the_page_names_every_picture() -> None:
    told, *entries = (DOCS / "why" / "gallery.md").read_text("utf-8").split("\n##")
    assert {told.strip(), *(entry.strip() for entry in entries)} <= {
        part.strip() for part in gallery_page().split("\n##")
    }, AGAIN
    linked = {found for entry in entries for found in re.findall(r"\]\(\.\./pictures/([^)]+)\)", entry)}
    assert linked == {path.name for path in (DOCS / "pictures").glob("*.svg") if not path.name.startswith("tour-")}
    assert sum(path.stat().st_size for path in (DOCS / "pictures").iterdir()) < 3_000_000


def test_a_gallery_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    few = [one for one in exhibits() if one.name in ("shows-ko", "board-k")]
    monkeypatch.setattr(gallery, "exhibits", lambda: few)
    monkeypatch.setattr("sys.argv", ["gallery.py", str(tmp_path)])
    for folder in ("pictures", "why"):
        (tmp_path / folder).mkdir()
    gallery.main()
    assert sorted(path.name for path in (tmp_path / "pictures").iterdir()) == ["board-k.svg", "shows-ko.svg"]
    assert "](../pictures/shows-ko.svg)" in (tmp_path / "why/gallery.md").read_text("utf-8")
