"""`python -m benchmarks.balance_plots`: SVG of the games that `tengen balance` keeps, and of plots in general."""

from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree

import pytest
from test_balance_report import komis, lab, won

from benchmarks.balance_plots import balance_plots
from tengen.match.balance_report import report
from tengen.match.fairness import SelfGame
from tengen.match.selfplay import Lab, Notebook, head_of
from tengen.records import FormatError, TengenError


def kept(folder: Path, at: Lab, games: Sequence[SelfGame]) -> Path:
    """Write games as `tengen balance` keeps them; return the file of their plots."""
    with Notebook(folder / f"{at.variant.name}.jsonl", head_of(at), resume=False) as file:
        for game in games:
            file.add(game)
    return folder / f"{at.variant.name}.svg"


def texts(picture: Path, **attributes: str) -> list[str | None]:
    found = ElementTree.fromstring(picture.read_text("utf-8")).iter("{http://www.w3.org/2000/svg}text")
    return [each.text for each in found if attributes.items() <= each.attrib.items()]


@pytest.mark.parametrize("name", ["chinese", "tile"])
def test_plots_are_svg(name: str, tmp_path: Path) -> None:
    picture = kept(tmp_path, lab(name), komis(9) if name == "chinese" else won(3, 2))
    balance_plots(tmp_path)
    titles = texts(picture, **{"font-weight": "bold"})
    assert titles[0] == "Black wins"
    assert len(titles) == (4 if name == "chinese" else 3)  # without scores there are no leads


def test_the_report_shows_its_plots_once(tmp_path: Path) -> None:
    at = lab("chinese")
    kept(tmp_path, at, komis(9))
    (tmp_path / "chinese.md").write_text(text := report(at, at.balance(komis(9))), "utf-8")
    for _ in range(2):
        balance_plots(tmp_path)
    line = "![Plots of the figures below](chinese.svg)\n\n"
    shown = (tmp_path / "chinese.md").read_text("utf-8")
    assert shown.count(line) == 1
    assert shown.replace(line, "") == text


@pytest.mark.parametrize("head", ["", "[]\n", "[" * 10**5, '{"tengen": 1, "kind": "match"}\n', '{"kind": "balance"}\n'])
def test_other_files_are_refused_and_left_alone(head: str, tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text(head, "utf-8")
    with pytest.raises(FormatError, match="not a file of `tengen balance`"):
        balance_plots(tmp_path)
    assert (tmp_path / "a.jsonl").read_text("utf-8") == head
    (tmp_path / "a.jsonl").unlink()
    with pytest.raises(TengenError, match=r"no \.jsonl files"):
        balance_plots(tmp_path)
