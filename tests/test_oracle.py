"""The oracle against published facts, so that what agrees with the oracle agrees with them."""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence
from typing import Any

import pytest
from data import load
from oracle import Move, Oracle, other

from tengen import boards
from tengen.boards import Board
from tengen.records import PositionError, Reason
from tengen.rules import REPETITIONS, Rules

CITIZENDIUM = load("citizendium")
REPETITION = load("repetition")
TAO = load("tao")
TILE = load("tile_cushion")
GENGO = load("gengo")
SGFMILL = load("sgfmill_board")
KATAGO = load("katago_rules")
AREAS = load("katago_areas")
COUNTS = load("game_counts")
LEGAL = load("legal_positions")

NAMES = {"X": "black", "O": "white"}
TILE_GO: dict[str, Any] = {"passing": "return", "end": "no-moves"}
GENGO_RULES = Rules(suicide="allowed", repetition="singleton", passes=3, scoring="stones")


def at(board: Board, label: str) -> int:
    point = board.find(label)
    assert point is not None, label
    return point


def set_up(rows: Sequence[str], rules: Rules, to_play: str = "black", **state: Any) -> Oracle:
    board = boards.parse(f"{len(rows[0])}x{len(rows)}")
    points = "".join(rows)
    stones = {p: NAMES[c] for p, c in enumerate(points) if c in NAMES}
    tao = {p for p, c in enumerate(points) if c == "T"}
    return Oracle(board, rules, stones=stones, tao=tao, to_play=to_play, **state)


def rows_of(oracle: Oracle, board: Board) -> list[str]:
    mark = {"black": "X", "white": "O"}
    look = ["T" if p in oracle.tao else mark.get(oracle.stones.get(p, ""), ".") for p in range(oracle.n)]
    return ["".join(look[p] for p in row) for row in board.rows]


def board_of(oracle: Oracle) -> Board:
    assert isinstance(oracle.board, Board)
    return oracle.board


def read(board: Board, text: str) -> tuple[str, Move]:
    """Read ``"black D4"``, ``"white tao D4"``, ``"black pass"``."""
    colour, *rest = text.split()
    if rest[0] in ("pass", "return", "resign"):
        return colour, (rest[0],)
    return colour, ("tao" if rest[0] == "tao" else "place", at(board, rest[-1]))


def play(oracle: Oracle, text: str) -> None:
    colour, move = read(board_of(oracle), text)
    oracle.play(move, colour)


def why_not(oracle: Oracle, text: str) -> tuple[Reason, ...]:
    colour, move = read(board_of(oracle), text)
    return oracle.why_not(move, colour)


def moves_of(oracle: Oracle) -> list[Move]:
    """Every legal move but resignation."""
    moves: list[Move] = [("place", p) for p in sorted(oracle.legal_placements())]
    moves += [("tao", p) for p in sorted(oracle.legal_taos())]
    return moves + [move for move in (("return",), ("pass",)) if not oracle.why_not(move)]


def owners(oracle: Oracle, kind: str) -> tuple[int, int, int]:
    """How many points are Black's, White's and nobody's."""
    owner = list(oracle.score(kind)[2].values())
    return owner.count("black"), owner.count("white"), owner.count(None)


# ---- scores -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", CITIZENDIUM["scores_19x19"], ids=str)
def test_published_scores(case: dict[str, Any]) -> None:
    board = boards.parse("19")
    stones = {at(board, label): colour for colour in ("black", "white") for label in case[colour]}
    black, white, _ = Oracle(board, Rules(), stones=stones).score()
    assert black - white == case["score"]
    assert [black, white] == case.get("area", [black, white])


@pytest.mark.parametrize("case", SGFMILL["score"], ids=lambda case: case["name"])
def test_sgfmill_scores(case: dict[str, Any]) -> None:
    black, white, _ = set_up(case["rows"], Rules()).score("area")
    assert black - white == case["score"]


@pytest.mark.parametrize("case", AREAS["cases"], ids=lambda case: case["name"])
def test_katago_areas(case: dict[str, Any]) -> None:
    owner = set_up(case["rows"], Rules()).score("area")[2]
    assert [owner[p] for p in range(len(owner))] == [NAMES.get(c) for c in "".join(case["area"])]


@pytest.mark.parametrize("name", REPETITION["boards"])
def test_areas_of_the_triple_ko_diagrams(name: str) -> None:
    oracle = set_up(REPETITION["boards"][name], Rules())
    assert list(owners(oracle, "area")) == REPETITION["area_black_white_neutral"][name]


def test_area_and_territory_differ_by_the_placements() -> None:
    """1.17, in random games with captures."""
    for seed in range(6):
        draw = random.Random(seed)
        oracle = Oracle(boards.parse(draw.choice(["3x3", "4x2", "4x3 torus"])), Rules(suicide="allowed"))
        placed = {"black": 0, "white": 0}
        for _ in range(40):
            choices = sorted(oracle.legal_placements())
            if choices and draw.random() < 0.9:
                placed[oracle.to_play] += 1
                oracle.play(("place", draw.choice(choices)))
            elif oracle.passes_in_a_row == 0:
                oracle.play(("pass",))
        area, territory = oracle.score("area"), oracle.score("territory")
        assert (area[0] - area[1]) - (territory[0] - territory[1]) == placed["black"] - placed["white"]


def test_dead_stones_become_prisoners() -> None:
    oracle = set_up([".X.", "XX.", "O.."], Rules(prisoner_value=2, scoring="territory"))
    assert oracle.score("area")[:2] == (4, 1)
    assert oracle.score("area", dead=[6])[:2] == (9, 0)
    assert oracle.score("territory", dead=[6])[:2] == (6 + 2, 0)
    assert oracle.score("stones", dead=[6])[:2] == (3, 0)


# ---- records and plain rules ------------------------------------------------------------------------------------


def clicks(board: Board, record: str) -> list[Move]:
    """Read 1.21, ``1 (0 0) 2 pass``; ``y`` grows away from Black, who sits below."""
    moves: list[Move] = []
    for part in record.replace(" pass", " (pass)").split("(")[1:]:
        words = part.split(")")[0].split()
        moves.append(("pass",) if words == ["pass"] else ("place", board.rows[-1 - int(words[1])][int(words[0])]))
    return moves


@pytest.mark.parametrize("case", CITIZENDIUM["records"], ids=lambda case: f"{case['board']} {case['record']}")
def test_published_records(case: dict[str, Any]) -> None:
    board = boards.parse(case["board"])
    oracle = Oracle(board, Rules(repetition="formal"))
    for move in clicks(board, case["record"]):
        oracle.play(move)
    winner = {True: "black", False: "white"}[case["score"] > 0] if case["score"] else None
    assert oracle.outcome == (winner, case["score"], "score")


@pytest.mark.parametrize("case", CITIZENDIUM["illegal_records"], ids=lambda case: f"{case['board']} {case['record']}")
def test_published_illegal_records(case: dict[str, Any]) -> None:
    board = boards.parse(case["board"])
    oracle = Oracle(board, Rules(repetition="formal"))
    *before, last = clicks(board, case["record"])
    for move in before:
        oracle.play(move)
    assert oracle.why_not(last)


@pytest.mark.parametrize("case", SGFMILL["play"], ids=lambda case: case["name"])
def test_sgfmill_plays(case: dict[str, Any]) -> None:
    board = boards.parse("9")
    oracle = Oracle(board, Rules(suicide="allowed"))
    for text in case["moves"]:
        oracle.to_play = text.split()[0]  # the colours come in any order
        play(oracle, text)
        oracle.to_play = other(text.split()[0])
    assert rows_of(oracle, board) == case["rows"]
    assert {board.labels[p] for p in oracle.ko_points()} == ({case["ko_point"]} - {None})
    black, white, _ = oracle.score()
    assert black - white == case["score"]


@pytest.mark.parametrize("case", SGFMILL["setup"], ids=lambda case: case["name"])
def test_sgfmill_positions(case: dict[str, Any]) -> None:
    board = boards.parse("9")
    stones = {at(board, label): colour for colour in ("black", "white") for label in case[colour]}
    if case["legal"]:
        assert Oracle(board, Rules(), stones=stones).stones == stones
    else:
        with pytest.raises(PositionError):
            Oracle(board, Rules(), stones=stones)


# Which KataGo checks mean something else there, by case: the reasons are in the file.
KATAGO_DIFFERENCES = {
    "Area rules": {"after the end"},
    "Eternal life": {"no result"},
    "Triple ko simple": {"no result"},
}


def katago_oracle(case: dict[str, Any], **axes: Any) -> Oracle:
    return set_up(case["rows"], Rules(**(case["axes"] | axes)), case["to_play"])


@pytest.mark.parametrize("case", KATAGO["cases"], ids=lambda case: f"{case['name']} {case['axes']['repetition']}")
def test_katago_rules(case: dict[str, Any]) -> None:
    oracle = katago_oracle(case)
    board = board_of(oracle)
    differences: set[str] = set()
    without_result = ["no_result"] in case["ops"]
    for op, *details in case["ops"]:
        if op == "play" and oracle.outcome is not None:
            differences.add("after the end")
            break
        if op == "play":
            play(oracle, " ".join(details))
        elif op == "ko_points":
            assert oracle.to_play == details[0]
            assert {board.labels[p] for p in oracle.ko_points()} == set(details[1])
        elif op == "no_result" or (op == "finished" and details[0] and without_result):
            differences.add("no result")
        elif op == "finished":
            assert (oracle.outcome is not None) == details[0]
        elif op == "winner":
            assert oracle.outcome is not None
            assert oracle.outcome[0] == details[0]
        elif op == "white_minus_black":
            assert oracle.outcome is not None
            assert oracle.outcome[1] == -details[0]
        else:
            assert op == "rows"
            assert rows_of(oracle, board) == details[0]
    assert differences == KATAGO_DIFFERENCES.get(case["name"], set())


@pytest.mark.parametrize("name", ["Eternal life", "Triple ko simple"])
def test_cycles_without_result(name: str) -> None:
    """KataGo ends these at the third occurrence, 1.6 at the second; 1.7 forbids the third."""
    (case,) = [case for case in KATAGO["cases"] if case["name"] == name]
    texts = [" ".join(op[1:]) for op in case["ops"] if op[0] == "play"]
    for cycle, how in (("no-result", "no_result"), ("draw", "draw_by_cycle")):
        oracle = katago_oracle(case, repetition="no-result", cycle=cycle)
        for text in texts[: len(texts) // 2]:
            assert oracle.outcome is None
            play(oracle, text)
        assert oracle.outcome == (None, None, how)
    oracle = katago_oracle(case, repetition="ing")
    for text in texts[:-1]:
        play(oracle, text)
    assert why_not(oracle, texts[-1]) == (Reason.REPETITION,)


# ---- repetition -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("cycle", REPETITION["cycles"], ids=lambda cycle: cycle["name"])
@pytest.mark.parametrize("repetition", ["ko", "positional", "situational", "natural"])
def test_triple_ko_cycles(cycle: dict[str, Any], repetition: Any) -> None:
    rules = Rules(repetition=repetition)
    oracle = set_up(REPETITION["boards"][cycle["board"]], rules, cycle["to_play"], created_by=cycle["created_by"])
    start = dict(oracle.stones)
    for text in cycle["moves"][:-1]:
        play(oracle, text)
    if "captures_each" in cycle:
        assert sum(oracle.prisoners.values()) == cycle["captures_each"] * (len(cycle["moves"]) - 1)
    legal = cycle["last_move_legal"][repetition]
    assert why_not(oracle, cycle["moves"][-1]) == (() if legal else (Reason.REPETITION,))
    if legal:
        play(oracle, cycle["moves"][-1])
        assert oracle.stones == start
        if repetition in cycle.get("then_illegal", {}):
            assert why_not(oracle, cycle["then_illegal"][repetition]) == (Reason.REPETITION,)


def test_the_line_between_the_diagrams() -> None:
    line = REPETITION["passing_line"]
    oracle = set_up(REPETITION["boards"][line["from"]], Rules(), line["to_play"])
    for label in line["black"]:
        play(oracle, "white pass")
        play(oracle, f"black {label}")
    assert rows_of(oracle, board_of(oracle)) == REPETITION["boards"][line["to"]]


def count_games(oracle: Oracle) -> int:
    if oracle.outcome is not None:
        return 1
    games = 0
    for move in moves_of(oracle):
        oracle.play(move)
        games += count_games(oracle)
        oracle.undo()
    return games


@pytest.mark.parametrize(
    ("board", "repetition", "suicide", "games"),
    [
        (count["board"], count["repetition"], suicide, count["games"])
        for count in COUNTS["counts"]
        for suicide in count["suicide"]
        if count["games"] < 1000
    ],
)
def test_game_counts(board: str, repetition: Any, suicide: Any, games: int) -> None:
    """1.11 among them."""
    assert count_games(Oracle(boards.parse(board), Rules(repetition=repetition, suicide=suicide))) == games


def value(oracle: Oracle) -> float:
    """Black's margin with best play by both, found by trying everything."""
    if oracle.outcome is not None:
        assert oracle.outcome[1] is not None
        return oracle.outcome[1]
    values = values_by_move(oracle)
    return max(values.values()) if oracle.to_play == "black" else min(values.values())


def values_by_move(oracle: Oracle) -> dict[Move, float]:
    values: dict[Move, float] = {}
    for move in moves_of(oracle):
        oracle.play(move)
        values[move] = value(oracle)
        oracle.undo()
    return values


@pytest.mark.parametrize("repetition", ["positional", "situational", "natural", "formal"])
@pytest.mark.parametrize("board", ["1x1", "2x1", "3x1"])
def test_values_of_the_smallest_boards(board: str, repetition: Any) -> None:
    """1.22 and 1.23, by plain minimax."""
    found = values_by_move(Oracle(boards.parse(board), Rules(repetition=repetition)))
    published = CITIZENDIUM["values"]
    assert max(found.values()) == published["value"][board]
    if board in published["by_first_move"]:
        assert list(found.values()) == published["by_first_move"][board]


@pytest.mark.parametrize("board", ["1x1", "1x2", "1x3", "1x4", "1x5", "2x2", "2x3"])
def test_legal_position_counts(board: str) -> None:
    grid = boards.parse(board)
    legal = 0
    for colours in itertools.product(("", "black", "white"), repeat=len(grid)):
        try:
            Oracle(grid, Rules(), stones={p: colour for p, colour in enumerate(colours) if colour})
        except PositionError:
            continue
        legal += 1
    assert legal == LEGAL["counts"][board]


# ---- Tile Go and Cushion Go -------------------------------------------------------------------------------------


def test_end_of_the_famous_game() -> None:
    """2.10."""
    final = TILE["final_417"]
    board = boards.parse("19")
    tiles = {at(board, label): 1 for label in final["tiles"]}
    oracle = set_up(final["rows"], Rules(tiles="cushion"), tiles=tiles)
    assert list(owners(oracle, "stones")) == [*final["stones_black_white"], final["empty"]]
    assert list(owners(oracle, "area")) == final["area_black_white_neutral"]
    assert oracle.tiles == tiles


@pytest.mark.parametrize("line", TILE["lines"], ids=lambda line: line["name"])
@pytest.mark.parametrize("tiles", ["tile", "cushion"])
def test_incursions_and_tiles(line: dict[str, Any], tiles: Any) -> None:
    oracle = set_up(line["rows"], Rules(tiles=tiles, **TILE_GO), last_incursion=line["last_incursion"])
    for number, text in enumerate(line["moves"]):
        point = read(board_of(oracle), text)[1][1]
        height = oracle.tiles.get(point, 0)
        play(oracle, text)
        assert oracle.last_incursion == line["incursion"][number]
        assert (oracle.tiles.get(point, 0) > height) == line["tile"][tiles][number]
        if str(number + 1) in line.get("illegal_after", {}):
            assert why_not(oracle, line["illegal_after"][str(number + 1)]) == (Reason.KO,)


def test_cushion_cycle() -> None:
    """2.9: the whole state comes back and no tile was put."""
    cycle = TILE["cushion_cycle"]
    oracle = set_up(cycle["rows"], Rules(tiles="cushion", **TILE_GO))
    for text in cycle["prefix"]:
        play(oracle, text)
    start, tiles = oracle._whole_state(), dict(oracle.tiles)
    assert oracle.prisoners == cycle["prisoners"]
    for text in cycle["cycle"]:
        play(oracle, text)
    assert oracle._whole_state() == start
    assert oracle.tiles == tiles


def test_the_cycle_breaks_in_tile_go() -> None:
    """2.8: the same moves do not come full circle."""
    cycle = TILE["cushion_cycle"]
    oracle = set_up(cycle["rows"], Rules(tiles="tile", **TILE_GO))
    for text in cycle["prefix"] + cycle["cycle"]:
        if why_not(oracle, text):
            assert Reason.TILE_LIMIT in why_not(oracle, text)
            return
        play(oracle, text)
    pytest.fail("every move was legal")


def test_one_point_of_tile_go_is_lost() -> None:
    """2.7."""
    assert Oracle(boards.parse("1x1"), Rules(tiles="tile", **TILE_GO)).outcome == ("white", None, "no_moves")


# ---- Tao Go -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", TAO["legality"], ids=lambda case: case["name"])
def test_tao_legality(case: dict[str, Any]) -> None:
    for text, legal in case["legal"].items():
        oracle = set_up(case["rows"], Rules(tao="on"), text.split()[0], prisoners=case.get("prisoners"))
        assert (why_not(oracle, text) == ()) == legal
        if not legal:
            expected = {Reason.NO_PRISONER} if "tao" in text else {Reason.TAO_NEEDS_CAPTURE, Reason.SUICIDE}
            assert set(why_not(oracle, text)) <= expected


@pytest.mark.parametrize("line", TAO["lines"], ids=lambda line: line["name"])
def test_tao_lines(line: dict[str, Any]) -> None:
    oracle = set_up(line["rows"], Rules(tao="on"))
    for text, rows, captures in zip(line["moves"], line["rows_after"], line["captures"]):
        before = sum(oracle.prisoners.values())
        play(oracle, text)
        assert rows_of(oracle, board_of(oracle)) == rows
        assert sum(oracle.prisoners.values()) == before + captures


@pytest.mark.parametrize("case", TAO["scores"], ids=lambda case: case["name"])
def test_tao_stones_are_walls(case: dict[str, Any]) -> None:
    """3.6."""
    oracle = set_up(case["rows"], Rules(tao="on"))
    black, white, nobody = owners(oracle, "area")
    assert [black, white, nobody - case["tao_points"]] == case["area_black_white_neutral"]


@pytest.mark.parametrize("kind", ["fixed", "free"])
def test_handicap_on_tengen(kind: Any) -> None:
    """3.4."""
    case = TAO["handicap_on_tengen"]
    board = boards.parse(str(case["size"]))
    assert board.centre is not None
    if kind == "free":
        oracle = Oracle(board, Rules(tao="on", handicap=1, handicap_kind="free"))
        assert oracle.why_not(("pass",)) == (Reason.NO_PASSING,)
        assert oracle.why_not(("tao", 0)) == (Reason.NO_TAO,)
        oracle.play(("place", board.centre))
    else:
        oracle = Oracle(board, Rules(tao="on"), stones={board.centre: "black"}, to_play="white")
    assert oracle.to_play == "white"
    assert len(oracle.tao) == case["tao_on_board"]
    assert oracle.tao_in_hand == case["tao_in_hand"]


def test_prices() -> None:
    """3.3: in hand first and free, then the list, its last entry for ever."""
    rules = Rules(tao="on", tao_price=(1, 3), tao_in_hand=1)
    oracle = Oracle(boards.parse("5x3"), rules, tao=(), prisoners={"black": 9})
    left = []
    for p in range(4):
        oracle.play(("tao", p))
        left.append(oracle.prisoners["black"])
        oracle.play(("pass",))
    assert left == [9, 8, 5, 2]
    assert oracle.why_not(("tao", 4)) == (Reason.NO_PRISONER,)
    assert oracle.tao_bought == {"black": 3, "white": 0}


def test_prices_in_points() -> None:
    """3.6: whatever the scoring."""
    oracle = Oracle(boards.parse("2x2"), Rules(tao="on", tao_payment="points", tao_price=(1, 3)))
    for p in (0, 1, 2):
        oracle.play(("tao", p))
    for kind in ("area", "territory", "stones"):
        assert oracle.score(kind)[:2] == (-4, -1)


# ---- Gengo ------------------------------------------------------------------------------------------------------


def gengo_stones(case: dict[str, Any]) -> tuple[Board, dict[int, str]]:
    board = boards.parse(f"gengo {case['size']}")
    return board, {at(board, label): colour for colour in ("black", "white") for label in case.get(colour, ())}


def test_gengo_capture() -> None:
    case = GENGO["capture"]
    board = boards.parse(f"gengo {case['size']}")
    oracle = Oracle(board, GENGO_RULES)
    for text in case["moves"]:
        oracle.to_play = text.split()[0]
        before = dict(oracle.stones)
        play(oracle, text)
    gone = {board.labels[p] for p in before if p not in oracle.stones}
    assert gone == set(case["captured_by_last"])


@pytest.mark.parametrize(("label", "fewest"), GENGO["capture"]["minimum_capturers"]["by_point"].items())
def test_gengo_fewest_capturers(label: str, fewest: int) -> None:
    """So many stones can leave a single one without a liberty, and one less cannot."""
    board = boards.parse(f"gengo {GENGO['capture']['minimum_capturers']['size']}")
    victim = at(board, label)
    liberties = set(board.neighbours[victim])
    useful = [p for p in range(len(board)) if victim not in board.footprint[p] and liberties & set(board.footprint[p])]
    sizes = {
        size
        for size in range(1, fewest + 1)
        for capturers in itertools.combinations(useful, size)
        if liberties <= {q for p in capturers for q in board.footprint[p]}
        and not any(q in board.footprint[p] for p, q in itertools.combinations(capturers, 2))
    }
    assert sizes == {fewest}


def test_gengo_suicide() -> None:
    case = GENGO["suicide"]
    board, stones = gengo_stones(case)
    oracle = Oracle(board, GENGO_RULES, stones=stones, to_play="white")
    play(oracle, case["move"])
    assert oracle.stones == stones
    assert oracle.prisoners == {"black": len(case["own_removed"]), "white": 0}
    forbidding = Oracle(board, Rules(), stones=stones, to_play="white")
    assert why_not(forbidding, case["move"]) == (Reason.SUICIDE,)


@pytest.mark.parametrize("case", GENGO["area"], ids=lambda case: f"{case['size']}")
def test_gengo_area(case: dict[str, Any]) -> None:
    board, stones = gengo_stones(case)
    assert list(owners(Oracle(board, GENGO_RULES, stones=stones), "area")) == case["area_black_white_neutral"]


@pytest.mark.parametrize("place", ["corner", "edge", "center"])
def test_gengo_eyes_of_living_groups(place: str) -> None:
    groups = GENGO["live_groups"]
    board = boards.parse(f"gengo {groups['size']}")
    stones = {at(board, label): "black" for label in groups[place]}
    oracle = Oracle(board, Rules(), stones=stones, to_play="white")
    for label in groups[f"{place}_eyes"]:
        assert why_not(oracle, f"white {label}") == (Reason.SUICIDE,)


def test_gengo_point_without_neighbours() -> None:
    """0.8: the centre of 3x3 is suicide for both, and nobody's unless a stone covers it."""
    board = boards.parse("gengo 3")
    for colour in ("black", "white"):
        oracle = Oracle(board, Rules(), to_play=colour)
        assert oracle.why_not(("place", 4)) == (Reason.SUICIDE,)
    covered = Oracle(board, GENGO_RULES, stones={0: "black"})
    assert covered.score("area")[2][4] == "black"
    assert Oracle(board, GENGO_RULES).score("area")[2][4] is None


FRIENDLY_FIRE = {
    "same": {"A5", "B1", "B3", "D5", "E2"},
    "before": {"A5", "B1", "B3"},
    "after": {"D5", "E2"},
    "forbidden": None,
}


@pytest.mark.parametrize("friendly_fire", FRIENDLY_FIRE)
def test_friendly_fire(friendly_fire: Any) -> None:
    """4.4: B3 makes one group with A5 and B1, and leaves all five stones on 5x5 without a liberty."""
    board = boards.parse("gengo 5")
    stones = {at(board, label): "black" for label in ("A5", "D5", "E2", "B1")}
    gone = FRIENDLY_FIRE[friendly_fire]
    oracle = Oracle(board, Rules(suicide="allowed", friendly_fire=friendly_fire), stones=stones)
    if gone is None:
        assert why_not(oracle, "black B3") == (Reason.FRIENDLY_FIRE,)
        return
    play(oracle, "black B3")
    assert {board.labels[p] for p in oracle.stones} == {"A5", "B1", "B3", "D5", "E2"} - gone
    assert oracle.prisoners == {"black": 0, "white": len(gone)}
    forbidding = Oracle(board, Rules(friendly_fire=friendly_fire), stones=stones)
    rescued = friendly_fire == "after"  # the others' death gives the played group its liberty
    assert why_not(forbidding, "black B3") == (() if rescued else (Reason.SUICIDE,))


def test_own_overlap() -> None:
    """4.2: in own footprints, never in the enemy's nor on a stone, and stones side by side connect."""
    board = boards.parse("gengo 7")
    stones = {at(board, "B2"): "black", at(board, "F6"): "white"}
    strict = Oracle(board, GENGO_RULES, stones=stones)
    assert why_not(strict, "black B3") == (Reason.BLOCKED,)
    oracle = Oracle(board, Rules(own_overlap=True, repetition="singleton", passes=3), stones=stones)
    assert why_not(oracle, "black B2") == (Reason.OCCUPIED,)
    assert why_not(oracle, "black F5") == (Reason.BLOCKED,)
    assert why_not(oracle, "black B3") == ()
    play(oracle, "black B3")
    assert len(oracle._chains(oracle.stones, "black")) == 1


def test_singleton_ko_outlives_passes() -> None:
    """4.6; under 1.2 a pass lifts the ban."""
    for lifts, expected in ((False, (Reason.KO,)), (True, ())):
        oracle = set_up([".XO.", "XO.O", ".XO.", "...."], Rules(repetition="singleton", passes=3, pass_lifts_ko=lifts))
        play(oracle, "black C3")
        assert why_not(oracle, "white B3") == (Reason.KO,)
        play(oracle, "white pass")
        play(oracle, "black pass")
        assert why_not(oracle, "white B3") == expected


# ---- handicap ---------------------------------------------------------------------------------------------------


def test_handicap_turns() -> None:
    """0.6: a pass uses a turn and does not count; 1.2: one's own previous turn is no ko."""
    oracle = Oracle(boards.parse("3x3"), Rules(handicap=2, handicap_kind="turns"))
    oracle.play(("pass",))
    assert oracle.to_play == "black"
    oracle.play(("place", 4))
    assert oracle.to_play == "white"
    oracle.undo()
    oracle.play(("pass",))
    assert oracle.to_play == "white"
    oracle.play(("pass",))
    assert oracle.outcome is None
    oracle.play(("pass",))
    assert oracle.outcome == (None, 0, "score")


def test_situations_in_handicap_turns() -> None:
    """1.4: the empty board with Black to move comes back after a suicide in a handicap turn, not after the last one."""
    rules = Rules(repetition="situational", suicide="allowed", handicap=2, handicap_kind="turns")
    oracle = Oracle(boards.parse("edges:a,b,c"), rules)
    assert oracle.why_not(("place", 0)) == (Reason.REPETITION,)
    oracle.play(("pass",))
    assert oracle.why_not(("place", 0)) == ()


def test_free_handicap() -> None:
    """0.6: only placements, every chain with a liberty; then White moves and history starts."""
    oracle = Oracle(boards.parse("edges:a-b,c-d"), Rules(handicap=2, handicap_kind="free", repetition="positional"))
    for move, reason in ((("pass",), Reason.NO_PASSING), (("return",), Reason.NO_RETURN), (("tao", 0), Reason.NO_TAO)):
        assert oracle.why_not(move) == (reason,)
    oracle.play(("place", 0))
    assert oracle.to_play == "black"
    assert oracle.why_not(("place", 0)) == (Reason.OCCUPIED,)
    assert oracle.why_not(("place", 1)) == (Reason.SUICIDE,)
    assert oracle.history == []
    wider = Oracle(boards.parse("3x1"), Rules(handicap=2, handicap_kind="free", repetition="natural"))
    wider.play(("place", 0))
    wider.play(("place", 2))
    assert (wider.to_play, len(wider.history)) == ("white", 1)
    wider.play(("place", 1))
    assert wider.stones == {1: "white"}


# ---- the oracle itself ------------------------------------------------------------------------------------------

AXES: dict[str, list[Any]] = {
    "suicide": ["forbidden", "allowed"],
    "repetition": [*REPETITIONS],
    "tiles": ["none", "tile", "cushion"],
    "tao": ["off", "on"],
    "own_overlap": [False, False, True],
    "friendly_fire": ["same", "before", "after", "forbidden"],
    "handicap": [0, 0, 2],
    "handicap_kind": ["turns", "free"],
    "scoring": ["area", "territory", "stones"],
}
BOARDS = ["3x3", "2x3", "5x1", "4x3 torus", "gengo 5", "gengo 6", "gengo 7"]


@pytest.mark.parametrize("seed", range(24))
def test_random_games_keep_their_promises(seed: int) -> None:
    """Undo restores everything, no chain outlives a move without liberties, refused moves are never listed."""
    draw = random.Random(seed)
    axes: dict[str, Any] = {axis: draw.choice(values) for axis, values in AXES.items()}
    passing: Any = draw.choice(["pass", "both", "return"])
    rules = Rules(**axes, passing=passing, end="no-moves" if passing == "return" else "passes")
    oracle = Oracle(boards.parse(draw.choice(BOARDS)), rules)
    for _ in range(30):
        moves = moves_of(oracle)
        if oracle.outcome is not None or not moves:
            break
        move = draw.choice(moves)
        before = oracle._snapshot()
        oracle.play(move)
        after = oracle._snapshot()
        oracle.undo()
        assert oracle._snapshot() == before
        oracle.play(move)
        assert oracle._snapshot() == after
        for colour in ("black", "white"):
            assert not oracle._without_liberties(oracle.stones, colour)
    for kind in ("area", "territory", "stones"):
        black, white, nobody = owners(oracle, kind)
        assert black + white + nobody == oracle.n
