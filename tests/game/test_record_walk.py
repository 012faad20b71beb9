"""Following records node by node: starts, stones set up in mid-game, lessons, and variations by address."""

import pytest
from data import cases

from tengen import Game, variant
from tengen.formats import sgf
from tengen.game.game_records import record_variant
from tengen.game.record_walk import Stage, walk
from tengen.game.variations import branches, line_of
from tengen.records import FormatError, IllegalMove, Node, Position, PositionError, Reason, Record, TengenError

TREE = "(;SZ[9];B[ee];C[here](;W[dc];B[dd])(;W[fc];B[ge](;W[gf])(;W[hd];C[a](;B[hh])(;B[gg])))(;AW[cc];B[cf]))"


def stages(text: str, rules: str = "chinese") -> list[tuple[int, bool, int, str]]:
    """Return number, restart, stones and side to move for every node."""
    walked = walk(sgf.read(text), variant(rules))
    return [(stage.number, stage.anew, len(stage.game.stones), stage.game.to_play) for stage in walked]


def last(record: Record, rules: str = "chinese", strict: bool | None = None) -> Stage:
    return list(walk(record, variant(rules), strict=strict))[-1]


def test_a_game_goes_on_with_every_node() -> None:
    assert stages("(;SZ[5];B[cc];C[x];W[bb])") == [
        (0, True, 0, "black"),
        (1, False, 1, "white"),
        (1, False, 1, "white"),
        (2, False, 2, "black"),
    ]


def test_stones_set_up_in_mid_game() -> None:
    told = stages("(;SZ[5];B[cc];W[bb];AE[cc]AB[dd][ee];W[aa];PL[W];W[ab])")
    assert [number for number, *_ in told] == [0, 1, 2, 2, 3, 3, 4]
    assert [anew for _, anew, *_ in told] == [True, False, False, True, False, True, False]
    assert told[3] == (2, True, 3, "white")
    assert told[-1] == (4, False, 5, "black")


def test_setting_up_what_is_there_changes_nothing() -> None:
    assert [anew for _, anew, *_ in stages("(;SZ[5];B[cc];AB[cc]AE[aa];PL[W];W[bb])")] == [True] + [False] * 4


def test_history_begins_anew() -> None:
    """A ko may be retaken at once when its stones were set up."""
    ko = "(;SZ[5];B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[cb];W[bb]"
    assert last(sgf.read(ko + ";B[cb])"), strict=True).reasons == (Reason.REPETITION,)
    stage = last(sgf.read(ko + ";AB[ee];B[cb])"))
    assert (stage.reasons, stage.number, len(stage.game.moves)) == ((), 9, 1)


def test_no_placement_leads_to_stones_set_up_by_hand() -> None:
    """Spec 0.7 and 1.5: there is no last placement, and the side not to move created the position."""
    played = "(;SZ[5];B[ba];W[cc]"
    assert last(sgf.read(played + ")"), "tile").game.position.last_incursion
    edited = last(sgf.read(played + ";AE[ba]PL[W])"), "tile").game
    assert (edited.position.last_incursion, edited.situations[0].creator) == (False, "black")
    turned = last(sgf.read(played + ";AE[ee]PL[W])"), "tile").game
    assert (turned.position.last_incursion, turned.situations[0].creator) == (True, "white")


def test_prisoners_and_tiles_stay() -> None:
    stage = last(sgf.read("(;SZ[5];B[ba];W[aa];B[ab];AW[cc];W[ee])"), "cushion")
    assert stage.game.prisoners == {"black": 1, "white": 0}
    tiled = last(sgf.read("(;SZ[5];B[cc];W[bb];B[dd];AW[aa])"), "tile")
    assert tiled.game.tiles == {"D2": 1}


def test_lessons() -> None:
    told = stages("(;SZ[5];B[cc];AW[bb];W[aa];W[ab];B[];W[];W[ee])")
    assert [anew for _, anew, *_ in told] == [True, False, True, False, True, False, False, True]
    assert told[-1] == (6, True, 5, "black")


def test_the_node_of_an_illegal_move_is_the_last() -> None:
    walked = list(walk(sgf.read("(;SZ[5];B[cc];W[cc];B[dd])"), variant("chinese")))
    assert [bool(stage.reasons) for stage in walked] == [False, False, True]
    assert walked[-1].game.stones == {"C3": "black"}


def test_positions_that_cannot_stand() -> None:
    with pytest.raises(PositionError, match="line 1, column 15: the chain A5 has no liberty"):
        last(sgf.read("(;SZ[5];B[cc] ;AW[aa]AB[ba][ab];B[ee])"))


def test_texts_that_are_no_moves() -> None:
    with pytest.raises(FormatError, match="line 3, column 4"):
        last(Record(board="5", root=Node(move="nonsense!", line=3, column=4)))


def test_the_variants_own_start_stays() -> None:
    assert last(sgf.read("(;SZ[5];W[ee])"), "tao").game.stones == {"C3": "tao", "E1": "white"}
    covered = last(sgf.read("(;SZ[5]AB[cc];W[ee])"), "tao").game
    assert (covered.stones["C3"], covered.tao_in_hand) == ("black", {"black": 1, "white": 0})


def test_stones_of_the_record_replace_a_handicap() -> None:
    fixed = variant("japanese", handicap=2)
    own = list(walk(sgf.read("(;SZ[9];W[ee])"), fixed))[-1].game
    assert own.stones == {"C3": "black", "G7": "black", "E5": "white"}
    set_up = list(walk(sgf.read("(;SZ[9]AB[aa][bb];W[ee])"), fixed))[-1].game
    assert set_up.stones == {"A9": "black", "B8": "black", "E5": "white"}


def test_set_up_in_several_nodes_before_the_first_move() -> None:
    assert stages("(;SZ[5];AB[cc];AB[dd]AE[cc];W[aa])") == [
        (0, True, 0, "white"),
        (0, True, 1, "white"),
        (0, True, 1, "white"),
        (1, False, 2, "black"),
    ]


def test_a_game_from_a_record_begins_at_the_last_setup() -> None:
    game = Game.from_sgf("(;SZ[5];B[cc];W[bb];AE[cc];B[dd])")
    assert (game.stones, len(game.moves)) == ({"B4": "white", "D2": "black"}, 1)
    assert game.start == Position({"B4": "white"}, to_play="black")
    assert Game.from_json(game.to_json()).stones == game.stones
    with pytest.raises(IllegalMove, match="move 3, A1"):
        Game.from_sgf("(;SZ[5];B[ae];AW[bb];W[cc];B[ae])")


def test_variations_by_address() -> None:
    record = sgf.read(TREE)
    assert [node.move for node in line_of(record).nodes] == [None, "E5", None, "D7", "D6"]
    assert [branch.address for branch in branches(line_of(record))] == ["2.2", "2.3"]
    assert [node.move for node in line_of(record, "2.2").nodes] == [None, "E5", None, "F7", "G5", "G4"]
    assert [node.move for node in line_of(record, "2.2/4.2/5.2").nodes][-3:] == ["H6", None, "G3"]
    edited = list(walk(record, record_variant(record), line_of(record, "2.3").nodes))[-1]
    assert (edited.number, edited.game.stones["C7"]) == (2, "white")


@pytest.mark.parametrize(("address", "told"), cases("record_walk", "variations_that_are_not_there"))
def test_variations_that_are_not_there(address: str, told: str) -> None:
    with pytest.raises(TengenError, match=told.replace(".", r"\.")):
        line_of(sgf.read(TREE), address)


def test_many_variations_are_not_all_listed() -> None:
    record = Record(board="5", root=Node(children=[Node() for _ in range(13)]))
    with pytest.raises(TengenError, match=r"1\.11 and 2 more"):
        line_of(record, "7.7")
