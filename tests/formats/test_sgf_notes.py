"""Every standard property by its type; values that cannot be typed stay unchanged."""

import pytest
from data import load
from hypothesis import given
from hypothesis import strategies as st

from tengen.formats import sgf
from tengen.formats.sgf.annotations import real_of, real_text
from tengen.formats.sgf.coordinates import expanded, in_rows, labels, runs
from tengen.records import Annotation, Clock, Figure, FormatError, Markup, Node, Printing, Record

TYPED = [
    ("CR[aa][bb]", "markup", Markup(marks={"circle": ["A9", "B8"]})),
    ("MA[aa:ba]", "markup", Markup(marks={"cross": ["A9", "B9"]})),
    ("SQ[aa]TR[bb]SL[cc]", "markup", Markup(marks={"square": ["A9"], "triangle": ["B8"], "selected": ["C7"]})),
    ("M[aa]MA[bb]", "markup", Markup(marks={"cross": ["A9", "B8"]})),
    ("CR[aa][aa:ba]", "markup", Markup(marks={"circle": ["A9", "B9"]})),
    ("CR[bb:aa]", "markup", Markup(marks={"circle": ["A9", "B9", "A8", "B8"]})),
    ("CR[aa]TR[aa]", "markup", Markup(marks={"circle": ["A9"], "triangle": ["A9"]})),
    ("L[bb][aa]", "markup", Markup(labels={"B8": "a", "A9": "b"})),
    ("LB[aa:a]L[bb:cb]", "markup", Markup(labels={"A9": "a", "B8": "b", "C8": "c"})),
    (r"LB[aa:1][bb:a\:b\]][cc:]", "markup", Markup(labels={"A9": "1", "B8": "a:b]", "C7": ""})),
    ("LB[aa:a:b]", "markup", Markup(labels={"A9": "a:b"})),
    ("AR[aa:bb]LN[cc:dd][dd:ee]", "markup", Markup(arrows=[("A9", "B8")], lines=[("C7", "D6"), ("D6", "E5")])),
    ("TB[aa:bb]TW[]", "markup", Markup(territory={"black": ["A9", "B9", "A8", "B8"], "white": []})),
    ("DD[aa]VW[]", "markup", Markup(dimmed=["A9"], view=[])),
    ("GB[2]", "annotation", Annotation(verdict="black", verdict_strength=2)),
    ("GW[1]", "annotation", Annotation(verdict="white")),
    ("DM[]", "annotation", Annotation(verdict="even")),
    ("UC[2]TE[2]", "annotation", Annotation("unclear", 2, "good", 2)),
    ("BM[1]", "annotation", Annotation(quality="bad")),
    ("DO[]", "annotation", Annotation(quality="doubtful")),
    ("IT[]HO[2]V[-3.50]", "annotation", Annotation(quality="interesting", hotspot=2, value=-3.5)),
    ("BL[120.5]OB[3]", "clock", Clock({"black": 120.5}, {"black": 3})),
    ("WL[060]OW[1]", "clock", Clock({"white": 60}, {"white": 1})),
    ("FG[]", "printing", Printing(figure=Figure())),
    ("FG[259]", "printing", Printing(figure=Figure(259))),
    (r"FG[257:Figure \] 1]MN[31]PM[2]", "printing", Printing(31, Figure(257, "Figure ] 1"), "modulo")),
    ("N[A name]", "name", "A name"),
    ("KO[]", "forced", True),
]
LEFT = load("refused/sgf_notes")


@pytest.mark.parametrize(("text", "field", "value"), TYPED, ids=[case[0] for case in TYPED])
def test_standard_properties_are_typed(text: str, field: str, value: object) -> None:
    record = sgf.read(f"(;SZ[9]{text};B[ee])")
    assert record.warnings == []
    assert getattr(record.root, field) == value
    assert record.root.properties == {}
    assert sgf.read(sgf.write(record)) == record


@pytest.mark.parametrize(("text", "name", "values", "why"), LEFT, ids=[case[0] for case in LEFT])
def test_what_cannot_be_typed_is_kept_with_a_warning(text: str, name: str, values: list[str], why: str) -> None:
    record = sgf.read(f"(;FF[4]SZ[9]\n{text};B[ee])")
    assert record.root.properties == {name: values}
    assert len(record.warnings) == 1
    assert record.warnings[0].startswith("line 2, column ")
    assert why in record.warnings[0]
    assert "kept as written" in record.warnings[0]
    again = sgf.write(record)
    assert sgf.read(again) == record
    assert sgf.write(sgf.read(again)) == again


def test_what_else_is_in_the_property_is_typed_all_the_same() -> None:
    record = sgf.read("(;SZ[9]LB[zz:1][aa:2]CR[bb][x];B[ee])")
    assert record.root.markup == Markup(labels={"A9": "2"}, marks={"circle": ["B8"]})
    assert "CR[bb][x]LB[aa:2][zz:1]" in sgf.write(record)


def test_nothing_typed_leaves_no_empty_note() -> None:
    root = sgf.read("(;SZ[9]CR[zz]L[zz]DD[x]TB[x]GB[x]BL[x]MN[x];B[ee])").root
    assert (root.markup, root.annotation, root.clock, root.printing) == (None, None, None, None)


@pytest.mark.parametrize(
    "text", [r"AP[a\:b:1.0]", r"XX[a\\:b]", r"XX[\\\:]", r"XX[a\]b\\]", r"XX[c:d][]", r"AP[x:y][z]"]
)
def test_unknown_composed_values_stay_composed(text: str) -> None:
    record = sgf.read(f"(;SZ[9]{text};B[ee])")
    assert record.warnings == []
    assert text in sgf.write(record)
    assert sgf.read(sgf.write(record)) == record


def test_points_of_private_games_are_labels() -> None:
    markup = Markup(
        labels={"a:b": "x:y]"},
        arrows=[("a:b", "c")],
        marks={"circle": ["c", "a:b"]},
        territory={"black": ["a:b"]},
        view=["c"],
    )
    record = Record(board="edges:a:b-c", variant="chinese", root=Node(markup=markup, changes={"a:b": "black"}))
    text = sgf.write(record)
    assert r"LB[a\:b:x\:y\]]" in text
    assert "AB[a:b]" in text
    assert sgf.read(text) == record


def test_a_point_off_the_board_cannot_be_written() -> None:
    with pytest.raises(FormatError, match="'K1' is not a point of the board 9"):
        sgf.write(Record(board="9", root=Node(markup=Markup(marks={"circle": ["K1"]}))))


def test_a_title_needs_flags() -> None:
    record = Record(board="9", root=Node(printing=Printing(figure=Figure(None, "a:b"))))
    assert r"FG[0:a\:b]" in sgf.write(record)


def test_rectangles_of_four_points_are_written_as_such() -> None:
    record = sgf.read("(;SZ[9]AB[aa:bb][ee]CR[aa:ca][ac:bd])")
    assert "AB[aa:bb][ee]" in sgf.write(record)
    assert "CR[aa][ba][ca][ac:bd]" in sgf.write(record)


@given(st.data(), st.sampled_from([(1, 1), (2, 5), (9, 9), (52, 3), (52, 52)]))
def test_lists_of_points_are_compressed_without_loss(data: st.DataObject, size: tuple[int, int]) -> None:
    points = list(labels(*size))
    most = data.draw(st.booleans())
    chosen = data.draw(st.sets(st.sampled_from(points), max_size=20))
    some = [point for point in points if (point in chosen) != most] or points
    order = data.draw(st.permutations(some[:30])) + some[30:]
    for listed in (order, in_rows(order)):
        elements = runs(listed)
        assert [point for element in elements for point in expanded(element) or ()] == listed
        assert all(len(expanded(element) or ()) >= 4 for element in elements if ":" in element)


def test_a_full_board_is_one_rectangle() -> None:
    points = list(labels(52, 52))
    assert in_rows(reversed(points)) == points
    assert runs(points) == ["aa:ZZ"]


@given(st.floats(allow_nan=False, allow_infinity=False) | st.integers(-(2**60), 2**60).map(float))
def test_every_number_is_written_exactly(value: float) -> None:
    assert "e" not in real_text(value)
    assert real_of(real_text(value)) == value


@pytest.mark.parametrize("value", [float("inf"), float("nan")])
def test_what_is_no_number_is_not_written(value: float) -> None:
    with pytest.raises(FormatError, match="SGF cannot write the number"):
        sgf.write(Record("9", root=Node(clock=Clock({"black": value}))))
