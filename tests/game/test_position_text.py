"""Positions as one line: read back equal on every board and in every game; mistakes are named with their place."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tengen import FormatError, Game, Position, Record, TengenError, rules, variants
from tengen.formats import read_any
from tengen.rules import library

NAMES = [variant.name for variant in (*variants(), *library())]
BOARDS = {
    "a torus": ("tile", "5x4 torus"),
    "wide stones": ("gengo", "gengo 9"),
    "ordinary stones under Gengo": ("gengo", "go 9"),
    "a graph with a name": ("tao", "graph:petersen"),
    "a graph of one's own": ("cushion", "edges:a b-c%2Cd,c%2Cd-100%25,100%25-e,e-a b"),
    "points cut out": ("cushion", "5x5 without A1 C3"),
}
TILES = {"C3": 2, "D4": 1}


def played(game: Game, seed: int, moves: int) -> Game:
    rng = random.Random(seed)
    while len(game.moves) < moves and game.outcome is None and len(game.legal_moves()):
        game.play(rng.choice(list(game.legal_moves())))
    return game


def comes_back(game: Game) -> None:
    position = game.position
    read = Position.parse(str(position))
    assert (read, hash(read), read.board, read.game) == (position, hash(position), position.board, position.game)
    if game.outcome is None and not game.bidder:
        again = Game.setup(str(position))
        same = again.rules.replace(handicap=0) == game.rules.replace(handicap=0) and again.board == game.board
        assert same
        assert str(again.position) == str(position)


@settings(max_examples=25)
@given(name=st.sampled_from(NAMES), seed=st.integers(0, 99), moves=st.integers(0, 30))
def test_every_position_of_every_preset_comes_back(name: str, seed: int, moves: int) -> None:
    comes_back(played(Game(name), seed, moves))


@pytest.mark.parametrize("which", BOARDS)
def test_every_board_comes_back(which: str) -> None:
    name, board = BOARDS[which]
    comes_back(played(Game(name, board=board), 1, 20))


def test_everything_on_the_table_is_written() -> None:
    tile = rules.variant("tao", tiles="tile", tile_stack="unlimited")
    game = Game.setup(
        tile, [".XO.", "XOTO", ".XO.", "...."], to_play="white", tiles={"A1": 3, "B1": 1}, prisoners={"white": 2},
        tao_in_hand={"white": 1}, created_by="white", last_incursion=True,
    )  # fmt: skip
    comes_back(game)
    assert str(game.position).split()[2:] == [
        *("black=B4,A3,B2", "white=C4,B3,D3,C2", "tao=C3", "to_play=white", "tiles=A1,A1,A1,B1", "prisoners=0,2"),
        *("tao_in_hand=0,1", "created_by=white", "last_incursion=true"),
    ]


WRONG = {
    "torus": "line 1, column 1: 'torus': unknown; the parts are game, board",
    "board=9 blck=C3": "line 1, column 9: 'blck=C3': unknown",
    "board=9\nblack=C3,": "line 2, column 1: 'black=C3,': write it like black=C3,D4",
    "black=C3 white=D4,C3": "two stones on one point",
    "to_play=red": "write it like to_play=white",
    "prisoners=1": "write it like prisoners=1,0",
    "tao_turns=" + "9" * 5000: "write it like tao_turns=3",
    "black=C3 black=D4": "given twice",
    "black=C3": "the position names no board; add one",
    "board=9 black=Z9": "Z9 is not on 9x9",
    "board=9 black=A1 white=A2,B1": "the chain A1 has no liberty",
    "board=file:mine.g6": "names a file",
    "game=tyle board=9": "unknown variant 'tyle'",
    "game=tile+komi= board=9": "write it as axis=value",
}


@pytest.mark.parametrize("text", WRONG, ids=range(len(WRONG)))
def test_mistakes_are_named(text: str) -> None:
    with pytest.raises(TengenError) as found:
        Game.setup(text)
    assert WRONG[text] in str(found.value)


def test_what_a_position_says_is_not_said_again() -> None:
    position = Position({"C3": "black"})
    assert Game.setup(position, board=5, komi=3).stones == {"C3": "black"}
    with pytest.raises(TengenError, match="leave out the second argument"):
        Game.setup(position, ["..."])
    with pytest.raises(TengenError, match="leave out the rest"):
        Game.setup(str(position), board=5, to_play="white")


def test_a_board_argument_replaces_the_one_in_the_text() -> None:
    assert Game.setup("board=9 black=C3", board="5x5 torus").board.text == "5x5 torus"


def test_the_text_has_the_komi_that_was_bid() -> None:
    game = Game("komi-bidding", board=5)
    assert "komi=0" in str(game.position)
    game.bid(6.5)
    game.bid(7)
    assert str(game.position) == str(game.first_position) == "game=komi-bidding+komi=7 board=5 to_play=black"


def test_an_array_of_anything_else_is_refused() -> None:
    with pytest.raises(TengenError, match="'stones' or 'tiles', not 'tile'"):
        Game("tile", board=5).array("tile")  # type: ignore[arg-type]


def test_long_texts_take_linear_time() -> None:
    for text in ("black=" + ",".join(map(str, range(200_000))), "\n" * 400_000 + "x", "board=9 " + "a" * 400_000):
        with pytest.raises(TengenError):
            Game.setup(text)


def test_a_text_is_a_record_wherever_records_are_read() -> None:
    record = read_any("game=japanese+komi=0.5 board=9 black=E5 to_play=white")
    assert isinstance(record, Record)
    assert (record.variant, record.axes, record.board) == (
        "japanese",
        {"komi": 0.5},
        "9",
    )
    assert read_any("tiles=C3 board=5 game=tile").start == Position({}, tiles={"C3": 1})
    with pytest.raises(FormatError):
        read_any("board=9 blck=E5")
