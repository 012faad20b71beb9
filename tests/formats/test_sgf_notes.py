"""Every standard property by its type; what cannot be typed stays as it was; rules in all their spellings."""

from __future__ import annotations

import pytest

from tengen.formats import sgf
from tengen.formats.sgf_points import pack, spread
from tengen.formats.sgf_terms import katago_rules, variant_of
from tengen.records import Annotation, Clock, Figure, FormatError, Markup, Node, Printing, Record

TYPED = [
    ("CR[aa][bb]", "markup", Markup(marks={"circle": ["A9", "B8"]})),
    ("MA[aa:ba]", "markup", Markup(marks={"cross": ["A9", "B9"]})),
    ("SQ[aa]TR[bb]SL[cc]", "markup", Markup(marks={"square": ["A9"], "triangle": ["B8"], "selected": ["C7"]})),
    ("M[aa]", "markup", Markup(marks={"cross": ["A9"]})),
    ("L[aa][bb]", "markup", Markup(labels={"A9": "a", "B8": "b"})),
    (r"LB[aa:1][bb:a\:b\]]", "markup", Markup(labels={"A9": "1", "B8": "a:b]"})),
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
    ("WL[60]OW[1]", "clock", Clock({"white": 60}, {"white": 1})),
    ("FG[]", "printing", Printing(figure=Figure())),
    (r"FG[257:Figure \] 1]MN[31]PM[2]", "printing", Printing(31, Figure(257, "Figure ] 1"), "modulo")),
    ("N[A name]", "name", "A name"),
    ("KO[]", "forced", True),
]
KEPT = [
    "CR[zz]", "CR[]", "CR[aa][aa]", "LB[aa]", "LB[aa:1][aa:2]", "AR[aa]", "LN[aa:zz]", "GB[3]", "BL[abc]", "OB[1.5]",
    "V[]", "MN[x]", "DO[2]", "PM[3]", "KO[1]", "FG[a:b]", "TB[j9]", "N[]", "VW[a]", "HO[0]",
]  # fmt: skip


@pytest.mark.parametrize(("text", "field", "value"), TYPED, ids=[case[0] for case in TYPED])
def test_standard_properties_are_typed(text: str, field: str, value: object) -> None:
    record = sgf.read(f"(;SZ[9]{text};B[ee])")
    assert record.warnings == []
    assert getattr(record.root, field) == value
    assert record.root.properties == {}
    assert sgf.read(sgf.write(record)) == record


@pytest.mark.parametrize("text", KEPT)
def test_what_is_not_of_its_type_is_kept_with_a_warning(text: str) -> None:
    record = sgf.read(f"(;SZ[9]\n{text};B[ee])")
    name = text.split("[")[0]
    values = [value.rstrip("]") for value in text.split("[")[1:]]
    assert record.root.properties == {name: values}
    assert len(record.warnings) == 1
    assert record.warnings[0].startswith("line 2, column ")
    assert "kept as written" in record.warnings[0]
    assert f"{name}[{values[0]}]" in sgf.write(record)


def test_two_opinions_of_one_kind_keep_the_second() -> None:
    record = sgf.read("(;GB[1]GW[2];B[dd])")
    assert record.root.annotation == Annotation(verdict="black")
    assert record.root.properties == {"GW": ["2"]}
    assert sgf.read(sgf.write(record)) == record


def test_a_property_is_not_written_twice() -> None:
    record = Record(board="9", root=Node(name="a", properties={"N": ["b"]}))
    with pytest.raises(FormatError, match="'N' cannot be the name of a further SGF property"):
        sgf.write(record)


def test_points_of_private_games_are_labels() -> None:
    markup = Markup(labels={"a:b": "x:y]"}, arrows=[("a:b", "c")], marks={"circle": ["c"]})
    record = Record(board="edges:a:b-c", variant="chinese", root=Node(markup=markup))
    assert sgf.read(sgf.write(record)) == record


def test_a_point_off_the_board_cannot_be_written() -> None:
    with pytest.raises(FormatError, match="'K1' is no point of the 9x9 board"):
        sgf.write(Record(board="9", root=Node(markup=Markup(marks={"circle": ["K1"]}))))


def test_rectangles_of_four_points_are_packed() -> None:
    assert pack(spread("aa:cc", 9, 9) or []) == ["aa:cc"]
    assert pack(["aa", "ba", "ca"]) == ["aa", "ba", "ca"]
    assert pack(["aa", "ba", "ab", "bb", "ee"]) == ["aa:bb", "ee"]
    record = sgf.read("(;SZ[9]AB[aa:bb][ee])")
    assert "AB[aa:bb][ee]" in sgf.write(record)


TORI = [("TO[3]SZ[9]", "9 torus", "D6"), ("TO[1]SZ[9:5]", "9x5 cylinder", "D2"), ("TO[2]SZ[9:5]", "5x9 cylinder", "D6")]


@pytest.mark.parametrize(("head", "board", "move"), TORI)
def test_q5go_writes_tori(head: str, board: str, move: str) -> None:
    record = sgf.read(f"(;FF[4]GM[q5go-1]{head};B[dd];W[ab])")
    assert record.board == board
    assert [node.move for node in record.main_line()][1] == move
    assert sgf.read(sgf.write(record)).board == board


def test_a_turned_board_keeps_its_neighbours() -> None:
    record = sgf.read("(;GM[q5go-1]TO[2]SZ[9:5];B[aa];W[ae])")
    assert [node.move for node in record.main_line()][1:] == ["A9", "E9"]
    assert "turned" in record.warnings[0]


@pytest.mark.parametrize("head", ["", "TO[]", "TO[4]"])
def test_a_torus_of_q5go_says_which_sides_are_joined(head: str) -> None:
    with pytest.raises(FormatError, match=r"TO\[1\], TO\[2\] or TO\[3\] would be right"):
        sgf.read(f"(;GM[q5go-1]{head};B[dd])")


SPELLINGS = {
    "chinese": "Chinese|CHINESE RULES|Chinese Rule|cn|Area|area scoring|中国规则|中國規則|数子|중국|Chinese-KGS",
    "japanese": "Japanese|japanese rules|jp|Nihon Kiin|Territory|日本ルール|日本|数目|일본 규칙",
    "korean": "Korean|Korea|kr|韩国规则|韓國|한국 규칙|Hankuk Kiwon",
    "aga": "AGA|aga rules|American|BGA|British|French|FFG",
    "new-zealand": "NZ|New Zealand|new zealand rules|New-Zealand",
    "tromp-taylor": "Tromp-Taylor|tromp taylor|TrompTaylor rules|TT|CGOS|Logical rules",
    "ing": "GOE|Ing|Ing Goe|Ing SST|ING RULES|应氏规则",
}


@pytest.mark.parametrize("preset", SPELLINGS)
def test_rules_in_all_their_spellings(preset: str) -> None:
    for spelling in SPELLINGS[preset].split("|"):
        assert variant_of(spelling) == preset, spelling
    for other in ("house", "stone scoring", "", "tax", "ko"):
        assert variant_of(other) is None


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("koSIMPLEscoreTERRITORYtaxSEKIsui0", ("japanese", "ko", "forbidden", "territory", 0)),
        ("koSITUATIONALscoreAREAtaxNONEsui0whbN", ("tromp-taylor", "situational", "forbidden", "area", 0)),
        ("koPOSITIONALscoreAREAtaxALLsui1button1", ("tromp-taylor", "positional", "allowed", "area", 2)),
        ('{"ko":"SIMPLE","scoring":"AREA","suicide":true}', ("tromp-taylor", "ko", "allowed", "area", 0)),
    ],
)
def test_rules_as_katago_composes_them(text: str, found: tuple[str, str, str, str, int]) -> None:
    preset, repetition, suicide, scoring, ignored = found
    got = katago_rules(text)
    assert got is not None
    assert (got[0], got[1], len(got[2])) == (
        preset,
        {"repetition": repetition, "suicide": suicide, "scoring": scoring},
        ignored,
    )
    value = text.replace("]", "\\]").replace(":", "\\:")
    record = sgf.read(f"(;RU[{value}];B[dd])")
    assert record.variant == preset
    assert len(record.warnings) == (1 if ignored else 0)
    assert sgf.read(sgf.write(record)) == record


def test_what_only_looks_like_katago_rules() -> None:
    for text in ("koala", "koXXXscoreAREA", "koSIMPLE", "{}", "Korean"):
        assert katago_rules(text) is None
