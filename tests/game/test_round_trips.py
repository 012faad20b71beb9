"""Games copied, pickled and written: nothing is lost, for any start."""

import random
from collections.abc import Callable
from typing import Any

import pytest
from game_playing import WAYS

import tengen
from tengen import BoardError, Game, Rules, boards

STARTS: dict[str, Callable[[], Game]] = {
    "bare rules": lambda: Game(Rules(), board="5x5"),
    "bare rules with komi": lambda: Game(Rules(komi=6.5), board="5x5"),
    "bare rules with turns": lambda: Game(Rules(handicap=2, handicap_kind="turns"), board="5x5"),
    "an emptied Tao board": lambda: Game.setup("tao", {}, board="9"),
    "White on an empty board": lambda: Game.setup("chinese", {}, board="9", to_play="white"),
    "fixed handicap, set up empty": lambda: Game.setup("chinese", {}, board="9", handicap=4, to_play="white"),
    "turns, set up empty": lambda: Game.setup("chinese", {}, board="9", handicap=4, handicap_kind="turns"),
    "free, set up empty": lambda: Game.setup("chinese", {}, board="9", handicap=2, handicap_kind="free"),
    "labels in small letters": lambda: Game.setup("chinese", {"d4": "black"}, board="9"),
    "created by White": lambda: Game.setup("chinese", {"D4": "black"}, board="9", created_by="white"),
    "tiles and prisoners": lambda: Game.setup(
        "cushion", ["...", ".X.", "..."], tiles={"A1": 1}, prisoners={"black": 3}
    ),
    "everything set up": lambda: Game.setup(
        tengen.variant("tao", tiles="tile", tile_stack="unlimited"), [".XO.", "XOTO", ".XO.", "...."], to_play="white",
        tiles={"A1": 3}, prisoners={"white": 2}, tao_in_hand={"white": 1}, created_by="white", last_incursion=True,
    ),
    "a torus": lambda: Game("tile", board="5x4 torus"),
    "a graph": lambda: Game("tao", board="graph:petersen"),
    "a board with points cut out": lambda: Game("cushion", board="5x5 without A1 C3"),
    "ordinary stones under Gengo": lambda: Game("gengo", board="go 9"),
    "a ready board under Gengo": lambda: Game("gengo", board=boards.parse("9")),
    "one point of Gengo": lambda: Game("gengo", board="1x2"),
    "Gengo on a torus": lambda: Game("gengo", board="9x9 torus"),
    "Gengo on a graph": lambda: Game("gengo", board="graph:petersen"),
    "a user's variant": lambda: Game(
        tengen.rules.load_variant('name = "mine"\ntitle = "Mine"\nprose = "A game."\n[axes]\nkomi = 3'), board="5x5"
    ),
}  # fmt: skip


def everything(game: Game) -> list[Any]:
    variant = game.variant
    return [
        game.rules, game.board, game.position, game.moves, game.movers, game.outcome, game.dead, game.to_play,
        variant.name, variant.title, variant.prose, variant.footprint, set(game.legal_moves()),
        tuple(game.situations),
    ]  # fmt: skip


@pytest.mark.parametrize("start", STARTS)
def test_starts(start: str) -> None:
    rng = random.Random(start)
    game = STARTS[start]()
    moments = [everything(game)]
    assert [everything(way(game)) for way in WAYS.values()] == moments * len(WAYS)
    while len(game.moves) < 30 and game.outcome is None and len(game.legal_moves()):
        game.play(rng.choice(list(game.legal_moves())))
        moments.append(everything(game))
    assert [everything(way(game)) for way in WAYS.values()] == moments[-1:] * len(WAYS)
    assert [everything(game.at(number)) for number in range(len(moments))] == moments
    earlier = game.at(0)
    earlier.play("resign")
    assert (everything(game), earlier.outcome is None) == (moments[-1], False)


@pytest.mark.parametrize("handicap", [{}, {"handicap": 2, "handicap_kind": "fixed"},
                                      {"handicap": 3, "handicap_kind": "free"},
                                      {"handicap": 2, "handicap_kind": "turns"}], ids=str)  # fmt: skip
@pytest.mark.parametrize("name", [variant.name for variant in tengen.variants()])
def test_presets(name: str, handicap: dict[str, Any]) -> None:
    rng = random.Random(name)
    game = Game(name, board="9", **handicap)
    begin = everything(game)
    for _ in range(40):
        if game.outcome is None and len(game.legal_moves()):
            game.play(rng.choice(list(game.legal_moves())))
    for way in WAYS.values():
        other = way(game)
        assert everything(other) == everything(game)
        while other.moves:
            other.undo()
        assert everything(other) == begin


def test_ends() -> None:
    game = Game("japanese", board="5x5")
    for move in ("C3", "A1", "pass", "pass"):
        game.play(move)
    game.settle(["A1"])
    for way in WAYS.values():
        assert everything(way(game)) == everything(game)


@pytest.mark.parametrize("winner", ["black", "white"])
@pytest.mark.parametrize("how", ["time", "forfeit", "resignation"])
@pytest.mark.parametrize("name", ["chinese", "tao"])
def test_an_end_decided_outside_is_kept(name: str, how: Any, winner: Any) -> None:
    """A resignation out of turn, a fallen clock or a forfeit is not a move, and every record keeps it."""
    letter, last = winner[0].upper(), {"time": "T", "forfeit": "F", "resignation": "R"}[how]
    for moves in ((), ("B2",), ("B2", "B3")):
        game = Game(name, board="5x5")
        for move in moves:
            game.play(move)
        game.finish(how, winner)
        assert f"RE[{letter}+{last}]" in game.sgf()
        for way in WAYS.values():
            assert everything(way(game)) == everything(game)


def test_a_resignation_that_is_a_move_is_written_once() -> None:
    game = Game("chinese", board="5x5")
    game.play("resign")
    assert "TGE" not in game.sgf()
    for way in WAYS.values():
        assert everything(way(game)) == everything(game)


def test_impossible_handicaps() -> None:
    """Spec 0.7 applies to the variant's own start as well."""
    with pytest.raises(BoardError, match="C3 has no liberty"):
        Game("chinese", board="7x7 without B3 C2 C4 D3", handicap=2)
    with pytest.raises(BoardError, match="overlap"):
        Game("gengo-large-o", board="9", handicap=9, handicap_kind="fixed")


def test_a_record_opens_no_file() -> None:
    record = Game("chinese", board="5x5").record
    record.board = "file:/etc/hostname"
    with pytest.raises(tengen.FormatError, match="cannot be a file"):
        Game.from_record(record)


def test_stacks_have_a_top() -> None:
    """A stack of unlimited height ends at its counter's maximum, and never wraps."""
    tall = Game.setup(tengen.variant("tile", tile_stack="unlimited"), ["...", "...", "..."], tiles={"C3": 65535},
                      last_incursion=True)  # fmt: skip
    assert tall.why_not("C3") == (tengen.Reason.TILE_LIMIT,)


def test_the_creator_outlives_a_pass() -> None:
    """Spec 1.5: a pass creates nothing, so the position keeps its creator."""
    game = Game("chinese", board="3x3", repetition="natural")
    game.play("A1")
    game.play("pass")
    assert game.position.created_by == "black"


def test_playouts_complete_a_free_handicap() -> None:
    """During placement there are no passes, so own eyes are filled rather than the game given up."""
    rules = tengen.variant("chinese", handicap=7, handicap_kind="free").rules
    assert (tengen.kernel.playouts(boards.parse("3x3"), rules, games=20, seed=1).moves >= 7).all()


def test_a_record_with_two_starts_is_refused() -> None:
    record = Game.setup("tile", [".X.", "...", "..."], tiles=["A1"]).record
    record.root.changes = {"C3": "black"}
    with pytest.raises(tengen.FormatError, match="both a start position"):
        Game.from_record(record)


@pytest.mark.parametrize(
    "call",
    [
        lambda: Game.from_sgf(None),  # type: ignore[arg-type]
        lambda: Game.from_json(b"{}"),
        lambda: Game("chinese", board="5x5").score(dead=5),  # type: ignore[arg-type]
        lambda: Game("chinese", board="5x5").play(None),  # type: ignore[arg-type]
        lambda: Game("chinese", board="5x5").play(tengen.Place(1.5)),  # type: ignore[arg-type]
        lambda: Game.setup("tao", ["..\u1e97"]),
        lambda: Game.setup("chinese", 5),  # type: ignore[arg-type]
        lambda: Game.setup("tile", ["..."], prisoners=3),  # type: ignore[arg-type]
        lambda: Game.setup("tile", ["..."], tiles=5),  # type: ignore[arg-type]
        lambda: tengen.kernel.playouts(boards.parse("3"), Rules(), games=1.5),  # type: ignore[arg-type]
        lambda: tengen.kernel.playouts(boards.parse("3"), Rules(), games=1, seed=None),  # type: ignore[arg-type]
        lambda: tengen.kernel.playouts(boards.parse("3"), "chinese", games=1),  # type: ignore[arg-type]
    ],
)
def test_nonsense_is_refused_by_name(call: Callable[[], Any]) -> None:
    with pytest.raises(tengen.TengenError):
        call()


def test_an_end_from_outside_belongs_to_the_last_moment() -> None:
    game = Game("chinese", board="5x5")
    game.play("C3")
    game.finish("time", "black")
    assert (game.at(1).outcome, game.at(0).outcome) == (game.outcome, None)
    for wrong in (-1, 2):
        with pytest.raises(
            tengen.TengenError, match=f"has 1 moves; number must be a whole number from 0 to 1, not {wrong}"
        ):
            game.at(wrong)


@pytest.mark.parametrize("ending", ["TGE[time]", "TGE[rain][white]", "TGE[time][green]"])
def test_an_end_that_is_none_is_refused_with_its_place(ending: str) -> None:
    text = f"(;GM[1]FF[4]SZ[5];B[cc]\n;W[dd]{ending})"
    with pytest.raises(tengen.records.FormatError, match=r"line 2, column 1: TGE\[.* is not an end of a game"):
        Game.from_sgf(text)


def test_rows_where_the_board_has_rows() -> None:
    assert Game(board="3x2 without A1").rows() == ["...", "#.."]
    with pytest.raises(BoardError):
        Game(board="graph:petersen").rows()


@pytest.mark.parametrize("text", ["", "{}", "[]", "nonsense", '{"tengen": 2, "kind": "record"}'])
def test_bad_json_is_refused(text: str) -> None:
    with pytest.raises(tengen.FormatError):
        Game.from_json(text)
