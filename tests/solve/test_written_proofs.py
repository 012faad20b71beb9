"""Written proofs: they hold, and every change is refused, with its line."""

import json
import random
import re
from collections.abc import Iterator
from typing import Any

import networkx as nx
import numpy as np
import pytest
from data import load
from example_counts import first
from test_distance import random_position

from tengen import Game, boards
from tengen.records import UnservedRules
from tengen.solve.bitboards import Bits
from tengen.solve.budget import Budget
from tengen.solve.checker.check import Checked, Safety, check, told
from tengen.solve.checker.play_rules import PlayAxes, PlayRules, PlayState, PlayTurn
from tengen.solve.checker.proof import Proof, ProofError, lines_of
from tengen.solve.proofs.proof_file import written_proof
from tengen.solve.proofs.safety import living_and_safe
from tengen.solve.states.proof_lines import head_line
from tengen.solve.value import value

BOARDS = ("3x3", "3x4", "2x4", "3x3 torus", "graph:cube", "edges:a-b,b-c,c-a,c-d,d-e")


def proof_of(game: Game) -> list[str]:
    return list(written_proof(game, value(game), Budget(memory=1 << 28)))


def holds(lines: list[str]) -> list[Checked]:
    return check(Proof(lines))


def ordinary_rules(board: boards.Board) -> PlayRules:
    axes = PlayAxes("none", 1, "off", None, "pass", 2, "passes", "area", 0, "forbidden", "ko")
    return PlayRules(board.neighbours, board.neighbours, [{p} for p in range(len(board))], axes)


def refused(lines: list[str]) -> str:
    with pytest.raises(ProofError, match=r"^line \d+: ") as error:
        holds(lines)
    return str(error.value)


def refused_with(change: dict[str, Any], lines: list[str]) -> str:
    """Return why a proof is refused with these entries of its first line changed."""
    head = json.loads(lines[0])
    for key, new in change.items():
        head[key] = {**head[key], **new} if isinstance(new, dict) else new
    return refused([json.dumps(head), *lines[1:]])


@pytest.fixture(scope="module")
def three() -> list[str]:
    """Return the proof that Black gets all of 3x3."""
    return proof_of(Game("chinese", board="3x3", komi=0, repetition="ko"))


@pytest.mark.parametrize(
    ("board", "low", "high"),
    first(4, [("3x1", 3, 3), ("2x4", 8, 8), ("3x3", 9, 9), ("3x4", 4, 12), ("2x7", 14, 14), ("3x5", 15, 15)]),
)
def test_the_published_values_are_proved(board: str, low: int, high: int) -> None:
    game = Game("chinese", board=board, komi=0, repetition="ko")
    found = value(game)
    assert (found.low, found.high) == (low, high)
    (checked,) = holds(list(written_proof(game, found, Budget(memory=1 << 28))))
    assert (checked.claim.side, checked.claim.points) == ("black", low)


@pytest.mark.parametrize("rows", [("X.O", ".X.", "O.X"), ("X.O.", ".XO."), ("..X", "OX.", ".OX")])
@pytest.mark.parametrize("to_play", ["black", "white"])
def test_positions_are_proved_for_both_sides(rows: tuple[str, ...], to_play: Any) -> None:
    game = Game.setup("chinese", rows, to_play=to_play, komi=0.5, repetition="ko")
    found = value(game)
    checked = holds(proof_of(game))
    proved = {one.claim.side: one.claim.points or 0 for one in checked}
    n = len(game.board)
    assert proved.get("black", -n) - 0.5 == found.low
    assert -proved.get("white", -n) - 0.5 == found.high


def test_a_ko_is_a_part_of_the_position() -> None:
    game = Game.setup("chinese", (".XO.", "X.XO", ".XO."), to_play="white", komi=0, repetition="ko")
    game.play("B2")
    lines = proof_of(game)
    assert json.loads(lines[0])["position"]["barred"] == "C2"
    assert any("; C2 is barred by ko" in line for line in told(Proof(lines), holds(lines)))
    for change in ({"barred": "B2"}, {"passed": 1}):  # a stone is there; nothing is barred after a pass
        assert "no ko can bar" in refused_with({"position": change}, lines)


def agree(seed: int) -> int:
    """Check the proofs of a random graph's position; return how many positions they have."""
    draw = random.Random(seed)
    board = boards.parse(nx.gnp_random_graph(draw.randint(3, 6), draw.choice((0.4, 0.6, 0.9)), seed=seed))
    rules: dict[str, Any] = {"komi": 0, "repetition": "ko", "passes": draw.choice((2, 3))}
    game = Game("chinese", board=board, **rules)
    for _ in range(draw.randrange(4)):
        game.play(draw.choice([*game.legal_moves()]))
        if game.outcome is not None:
            return 0
    lines = proof_of(game)
    if not lines:
        return 0
    found = holds(lines)
    claim = next(k for k, line in enumerate(lines) if '"claim"' in line)
    row = json.loads(lines[claim])
    step = 1 if row["claim"] == "black" else -1
    more = json.dumps({**row, "points": row["points"] + 1, "margin": row["margin"] + step})
    refused([*lines[:claim], more, *lines[claim + 1 :]])
    return sum(one.moves for one in found)


@pytest.mark.parametrize(
    ("seeds", "least"), [(range(25), 30), pytest.param(range(100, 500), 500, marks=pytest.mark.slow)]
)
def test_proofs_of_random_graphs_hold(seeds: range, least: int) -> None:
    assert sum(map(agree, seeds)) > least


def test_what_a_small_table_loses_is_proved_again() -> None:
    game = Game("chinese", board="3x4", komi=0, repetition="ko")
    (checked,) = holds(list(written_proof(game, value(game), Budget(memory=1 << 18))))
    assert checked.moves > 500


def test_no_line_can_be_left_out(three: list[str]) -> None:
    for k in range(len(three)):
        refused([*three[:k], *three[k + 1 :]])


def changed(line: str, draw: random.Random) -> Iterator[str]:
    """Yield a line of a proof with another move, another position or other marks."""
    row = json.loads(line)
    if row[0] == "move":
        labels = [f"{x}{y}" for x in "ABC" for y in "123"]
        yield json.dumps([*row[:8], draw.choice([each for each in (*labels, "pass") if each != row[8]])])
    else:
        stones = list(row[1])
        p = draw.choice([p for p, sign in enumerate(stones) if sign == "."])
        yield json.dumps([row[0], "".join([*stones[:p], "O", *stones[p + 1 :]]), *row[2:]])
        yield json.dumps([*row[:3], row[3].replace("+", ".", 1).replace("#", ".", 1)])


def test_no_line_can_be_changed(three: list[str]) -> None:
    """Another move may do as well, but its successors are not in the proof, unless other lines have them."""
    draw = random.Random(2)
    passed = 0
    for k, line in enumerate(three[2:], 2):
        for other in changed(line, draw):
            try:
                holds([*three[:k], other, *three[k + 1 :]])
            except ProofError:
                continue
            passed += 1
            assert json.loads(other)[0] == "move"
    assert passed < len(three) // 10


def test_a_false_end_is_refused(three: list[str]) -> None:
    position = {"stones": "....X....", "to_play": "white"}
    claim = '{"claim": "black", "turns": 0, "points": 9, "margin": 9}'
    for marks, why in (
        ("++++#++++", "line 3: B2 does not live unconditionally"),
        ("+........", "line 3: A3 is not the prover's"),
        (".........", "line 3: the marks make -9 points, not 9"),
    ):
        end = json.dumps(["safe", "....X....", 0, marks])
        assert refused_with({"position": position}, [three[0], claim, end]) == why


@pytest.mark.parametrize(
    ("change", "why"),
    [
        *load("refused/proofs"),
        ({"board": "9" * 5000 + "x1", "position": {"to_play": []}}, "to_play is black or white"),
        ({"symmetries": [[0] * 9]}, "line 1: a symmetry must contain every point's number once"),
        ({"neighbours": [[1], *[[]] * 8]}, "line 1: neighbours must be mutual"),
        ({"points": ["A1"] * 9}, "line 1: each point needs a name of its own"),
    ],
)
def test_other_rules_boards_and_positions_are_refused(three: list[str], change: dict[str, Any], why: str) -> None:
    assert why in refused_with(change, three)


@pytest.mark.parametrize(
    "line",
    ["", "{", "[]", "7", '["move"]', '["move", ".........", "", null, 0, 0, [0, 0], 1, "Z9"]',
     '["move", "..", "", null, 0, 0, [0, 0], 1, "A1"]', '["move", null, "", null, 0, 0, [0, 0], 1, "A1"]',
     '["move", ".........", "", [], 0, 0, [0, 0], 1, {}]', '["safe", ".........", 0, "####"]',
     '["safe", ".........", 2, "........."]', '{"claim": "nobody", "turns": 1, "points": 9, "margin": 9}',
     '{"claim": "black", "turns": 1, "points": 9}', '{"claim": [], "turns": 1, "points": 9, "margin": 9}',
     '{"claim": "black", "turns": 1, "points": 9, "margin": NaN}', "[" * 100_000],
)  # fmt: skip
def test_what_is_no_line_is_refused(three: list[str], line: str) -> None:
    assert refused([*three[:5], line, *three[5:]]).startswith("line 6: ")
    refused([line])
    refused([])


def test_two_lines_about_a_position_are_refused(three: list[str]) -> None:
    assert refused([*three, three[2]]) == f"line {len(three) + 1}: line 3 already has this position"


def test_what_can_come_back_is_refused() -> None:
    """On 2x2 Black never needs to end the game with less than all points: Black can go on for ever."""
    game = Game("chinese", board="2x2", komi=0, repetition="ko")
    labels = [*game.board.labels, "pass"]
    head, claim = head_line(game), '{"claim": "black", "turns": 9, "points": 4, "margin": 4}'
    rest = [0, 0], 9
    lines = [
        ["move", s.stones, "", None if s.barred is None else labels[s.barred], 0, s.passed, *rest, labels[turn.point]]
        for s, turn in _without_bad_end(ordinary_rules(game.board)).items()
    ]
    assert "the turns left are 11 at most, not 9" in refused([head, claim, *map(json.dumps, lines)])


def at(stones: str) -> PlayState:
    return PlayState(stones, "", "X", None, False, 0, (0, 0))


def _without_bad_end(rules: PlayRules) -> dict[PlayState, PlayTurn]:
    """Return a move of Black's for every state from which Black can avoid an end with fewer than all points."""
    states, todo = set[PlayState](), [at("....")]
    while todo:
        state = todo.pop()
        if state not in states:
            states.add(state)
            todo += [after for _, after in rules.turns(state)]
    good = {s for s in states if s.passed < 2 or rules.points(s, "X") == 4}
    while True:
        some = {s for s in good if s.passed == 2 or _kept(rules, s, good)}
        if some == good:
            break
        good = some
    return {
        s: next(turn for turn, after in rules.turns(s) if after in good)
        for s in good
        if s.to_play == "X" and s.passed < 2
    }


def _kept(rules: PlayRules, state: PlayState, good: set[PlayState]) -> bool:
    inside = [after in good for _, after in rules.turns(state)]
    return any(inside) if state.to_play == "X" else all(inside)


def compared(draw: random.Random, cases: int) -> int:
    """Compare the checker's rules with the searches', in random positions; return how many had living chains."""
    alive = 0
    all_bits = [Bits.of(boards.parse(name)) for name in (*BOARDS, "4x5", "5x5", "7x1")]
    for _ in range(cases):
        bits = draw.choice(all_bits)
        rules = ordinary_rules(bits.board)
        black, white = random_position(draw, bits)
        stones = "".join(".XO"[(black >> p & 1) + 2 * (white >> p & 1)] for p in range(len(bits.near)))
        living, points = Safety(rules.neighbours).safe(stones, "X")
        sure = [sum(1 << p for p in each) for each in (living, living | points)]
        assert sure == list(map(int, living_and_safe(np.uint64(black), np.uint64(white), bits.near)))
        assert rules.points(at(stones), "X") == bits.area(black, white)
        ways = {turn.point: _masks(after) for turn, after in rules.turns(at(stones)) if turn.point >= 0}
        assert ways == {p: way for p, *way in bits.placements(black, white)}
        alive += bool(living)
    return alive


def _masks(state: PlayState) -> list[int]:
    black, white = (sum(1 << p for p, sign in enumerate(state.stones) if sign == each) for each in "XO")
    return [black, white, 64 if state.barred is None else state.barred]


@pytest.mark.parametrize(("cases", "least"), [(1_500, 80), pytest.param(30_000, 1_800, marks=pytest.mark.slow)])
def test_the_rules_of_the_checker_are_those_of_the_searches(cases: int, least: int) -> None:
    assert compared(random.Random(cases), cases) > least


@pytest.mark.parametrize("rules", [{"repetition": "positional"}, {"suicide": "allowed"}, {"scoring": "territory"}])
def test_what_is_not_written_is_refused(rules: dict[str, Any]) -> None:
    game = Game("chinese", board="3x1", komi=0, **{"repetition": "ko", **rules})
    with pytest.raises(UnservedRules, match="a written proof does not serve"):
        next(written_proof(game, value(game), Budget()))


def test_a_proof_is_told_in_words(three: list[str]) -> None:
    proof = Proof(lines_of("\n".join(three).encode("ascii")))
    first, second, counts, rules = told(proof, check(proof))
    assert first == "Go, Chinese rules on 3x3, 9 points; the empty board; black to play."
    told_points = r"Black gets at least 9 points, safe within \d+ turns: Black's margin is at least 9 with komi 0\."
    assert re.fullmatch(told_points, second)
    assert re.fullmatch(r"Checked \d+ moves of Black's, \d+ answers, \d+ safe ends\.", counts)
    assert "superko is not covered" in rules


@pytest.mark.parametrize("data", [b"\x1f\x8b123", b"\xff", b"\x1f\x8b\x08\x00"])
def test_a_damaged_file_is_refused(data: bytes) -> None:
    with pytest.raises(ProofError, match="line 1: the file is damaged"):
        lines_of(data)
