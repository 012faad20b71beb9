"""The game as people import it: every call of the design's section 5, and the effects of refused calls."""

from pathlib import Path
from typing import Any

import networkx as nx
import pytest
from game_playing import advance, everything, legality, seeded

import tengen
from tengen import (
    BoardError,
    FormatError,
    IllegalMove,
    Outcome,
    Pass,
    Place,
    PositionError,
    Reason,
    Resign,
    Return,
    Rules,
    RulesConflict,
    Tao,
    TengenError,
    UnknownVariant,
    variant,
    variants,
)

Game: Any = tengen.Game
"""Untyped, as called without type checks; and mypy takes a property for settled until the next assignment."""

KO_ROWS = [".XO.", "XO.O", ".XO.", "...."]
NAMES = [preset.name for preset in variants()]


# ---- starting --------------------------------------------------------------------------------------------------------


def test_variants_and_axes() -> None:
    game = tengen.Game("tile", board="9x9")
    assert (game.rules.tiles, len(game.board)) == ("tile", 81)
    assert (game.to_play, game.moves, game.outcome) == ("black", (), None)
    game = Game("chinese", board="13x9 torus", komi=5.5, repetition="situational")
    assert (game.rules.komi, game.rules.repetition) == (5.5, "situational")
    assert (game.board.text, game.score().komi) == ("13x9 torus", 5.5)
    game = Game(variant("tao", tiles="cushion"))
    assert (game.rules.tao, game.rules.tiles, game.board.text) == ("on", "cushion", "19")


def test_bare_rules_and_boards_of_every_sort() -> None:
    assert Game(Rules(komi=3), board=5).score().margin == -3
    assert len(Game(board=nx.petersen_graph()).board) == 10
    board = tengen.boards.parse("4x4")
    assert Game(board=board).board is board
    assert Game(tengen.variants()[0]).variant.name == "chinese"


def test_a_plain_size_keeps_the_footprint() -> None:
    assert Game("gengo", board="9x9").board == tengen.boards.parse("gengo 9")
    assert Game("gengo").board.text == "gengo 19"
    assert Game.setup("gengo", ["....."] * 5).board == tengen.boards.parse("gengo 5")


def test_a_users_own_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('inherits = "tile"\n[axes]\ntile_stack = 2\n', encoding="utf-8")
    assert Game(str(file), board="5x5").rules.tile_stack == 2


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda: Game("chines"), UnknownVariant),
        (lambda: Game("chinese", board="0x5"), BoardError),
        (lambda: Game("chinese", board="nonsense"), BoardError),
        (lambda: Game("chinese", board=5, end="no-moves"), RulesConflict),
        (lambda: Game("chinese", board=5, nonsense=1), RulesConflict),
        (lambda: Game("chinese", board=5, komi="many"), RulesConflict),
        (lambda: Game("tao", board=5, tao_start=("Z9",)), RulesConflict),
        (lambda: Game("chinese", board="9x9 torus", handicap=2), BoardError),
        (lambda: Game.setup("chinese", ["..."], created_by="green"), PositionError),
    ],
)
def test_bad_beginnings(call: Any, error: type[TengenError]) -> None:
    with pytest.raises(error):
        call()
    assert issubclass(error, TengenError)
    assert issubclass(TengenError, ValueError)


# ---- playing ---------------------------------------------------------------------------------------------------------


def test_play_and_what_can_be_asked() -> None:
    game = Game("chinese", board="5x5")
    game.play("D4")
    game.play("c3")
    assert game.moves == (Place(8), Place(12))
    assert game.movers == ("black", "white")
    assert game.rows() == [".....", "...X.", "..O..", ".....", "....."]
    assert game.stones == {"D4": "black", "C3": "white"}
    assert (game.tiles, game.prisoners) == ({}, {"black": 0, "white": 0})
    assert game.to_play == "black"
    game.play(Pass)
    assert game.to_play == "white"
    assert game.undo() is Pass
    assert game.position.stones == game.stones
    assert repr(game) == "<Game chinese on 5, 2 moves, black to play>"


def test_every_kind_of_move_in_words() -> None:
    given: dict[str, Any] = {"tao": "on", "passing": "both", "prisoners": {"white": 1}, "tao_in_hand": {"black": 1}}
    game = Game.setup("chinese", KO_ROWS, **given)
    for text, move in (
        ("tao D1", Tao(15)),
        ("RETURN", Return),
        (" pass ", Pass),
        ("a1", Place(12)),
        ("resign", Resign),
    ):
        game.play(text)
        assert game.moves[-1] == move
    assert game.outcome == Outcome("white", None, "resignation")
    assert game.rows()[-1] == "O..T"


def test_why_not() -> None:
    game = Game.setup("chinese", KO_ROWS)
    assert game.why_not("C3") == ()
    game.play("C3")
    assert game.why_not("B3") == (Reason.REPETITION,)
    with pytest.raises(IllegalMove, match="B3 is illegal: repetition"):
        game.play("B3")
    assert game.why_not("C3") == (Reason.OCCUPIED,)
    assert game.why_not("A1", "black") == (Reason.NOT_YOUR_TURN,)
    assert game.why_not("Z9") == (Reason.OFF_BOARD,)
    assert game.why_not("return") == (Reason.NO_RETURN,)
    assert game.why_not("tao A1") == (Reason.NO_TAO,)
    assert game.why_not(Place(999)) == (Reason.OFF_BOARD,)


def test_off_board_and_unreadable_are_different() -> None:
    """0.5."""
    game = Game(board="5x5")
    with pytest.raises(IllegalMove) as caught:
        game.play("K9")
    assert caught.value.reasons == (Reason.OFF_BOARD,)
    for text in ("", "5x5", "D", "44", "tao", "tao ??", "D4 E5", "pas"):
        with pytest.raises(FormatError):
            game.play(text)
        with pytest.raises(FormatError):
            game.why_not(text)
    assert game.moves == ()


def test_legal_moves_are_lazy() -> None:
    game = Game("chinese", board="3x3")
    legal = game.legal_moves()
    assert "B2" in legal
    assert Place(4) in legal
    assert len(legal) == 10
    assert set(legal) == {*map(Place, range(9)), Pass}
    assert "resign" not in legal
    assert "return" not in legal
    assert object() not in legal
    game.play("B2")
    assert len(legal) == 9
    assert "B2" not in legal
    assert len(Game("tile", board="3x3").legal_moves()) == 9


def test_legal_moves_do_not_go_stale() -> None:
    game = Game(board="3x3")
    game.play("A1")
    legal = game.legal_moves()
    assert Place(6) not in set(legal)
    game.undo()
    game.play("B2")
    assert set(legal) == set(game.legal_moves())
    game.finish("time", "black")
    assert len(legal) == 0


REFUSED: list[tuple[str, Any, type[TengenError]]] = [
    ("occupied", lambda g: g.play("A1"), IllegalMove),
    ("ko", lambda g: g.play("B3"), IllegalMove),
    ("off the board", lambda g: g.play("T19"), IllegalMove),
    ("out of turn", lambda g: g.play("D1", "black"), IllegalMove),
    ("no colour", lambda g: g.play("D1", "green"), TengenError),
    ("bad text", lambda g: g.play("hello world"), FormatError),
    ("bad text asked", lambda g: g.why_not("???"), FormatError),
    ("no return", lambda g: g.play("return"), IllegalMove),
    ("no tao", lambda g: g.play("tao D1"), IllegalMove),
    ("bad scoring", lambda g: g.score("points"), TengenError),
    ("dead vacancy", lambda g: g.score(dead=["D1"]), TengenError),
    ("dead off the board", lambda g: g.score("territory", dead=["A1", "Z9"]), TengenError),
    ("settled too early", lambda g: g.settle(["A1"]), TengenError),
    ("finished badly", lambda g: g.finish("score", "black"), TengenError),
    ("finished for nobody", lambda g: g.finish("time", None), TengenError),
    ("finished for a stranger", lambda g: g.finish("time", "green"), TengenError),
]


@pytest.mark.parametrize(("call", "error"), [case[1:] for case in REFUSED], ids=[case[0] for case in REFUSED])
def test_a_refused_call_leaves_the_game_untouched(call: Any, error: type[TengenError]) -> None:
    game = Game.setup("chinese", KO_ROWS, tiles=[], prisoners={"black": 2}, passes=3)
    for move in ("A1", "pass", "C3"):
        game.play(move)
    before, memory = everything(game), game.state().buffer.tobytes()
    with pytest.raises(error):
        call(game)
    assert everything(game) == before
    assert game.state().buffer.tobytes() == memory


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("name", ["tile", "tao", "gengo", "new-zealand"])
def test_every_illegal_move_leaves_the_game_untouched(name: str, seed: int) -> None:
    game = Game(name, board="5x5")
    for _ in advance(game, seeded(25, seed)):
        pass
    before, memory = everything(game), game.state().buffer.tobytes()
    for move, reasons in legality(game).items():
        if reasons:
            with pytest.raises(IllegalMove) as caught:
                game.play(move)
            assert caught.value.reasons == reasons
            assert game.state().buffer.tobytes() == memory
    assert everything(game) == before


# ---- the end ---------------------------------------------------------------------------------------------------------


def test_a_side_without_moves_loses_before_it_begins() -> None:
    """2.7."""
    game = Game("tile", board="1x1")
    assert game.outcome == Outcome("white", None, "no_moves")
    assert game.why_not("resign") == (Reason.GAME_OVER,)


def test_a_draw_has_no_winner() -> None:
    game = Game("tromp-taylor", board="3x3")
    game.play("pass")
    game.play("pass")
    assert game.outcome == Outcome(None, 0, "score")
    assert str(game.outcome) == "Draw"


@pytest.mark.parametrize("how", ["time", "forfeit"])
def test_time_and_forfeit(how: Any) -> None:
    game = Game(board="3x3")
    game.play("B2")
    before = everything(game)[1:5]
    assert game.finish(how, "white") == Outcome("white", None, how) == game.outcome
    assert everything(game)[1:5] == before
    assert game.why_not("A1") == (Reason.GAME_OVER,)
    with pytest.raises(TengenError, match="over"):
        game.finish(how, "black")
    assert Game.from_json(game.to_json()).outcome == game.outcome
    game.undo()
    assert (game.outcome, game.moves) == (None, ())


# ---- scores ----------------------------------------------------------------------------------------------------------


def test_score_with_its_parts() -> None:
    game = Game.setup("chinese", ["XX.OO", "XX.OO"], komi=0.5, prisoners={"black": 2, "white": 0})
    score = game.score()
    assert (score.kind, score.black, score.white, score.komi, score.margin) == ("area", 4, 4, 0.5, -0.5)
    assert score.owner["A1"] == "black"
    assert score.owner["C1"] is None
    assert score.owner["E2"] == "white"
    assert game.score("territory").margin == 1.5
    assert game.score("stones").black == 4
    assert game.moves == ()


def test_dead_stones_name_their_chains() -> None:
    game = Game.setup("japanese", ["..X..", ".OX.X", "..XX."], komi=0)
    before = everything(game)
    assert game.score().black == 4
    assert game.score(dead=["B2"]).black == 4 + 6 + 1
    assert game.score("area", dead=["B2"]).black == 15
    assert game.score(dead=lambda asked: [label for label, c in asked.stones.items() if c == "white"]).black == 11
    assert game.score(dead=["C1", "D1", "C2"]).black == game.score(dead=["C3"]).black
    assert everything(game) == before


def test_settle() -> None:
    game = Game.setup("japanese", ["..X..", ".OX.X", "..XX."], komi=0)
    with pytest.raises(TengenError, match="after a game"):
        game.settle(["B2"])
    game.play("pass")
    game.play("pass")
    assert game.outcome == Outcome("black", 4, "score")
    with pytest.raises(TengenError, match="no stone"):
        game.settle(["A1"])
    assert game.outcome == Outcome("black", 4, "score")
    assert game.settle(["B2"]) == Outcome("black", 11, "score")
    assert game.dead == ("B2",)
    again = Game.from_json(game.to_json())
    assert (again.outcome, again.dead) == (game.outcome, game.dead)
    game.undo()
    assert (game.outcome, game.dead) == (None, ())


def test_everything_resolves_after_a_bare_import() -> None:
    assert tengen.boards.parse("9x9 torus").text == "9x9 torus"
    result = tengen.kernel.playouts(tengen.boards.parse("5x5"), tengen.variant("chinese").rules, games=10, seed=1)
    assert len(result.moves) == len(result.scores) == 10
    for name in tengen.__all__:
        assert getattr(tengen, name) is not None
