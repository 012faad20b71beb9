"""Users' own TOML: inheritance, all errors at once with their lines, and no unnoticed faults."""

from pathlib import Path
from typing import Any

import pytest
from data import load, text_of
from hypothesis import example, given
from hypothesis import strategies as st
from rules_strategies import rules

import tengen
from tengen.records import FormatError, RulesConflict, TengenError
from tengen.rules import AXES, Rules, Variant, check, load_variant, to_toml, variant

MANY = text_of("own_variants_many.toml")


def said(source: Path | str) -> list[str]:
    return [str(problem) for problem in check(source)]


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.parent.mkdir(exist_ok=True, parents=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_everything_is_reported_at_once_with_lines() -> None:
    assert said(MANY) == [
        "line 1: name = 'mine.toml' is not possible; it must have up to 80 letters and not name a file",
        "line 3: unknown key 'borad'; did you mean board?",
        "line 4: komi is an axis; write it below [axes]",
        "line 5: aliases must be a list of texts, not ['a', 3]",
        "line 12: suicide = 'maybe' is not possible; it must be one of: forbidden, allowed, strict",
        "line 13: tiles = 'cusion' is not possible; did you mean cushion?",
        "line 14: end = no-moves cannot happen with a pass, but passing = pass; set end = passes or passing = return",
        "line 15: komi = 1e+99 is too large; numbers in the rules go up to 1,000,000",
        "line 16: unknown axis 'tile-stack'; did you mean tile_stack?",
        "line 17: source is not an axis; write it above [axes]",
        "line 18: passes = '3' is not possible; did you mean 3?",
        "line 19: tao_price = 2 has no effect unless tao is on, but tao = off",
    ]
    with pytest.raises(RulesConflict) as caught:
        load_variant(MANY)
    assert list(caught.value.conflicts) == said(MANY)


@pytest.mark.parametrize(
    ("text", "messages"),
    [
        *load("refused/variants"),
        (
            f"title = '{81 * 'a'}'",
            [f"line 1: title = '{60 * 'a'}...' is not possible; it must be one line of up to 80 letters"],
        ),
        (
            "[axes]\ntao = 'on'\ntao_start = ['D4', 'Z9', 'A99']",
            [
                f"line 3: tao_start: {label} is not on 19x19: its columns are A to T, its rows 1 to 19"
                for label in ("Z9", "A99")
            ],
        ),
        ("x = " + "9" * 5000, ["invalid TOML: a number has too many digits"]),
        ("x = " + "[" * 30000, ["the values are nested too deeply"]),
        ("x" * 70000, ["the text has 70,000 characters; a variant has at most 65,536"]),
    ],
    ids=lambda value: value[:25] if isinstance(value, str) else "",
)
def test_problems(text: str, messages: list[str]) -> None:
    assert said(text) == messages


@pytest.mark.parametrize("board", ["9x9 tours", "graph:peterson", "0", "100x100", "9 without A1 A1 Z9", "{}"])
def test_bad_boards_are_reported_beside_bad_axes(board: str) -> None:
    first, second = check(f"board = '{board}'\naxes.komi = true")
    assert (first.key, first.line, second.key, second.line) == ("board", 1, "komi", 2)


@pytest.mark.parametrize("footprint", ["gegno", "xo?", "nxn/n.", "o", "x" * 2000])
def test_bad_footprints(footprint: str) -> None:
    assert [problem.key for problem in check(f"footprint = '{footprint}'")] == ["footprint"]


def test_stones_too_wide_for_their_torus() -> None:
    (problem,) = check("inherits = 'gengo'\nboard = '4 torus'")
    assert (problem.key, problem.line) == ("board", 2)


def test_a_footprint_as_a_picture() -> None:
    made = load_variant("board = '9'\nfootprint = '''\n  .n.\n  nxn\n  .n.\n'''")
    assert made.footprint == ".n./nxn/.n."
    wide = load_variant("board = '9x9 torus'\nfootprint = '''\n.nnn.\nnooon\nnoxon\nnooon\n.nnn.'''")
    assert tengen.Game(wide).board.text == "gengo 9 torus"


@pytest.mark.parametrize("source", [None, 5, b"", [], {}, object()])
def test_sources_of_other_kinds(source: Any) -> None:
    assert [problem.key for problem in check(source)] == ["syntax"]
    with pytest.raises(FormatError, match="a variant must be given as a path or a text"):
        load_variant(source)


def test_files(tmp_path: Path) -> None:
    path = write(tmp_path, "my.rules.toml", "\ufeffinherits = 'tao'\r\n[axes]\r\ntiles = 'tile'\r\n")
    made = load_variant(path)
    assert (made.name, made.title, made.rules.tao, made.rules.tiles) == ("my", "my", "on", "tile")
    assert variant(str(path)) == variant(path) == load_variant(str(path)) == made
    assert variant(path, komi=1).changes == {"komi": 1}


def test_what_is_inherited(tmp_path: Path) -> None:
    made = load_variant("inherits = 'gengo'\ntitle = 'Mine'\n[axes]\nkomi = 0.5")
    assert (made.board, made.footprint) == ("19", "gengo")
    assert made.prose == f"{variant('gengo').prose} White gets 0.5 points of komi."
    assert made.rules == variant("gengo").rules.replace(komi=0.5)
    assert made.aliases == ()
    assert made.name == "custom"


def test_files_inherit_from_files_beside_them(tmp_path: Path) -> None:
    write(tmp_path, "base/first.toml", "inherits = 'tile'\nboard = '9x9 torus'\n[axes]\ntile_stack = 3")
    write(tmp_path, "base/second.toml", "inherits = 'first.toml'\n[axes]\ntiles = 'cushion'")
    path = write(tmp_path, "mine/third.toml", "inherits = '../base/second.toml'\n[axes]\nkomi = 1")
    made = load_variant(path)
    assert made.rules == variant("cushion").rules.replace(tile_stack=3, komi=1)
    assert made.board == "9x9 torus"


def test_problems_of_parents_are_named(tmp_path: Path) -> None:
    write(tmp_path, "base.toml", "\n[axes]\nkomy = 3\nend = 'no-moves'")
    assert said(write(tmp_path, "mine.toml", "inherits = 'base.toml'\nx = 1")) == [
        "line 1: base.toml: line 3: unknown axis 'komy'; did you mean komi?",
        "line 1: base.toml: line 4: end = no-moves cannot happen with a pass, but passing = pass; "
        "set end = passes or passing = return",
        f"line 2: unknown key 'x'; the keys are {', '.join(KEYS)}",
    ]


KEYS = (
    *("name", "title", "summary", "inherits", "board", "footprint", "prose", "differences", "source", "aliases"),
    *("place", "resumption", "dead_stones", "axes", "start"),
)


def test_circles_and_long_lines_of_parents(tmp_path: Path) -> None:
    write(tmp_path, "a.toml", "inherits = 'b.toml'")
    write(tmp_path, "b.toml", "inherits = './a.toml'")
    assert said(tmp_path / "a.toml") == ["line 1: b.toml: line 1: ./a.toml inherits from itself"]
    write(tmp_path, "0.toml", "")
    for number in range(1, 40):
        write(tmp_path, f"{number}.toml", f"inherits = '{number - 1}.toml'")
    assert check(tmp_path / "10.toml") == []
    assert said(tmp_path / "39.toml")[0].endswith("more than 16 files inherit from each other")
    (tmp_path / "loop.toml").symlink_to("loop.toml")
    for name in ("loop.toml", "no.toml", "\\u0000.toml"):
        assert [p.key for p in check(write(tmp_path, "c.toml", f'inherits = "{name}"'))] == ["inherits"]


def test_boards_from_files_are_seen_from_the_variant(tmp_path: Path) -> None:
    write(tmp_path, "lines/ring.edges", "a b\nb c\nc a\n")
    path = write(tmp_path, "ring.toml", "inherits = 'formal'\nboard = 'file:lines/ring.edges'")
    assert check(path) == []
    game = tengen.Game(load_variant(path))
    game.play("b")
    assert game.stones == {"b": "black"}


def test_errors_say_where() -> None:
    with pytest.raises(FormatError) as caught:
        load_variant("name = 'x'\n[axes]\nkomi = = 3")
    assert (caught.value.line, caught.value.column) == (3, 8)
    assert str(caught.value).startswith("line 3, column 8: invalid TOML")


@pytest.mark.parametrize(
    ("content", "message"),
    [(b"\xff\xfe", "is not UTF-8 text"), (b"#" * 70000, "has more than 65,536 bytes"), (b"\x00", "invalid TOML")],
)
def test_unreadable_files(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "x.toml"
    path.write_bytes(content)
    with pytest.raises(FormatError, match=message):
        load_variant(path)


_PIECES = st.sampled_from([
    "[axes]", "axes.", "=", "\n", '"', "'''", '"""', "{", "}", "[", "]", ",", "#", "1", "-1e9", "true", "'on'", " ",
    *KEYS, *AXES, "'tile'", "'9x9 torus'", "'gengo'", "\\", "nan", "inf", "2020-01-01", "\r", "\ufeff",
])  # fmt: skip


@given(st.text() | st.lists(_PIECES, max_size=40).map("".join))
@example("[axes]\ntao_start = ['\\ud800']")
@example("a.b.c = 1\na.d = 2\n[a.e.f]\n[[g]]\n[[g]]")
def test_random_texts(text: str) -> None:
    assert_checked(text)


_VALUES = st.recursive(
    st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.sampled_from(["on", "tile", "none", "both"]),
    lambda inner: st.lists(inner, max_size=3),
)


@given(st.dictionaries(st.sampled_from([*AXES, "x"]), _VALUES), st.dictionaries(st.sampled_from(KEYS), _VALUES))
def test_random_values(axes: dict[str, Any], keys: dict[str, Any]) -> None:
    def line(key: str, value: Any) -> str:
        return f"{key} = {toml(value)}\n"

    keys.pop("axes", None)
    assert_checked("".join(line(*pair) for pair in keys.items()) + "[axes]\n" + "".join(map(line, axes, axes.values())))


def toml(value: Any) -> str:
    if isinstance(value, str):
        return '"' + "".join(c if c.isalnum() and c.isascii() else f"\\U{ord(c):08x}" for c in value) + '"'
    if isinstance(value, list):
        return f"[{', '.join(map(toml, value))}]"
    return str(value).lower()


def assert_checked(source: Path | str) -> None:
    """Assert that a source is either reported or can be played."""
    found = check(source)
    try:
        made = load_variant(source)
    except TengenError:
        assert found
    else:
        assert not found
        assert load_variant(to_toml(made)) == made
    for problem in found:
        assert str(problem)
        assert problem.line >= 0


@given(rules())
def test_rules_round_trip_as_files(made: Rules) -> None:
    if made.handicap > 1_000 or (made.tao == "on" and made.tao_start != "tengen"):
        made = made.replace(handicap=0, tao_start="tengen")
    game = Variant("mine", "Mine", made, "19", None, "Some prose.", 'A "source" \\ of mine.', ("a", "ß"))
    assert load_variant(to_toml(game)) == game


@pytest.mark.parametrize("before", ["", "[", "[[", "x = {", "x = {y = 1, ", "[axes]\n  "])
@pytest.mark.parametrize("part", ["a.", "'a' . ", '"\\"." .'])
def test_keys_full_of_dots_are_refused_before_they_take_a_minute(before: str, part: str) -> None:
    text = f"title = 'a'\n{before}{part * (60_000 // len(part))}b = 1"
    assert [str(problem) for problem in check(text)] == [
        f"line {text.count(chr(10)) + 1}: a key has more than 64 parts"
    ]


def test_pictures_and_prose_may_be_full_of_dots() -> None:
    rows = "\n".join(["n." * 51 + "n"] * 3)
    assert not check(f'prose = """\n{"." * 999}\n{"A word. " * 50}\n{rows}\n"""')
