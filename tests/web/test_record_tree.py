"""Records in reviews: addresses of nodes, the tree, and trial moves."""

import pytest

from tengen import TengenError
from tengen.formats import sgf
from tengen.web.reviews.record_tree import NoSuchNode, RecordTree

TEXT = "(;SZ[9];B[ee](;W[dc]C[corner](;B[aa])(;B[bb])(;B[cc];W[dd]))(;W[fc];B[ge](;W[gf])(;W[hd])))"


@pytest.fixture
def study() -> RecordTree:
    return RecordTree.of(sgf.read(TEXT))


def addresses(study: RecordTree) -> list[str]:
    return [f"{line['prefix']}{place}" for line in study.lines for place in range(len(line["nodes"]))]


def test_every_node_of_the_tree_is_found_at_its_address(study: RecordTree) -> None:
    for line in study.lines:
        for place, (text, by, _) in enumerate(line["nodes"]):
            nodes, at = study.line(f"{line['prefix']}{place}")
            assert ((nodes[at].move or ""), (nodes[at].colour or "")[:1]) == (text, by)


def test_lines_tell_where_they_leave_and_after_how_many_moves(study: RecordTree) -> None:
    assert [(line["prefix"], line["after"], line["number"]) for line in study.lines] == [
        ("", None, 0), ("1.1.", "1", 1), ("1.1.1.1.", "1.1.1", 3), ("2.1.", "2", 2), ("2.2.", "2", 2),
    ]  # fmt: skip
    assert study.lines[0]["nodes"][2] == ["D7", "w", 1]
    assert study.size == 11


def test_parents_and_children_agree(study: RecordTree) -> None:
    for address in addresses(study):
        for child in study.children(address):
            assert study.parent(child) == address
    assert study.children("2") == ["3", "2.1.0", "2.2.0"]
    assert study.parent("0") is None


@pytest.mark.parametrize(
    "address", ["9", "1.0.0", "1.2.0", "1.1.2.1.0", "", "1.1", "-1", "x", "1..0", "9" * 3_000, "²"]
)
def test_addresses_that_lead_nowhere_are_refused(study: RecordTree, address: str) -> None:
    with pytest.raises(NoSuchNode):
        study.line(address)


def test_a_move_is_added_last_and_once_and_keeps_addresses(study: RecordTree) -> None:
    before = {address: study.line(address)[0][study.line(address)[1]] for address in addresses(study)}
    assert study.with_move("1", "A1", "white") == "1.2.0"
    assert study.with_move("1", "A1", "white") == "1.2.0"
    assert study.with_move("1", "F7", "white") == "1.1.0"
    assert study.with_move("1.2.0", "A2", "black") == "1.2.1"
    assert study.size == 13
    for address, node in before.items():
        line, place = study.line(address)
        assert line[place] is node


def test_a_study_is_kept_as_json_without_loss(study: RecordTree) -> None:
    assert RecordTree.from_json(study.to_json()).record == study.record


def test_unknown_rules_are_read_as_chinese(study: RecordTree) -> None:
    study.record.variant = "a game nobody knows"
    assert study.own_rules.name == "chinese"


def test_games_that_cannot_even_begin_are_refused() -> None:
    unknown_axis = sgf.read("(;SZ[5];B[cc])")
    unknown_axis.axes = {"nothing": 1}
    for record in (sgf.read("(;SZ[5]AB[ab][ba]AW[aa];B[cc])"), unknown_axis):
        with pytest.raises(TengenError):
            RecordTree.of(record)


def test_too_large_records_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(TengenError, match="2,704 points; a board has at most 1,000"):
        RecordTree.of(sgf.read("(;SZ[52])"))
    monkeypatch.setattr("tengen.web.reviews.record_tree.MOST_NODES", 11)
    study = RecordTree.of(sgf.read(TEXT))
    with pytest.raises(TengenError, match="cannot take any more"):
        study.with_move("1", "A1", "white")
    monkeypatch.setattr("tengen.web.reviews.record_tree.MOST_NODES", 10)
    with pytest.raises(TengenError, match="11 moves and notes"):
        RecordTree.of(sgf.read(TEXT))
    monkeypatch.setattr("tengen.web.reviews.record_tree.MOST_NODES", 20_000)
    with pytest.raises(TengenError, match="at most 2,081 can be reviewed"):
        RecordTree.of(sgf.read("(;SZ[31]" + ";AB[aa];AE[aa]" * 1_100 + ")"))
