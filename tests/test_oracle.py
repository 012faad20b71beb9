"""The oracle alone: made-up cases, and invariants of every game.

Published cases go through the game (`tests/published`), and the game agrees with the oracle (`test_agreement.py`).
"""

import random
from collections.abc import Sequence
from typing import Any

import pytest
from data import load
from oracle import Move, Oracle

from tengen import boards
from tengen.boards import Board
from tengen.records import Reason
from tengen.rules import REPETITIONS, Rules

KATAGO = load("katago_rules")

NAMES = {"X": "black", "O": "white"}
GENGO_RULES = Rules(suicide="allowed", repetition="singleton", passes=3, scoring="stones")


def at(board: Board, label: str) -> int:
    point = board.find(label)
    assert point is not None, label
    return point


def set_up(rows: Sequence[str], rules: Rules, to_play: str = "black") -> Oracle:
    board = boards.parse(f"{len(rows[0])}x{len(rows)}")
    stones = {p: NAMES[c] for p, c in enumerate("".join(rows)) if c in NAMES}
    return Oracle(board, rules, stones=stones, to_play=to_play)


def board_of(oracle: Oracle) -> Board:
    assert isinstance(oracle.board, Board)
    return oracle.board


def read(board: Board, text: str) -> tuple[str, Move]:
    """Read ``"black D4"`` or ``"black pass"``."""
    colour, what = text.split()
    return colour, ("pass",) if what == "pass" else ("place", at(board, what))


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
    """The number of Black's, White's and neutral points."""
    owner = list(oracle.score(kind)[2].values())
    return owner.count("black"), owner.count("white"), owner.count(None)


# ---- scores -----------------------------------------------------------------------------------------------------


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


# ---- repetition -------------------------------------------------------------------------------------------------


def katago_oracle(case: dict[str, Any], **axes: Any) -> Oracle:
    return set_up(case["rows"], Rules(**(case["axes"] | axes)), case["to_play"])


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


# ---- Tao Go -----------------------------------------------------------------------------------------------------


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


def test_gengo_point_without_neighbours() -> None:
    """0.8: the centre of 3x3 is suicide for both, and neutral unless a stone covers it."""
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
    rescued = friendly_fire == "after"  # the others' removal gives the played group its liberty
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
    """0.6: a pass uses a turn and does not count; 1.2: one's own previous turn begins no ko."""
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
    """1.4: the empty board with Black to move recurs after a suicide in a handicap turn, not after the last one."""
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
