"""Published and derived positions of Tile Go, Cushion Go, Tao Go and Gengo, through the engine."""

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from data import load
from playing import forbidden, owned, play, split, stand, why_not, with_turn

from tengen import Game, boards
from tengen.boards import Board
from tengen.game import unconditionally_alive
from tengen.kernel import State
from tengen.records import IllegalMove, Reason
from tengen.rules import Rules

TILE = load("tile_cushion")
TAO = load("tao")
GENGO = load("gengo")


# ---- Tile Go and Cushion Go (spec 2) ----------------------------------------------------------------------------

FINAL = TILE["final_417"]


@pytest.fixture
def final() -> Game:
    """The published end of the 417-move game (2.10)."""
    captured = FINAL["derived"]["captured"]
    prisoners = {"black": captured["white"], "white": captured["black"]}
    return Game.setup("cushion", FINAL["rows"], to_play="white", tiles=FINAL["tiles"], prisoners=prisoners)  # type: ignore[arg-type]


def test_end_of_the_famous_game(final: Game) -> None:
    assert final.rows() == FINAL["rows"]
    assert owned(final, "stones") == [*FINAL["stones_black_white"], FINAL["empty"]]
    assert owned(final) == FINAL["area_black_white_neutral"]
    score = final.score("area")
    assert [score.black, score.white] == FINAL["area_black_white_neutral"][:2]
    assert score.margin == -1
    assert final.tiles == dict.fromkeys(FINAL["tiles"], 1)
    stones = list(final.stones.values())
    for colour, other in (("black", "white"), ("white", "black")):
        placements = stones.count(colour) + final.prisoners[other]  # type: ignore[index, arg-type]
        assert placements == FINAL["derived"]["placements"][colour]


def test_the_famous_tiles_forbid_tiled_placements(final: Game) -> None:
    """2.3: no second tile fits on a tile; elsewhere a stack of one has room."""
    start = replace(final.position, last_incursion=True)
    for colour in ("black", "white"):
        game = Game.from_position("cushion", final.board, replace(start, to_play=colour))
        assert forbidden(game, Reason.TILE_LIMIT) <= set(FINAL["tiles"])
    bare = [label for label in FINAL["tiles"] if label not in final.stones]
    reasons = {
        label: Game.from_position("tile", final.board, replace(start, to_play=colour)).why_not(label)
        for label in bare
        for colour in ("black", "white")
    }
    assert all(Reason.TILE_LIMIT in found for found in reasons.values())


@pytest.mark.parametrize("line", TILE["lines"], ids=lambda line: line["name"])
@pytest.mark.parametrize("variant", ["tile", "cushion"])
def test_incursions_and_tiles(line: dict[str, Any], variant: str) -> None:
    """2.1-2.3, the ko retake of 2.5 among them."""
    game = Game.setup(variant, line["rows"], last_incursion=line["last_incursion"])
    for number, text in enumerate(line["moves"]):
        label = split(text)[1]
        height = game.tiles.get(label, 0)
        play(game, text)
        assert game.position.last_incursion == line["incursion"][number]
        assert game.tiles.get(label, 0) - height == line["tile"][variant][number]
        if str(number + 1) in line.get("illegal_after", {}):
            assert why_not(game, line["illegal_after"][str(number + 1)]) == (Reason.KO,)


CYCLE = TILE["cushion_cycle"]


def test_cushion_cycle() -> None:
    """2.9: the whole state recurs, and no tile was laid."""
    game = Game.setup("cushion", CYCLE["rows"])
    play(game, *CYCLE["prefix"])
    before = game.position
    assert before.prisoners == CYCLE["prisoners"]
    for text in CYCLE["cycle"]:
        play(game, text)
        assert sum(game.tiles.values()) == sum(before.tiles.values()) + CYCLE["tiles_put_in_cycle"]
        assert (game.position == before) == (len(game.moves) == len(CYCLE["prefix"] + CYCLE["cycle"]))


def test_the_cycle_breaks_in_tile_go() -> None:
    """2.8: the same moves reach a point that is full of tiles."""
    game = Game.setup("tile", CYCLE["rows"])
    with pytest.raises(IllegalMove) as caught:
        play(game, *CYCLE["prefix"], *CYCLE["cycle"])
    assert Reason.TILE_LIMIT in caught.value.reasons


# ---- Tao Go (spec 3) --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("case", "text"), [(case, text) for case in TAO["legality"] for text in case["legal"]], ids=lambda it: str(it)[:40]
)
def test_tao_legality(case: dict[str, Any], text: str) -> None:
    colour, _ = split(text)
    game = Game.setup("tao", case["rows"], to_play=colour, prisoners=case.get("prisoners"))
    reasons = why_not(game, text)
    assert (reasons == ()) == case["legal"][text]
    if reasons:
        expected = {Reason.NO_PRISONER} if "tao" in text else {Reason.TAO_NEEDS_CAPTURE, Reason.SUICIDE}
        assert set(reasons) <= expected


def test_a_tao_stone_with_a_prisoner() -> None:
    """3.3: the same move with a prisoner to pay with."""
    (case,) = [case for case in TAO["legality"] if "prisoners" in case]
    (text,) = case["legal"]
    game = Game.setup("tao", case["rows"], prisoners={"black": 1})
    play(game, text)
    assert game.prisoners == {"black": 0, "white": 0}
    assert game.stones[text.split()[-1]] == "tao"


@pytest.mark.parametrize("line", TAO["lines"], ids=lambda line: line["name"])
def test_tao_lines(line: dict[str, Any]) -> None:
    game = Game.setup("tao", line["rows"])
    for text, rows, captures in zip(line["moves"], line["rows_after"], line["captures"], strict=True):
        before = game.prisoners
        play(game, text)
        assert game.rows() == rows
        colour, _ = split(text)
        assert game.prisoners == before | {colour: before[colour] + captures}


@pytest.mark.parametrize("case", TAO["scores"], ids=lambda case: case["name"])
def test_tao_stones_are_walls(case: dict[str, Any]) -> None:
    """3.6."""
    black, white, nobody = owned(Game.setup("tao", case["rows"]))
    assert [black, white, nobody - case["tao_points"]] == case["area_black_white_neutral"]


@pytest.mark.parametrize("kind", ["fixed", "free"])
def test_handicap_on_tengen(kind: Any) -> None:
    """3.4: a stone on tengen sends the Tao stone to Black's hand, and it is free (3.3)."""
    case = TAO["handicap_on_tengen"]
    board = boards.parse(str(case["size"]))
    assert board.centre is not None
    corners = ["D4", "Q16", "D16", "Q4", board.labels[board.centre]]
    game = Game("tao", board=board, handicap=5, handicap_kind=kind)
    if kind == "free":
        assert game.to_play == "black"
        play(game, *(f"black {label}" for label in corners))
    assert game.to_play == "white"
    assert {label for label in corners if game.stones.get(label) == "black"} == set(corners)
    assert list(game.stones.values()).count("tao") == case["tao_on_board"]
    assert game.tao_in_hand == case["tao_in_hand"]
    play(game, "white pass", "black tao C3")
    assert game.tao_in_hand == {"black": 0, "white": 0}


# ---- Gengo (spec 4) ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GENGO["offsets"])
def test_gengo_footprints(name: str) -> None:
    """4.1: a stone in the middle of a board has the footprint and neighbours of the published pair."""
    board = boards.parse("15x15", footprint=name)
    row = board.rows[7]
    place = {p: (x - 7, y - 7) for y, row in enumerate(board.rows) for x, p in enumerate(row)}
    offsets = GENGO["offsets"][name]
    for relation, written in ((board.footprint, "footprint"), (board.neighbours, "neighbours")):
        found = {place[p] for p in relation[row[7]]}
        assert found == closed(offsets[written])
    if name == "gengo":
        assert len(board.footprint[row[7]]) == GENGO["counts"]["footprint"]
        assert len(board.neighbours[row[7]]) == GENGO["counts"]["neighbours"]


def closed(pairs: Iterable[str]) -> set[tuple[int, int]]:
    turned = [(int(a), int(b)) for pair in pairs for a, b in (tuple(pair), tuple(pair)[::-1])]
    return {(x * i, y * j) for x, y in turned for i in (1, -1) for j in (1, -1)}


def test_gengo_capture() -> None:
    case = GENGO["capture"]
    game = Game("gengo", board=str(case["size"]))
    for number, text in enumerate(case["moves"], 1):
        game = with_turn(game, split(text)[0])
        before = game.stones
        play(game, text)
        gone = [label for label in before if label not in game.stones]
        assert gone == (case["captured_by_last"] if number == len(case["moves"]) else [])
    assert game.prisoners == {"black": len(case["captured_by_last"]), "white": 0}


FEWEST = GENGO["capture"]["minimum_capturers"]


@pytest.mark.parametrize(("label", "fewest"), FEWEST["by_point"].items())
def test_gengo_fewest_capturers(label: str, fewest: int) -> None:
    """Fewer stones leave a single one with a liberty, by trying all; this number suffices, in a game."""
    board = boards.parse(f"gengo {FEWEST['size']}")
    for size in range(1, fewest):
        assert next(captures(board, label, size), None) is None
    capturers = next(captures(board, label, fewest))
    game = Game("gengo", board=board)
    play(game, "black pass", f"white {label}")
    for number, capturer in enumerate(capturers, 1):
        play(game, f"black {capturer}")
        assert (label in game.stones) == (number < fewest)
        if number < fewest:
            play(game, "white pass")


def captures(board: Board, label: str, size: int) -> Iterator[list[str]]:
    """Yield the sets of a number of black stones that overlap nothing and leave a white stone no liberty."""
    victim = board.find(label)
    assert victim is not None
    liberties = set(board.neighbours[victim])
    covers = [set(footprint) for footprint in board.footprint]
    useful = [p for p in range(len(board)) if victim not in covers[p] and liberties & covers[p]]
    state = State.empty(board, Rules(suicide="allowed"))
    for points in itertools.combinations(useful, size):
        if any(q in covers[p] for p, q in itertools.combinations(points, 2)):
            continue
        state.points["colour"] = 0
        state.points["colour"][victim] = 2
        state.points["colour"][list(points)] = 1
        if state.rebuild() < len(board) and not state.points["liberties"][victim]:
            yield [board.labels[p] for p in points]


def test_gengo_suicide() -> None:
    case = GENGO["suicide"]
    stones = stand(case["black"])
    game = Game.setup("gengo", stones, board=str(case["size"]), to_play="white")
    play(game, case["move"])
    assert game.stones == stones
    assert game.prisoners == {"black": len(case["own_removed"]), "white": 0}
    strict = Game.setup("gengo", stones, board=str(case["size"]), to_play="white", suicide="forbidden")
    assert why_not(strict, case["move"]) == (Reason.SUICIDE,)


@pytest.mark.parametrize("case", GENGO["area"], ids=lambda case: str(case["size"]))
def test_gengo_area(case: dict[str, Any]) -> None:
    game = Game.setup("gengo", stand(case["black"], case["white"]), board=str(case["size"]))
    assert owned(game) == case["area_black_white_neutral"]


LIVING = GENGO["live_groups"]


def lone_points(board: Board, stones: Iterable[str]) -> set[str]:
    """Return the vacant points all of whose neighbours lie in footprints: one-point eyes of wide stones."""
    covered = {q for label in stones for q in board.footprint[board.labels.index(label)]}
    vacant = set(range(len(board))) - covered
    return {board.labels[p] for p in vacant if covered.issuperset(board.neighbours[p])}


@pytest.mark.parametrize("place", ["corner", "edge", "center"])
def test_gengo_living_groups(place: str) -> None:
    """4.9: the eyes are single points, White's stones there are suicide, and the group lives for ever."""
    stones = stand(LIVING[place])
    strict = Game.setup("gengo", stones, board=str(LIVING["size"]), to_play="white", suicide="forbidden")
    assert lone_points(strict.board, stones) == set(LIVING[f"{place}_eyes"])
    chains = unconditionally_alive(strict.board, stones, "black")
    assert {label for chain in chains for label in chain} == set(stones)
    game = Game.setup("gengo", stones, board=str(LIVING["size"]), to_play="white")
    for label in LIVING[f"{place}_eyes"]:
        assert why_not(strict, f"white {label}") == (Reason.SUICIDE,)
        play(game, f"white {label}")
        assert game.stones == stones
        play(game, "black pass")
    assert game.prisoners == {"black": len(LIVING[f"{place}_eyes"]), "white": 0}


@pytest.mark.parametrize("place", ["corner", "edge", "center"])
def test_gengo_groups_with_a_stone_less_are_not_alive(place: str) -> None:
    """The same groups short of any one stone: the check above can fail."""
    board = boards.parse(f"gengo {LIVING['size']}")
    for missing in LIVING[place]:
        rest = stand(label for label in LIVING[place] if label != missing)
        chains = unconditionally_alive(board, rest, "black")
        assert {label for chain in chains for label in chain} != set(LIVING[place])
        assert not lone_points(board, rest) >= set(LIVING[f"{place}_eyes"])
