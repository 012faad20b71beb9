"""Proof numbers: their proofs of a whole board agree with retrograde analysis, and are complete."""

import random
from functools import cache

import pytest
from data import cases
from test_distance import measured, random_position, safe_points

from benchmarks.whole_board.distance import Distances
from benchmarks.whole_board.proof_numbers import NumberProver
from benchmarks.whole_board.shared import SharedQuestion
from tengen import Game, boards
from tengen.records import TengenError
from tengen.solve.bitboards import NO_KO, Bits
from tengen.solve.budget import Budget, OutOfBudget
from tengen.solve.proofs.bounds import nodes_of
from tengen.solve.proofs.proof_tree import PASS
from tengen.solve.proofs.prover import ProofNode
from tengen.solve.states.brackets import Positions, Retrograde

BOARDS = ("2x2", "2x3", "3x3", "2x4", "graph:cube", "2x3 torus", "edges:a-b,b-c,c-a,d-e,e-f,f-d")
ROWS = ("1x3", "1x5", "1x7")
LINE = "C3 C2 B2 B3 D2 C4 D3 A2 B1 B5 A4 D4 B4"


@cache
def known(name: str, passes: int) -> tuple[Retrograde, Distances]:
    """Return the value of every position of a board, and its distances."""
    board = boards.parse(name)
    return Retrograde(Positions(board), passes=passes).solve(), measured(board)


def is_sure(name: str, passes: int, node: ProofNode) -> bool:
    """Return whether the prover gets the whole board, by retrograde analysis."""
    own, enemy = (node.theirs, node.mine) if node.turn else (node.mine, node.theirs)
    worth, n = known(name, passes)[0].bracket(own, enemy, node.ko, node.passes), len(boards.parse(name))
    return worth.high == -n if node.turn else worth.low == n


def drawn(draw: random.Random, name: str) -> ProofNode:
    return ProofNode(*random_position(draw, Bits.of(boards.parse(name))), draw.randrange(2))


def is_proved(name: str, passes: int, node: ProofNode, megabytes: int = 1) -> bool | None:
    """Return whether proof numbers find a proof; None if they run out of budget."""
    budget, distances = Budget(nodes=20_000), known(name, passes)[1]
    prover = NumberProver(boards.parse(name), passes=passes, budget=budget, megabytes=megabytes, distances=distances)
    try:
        return prover.prove(node)
    except OutOfBudget:
        return None


def compare(draw: random.Random, cases: int, megabytes: int = 1) -> tuple[int, int]:
    """Search random positions; return the number of the prover's, and the number of these that were proved."""
    there, found = 0, 0
    for _ in range(cases):
        name, passes = draw.choice((*((name, 2) for name in BOARDS), *((name, 3) for name in (*BOARDS, *ROWS))))
        node = drawn(draw, name)
        sure, proved = is_sure(name, passes, node), bool(is_proved(name, passes, node, megabytes))
        assert sure or not proved, (name, passes, node)
        there += sure
        found += proved
    return there, found


def main_line(moves: int) -> ProofNode:
    """Return the node after some moves of the published line on 5x5 (van der Werf, 2002), Black the prover."""
    game = Game("chinese", board="5x5", komi=0, repetition="ko")
    for move in LINE.split()[:moves]:
        game.play(move)
    return nodes_of(game)[0]


@pytest.mark.slow
@pytest.mark.parametrize("cases", [400, 20_000])
def test_proofs_of_whole_boards_agree_with_brackets(cases: int) -> None:
    there, found = compare(random.Random(cases), cases)
    assert there > cases / 10
    assert found > 0.9 * there


@pytest.mark.parametrize("cases", [100, pytest.param(3_000, marks=pytest.mark.slow)])
def test_proofs_after_a_ko_and_after_passes_agree_with_brackets(cases: int) -> None:
    draw, decided, found = random.Random(cases), 0, 0
    for _ in range(cases):
        name, passes = draw.choice([(name, passes) for name in BOARDS for passes in (2, 3)])
        turn = draw.randrange(2)
        mine, theirs, ko = after_a_ko(draw, Bits.of(boards.parse(name)), turn)
        node = ProofNode(mine, theirs, turn, ko, draw.randrange(passes) if ko == NO_KO else 0)
        proved = is_proved(name, passes, node)
        assert proved in (None, is_sure(name, passes, node)), (name, passes, node)
        found += bool(proved)
        decided += proved is not None
    assert decided > 0.9 * cases
    assert found > 0.02 * cases


@pytest.mark.parametrize(("rows", "turn", "passed"), cases("proof_numbers", "the_provers_already"))
def test_a_board_that_is_the_provers_already_is_proved(rows: str, turn: int, passed: int) -> None:
    lines = rows.split("/")
    board = boards.parse(f"{len(lines[0])}x{len(lines)}")
    at = {
        colour: sum(
            1 << board.rows[y][x] for y, line in enumerate(lines) for x, content in enumerate(line) if content == colour
        )
        for colour in "XO"
    }
    node = ProofNode(at["X"], at["O"], turn, passes=passed)
    assert NumberProver(board, megabytes=1).prove(node)
    question = SharedQuestion(board, node, megabytes=1)
    list(question.run())
    assert question.tree.is_proved


def after_a_ko(draw: random.Random, bits: Bits, turn: int) -> tuple[int, int, int]:
    """Return a random position, half of the time after a capture that the side to move may not answer."""
    wanted = draw.random() < 0.5
    for _ in range(50):
        mine, theirs = random_position(draw, bits)
        own, enemy = (theirs, mine) if turn == 0 else (mine, theirs)  # the side that has just moved
        kos = [(one, other, ko) for _, one, other, ko in bits.placements(own, enemy) if ko != NO_KO]
        if wanted and kos:
            own, enemy, ko = draw.choice(kos)
            return (enemy, own, ko) if turn == 0 else (own, enemy, ko)
    return mine, theirs, NO_KO


def test_a_table_that_is_full_proves_nothing_wrong() -> None:
    there, found = compare(random.Random(3), 100, megabytes=0)
    assert 0 < found <= there


def test_a_search_goes_on_where_it_was_ended() -> None:
    board = boards.parse("3x4")
    node, distances = ProofNode(Bits.of(board).mask(("B2",)), 0, 0), measured(board)
    whole = NumberProver(board, megabytes=8, distances=distances)
    assert whole.prove(node) == (Retrograde(Positions(board)).solve().bracket(node.mine, 0).low == 12)
    budget = Budget(nodes=20)
    prover = NumberProver(board, budget=budget, megabytes=8, distances=distances)
    with pytest.raises(OutOfBudget, match="20 positions"):
        prover.prove(node)
    budget.nodes = None
    assert prover.prove(node) == whole.prove(node)
    assert prover.expanded > 0


def test_a_search_of_few_positions_is_undecided() -> None:
    board = boards.parse("3x4")
    prover = NumberProver(board, megabytes=8, distances=measured(board))
    centre = ProofNode(Bits.of(boards.parse("3x3")).mask(("B2",)), 0, 1)
    assert prover.search(ProofNode(0, 0, 0), 100) is None
    assert 100 <= prover.nodes < 200
    assert NumberProver(boards.parse("3x3"), megabytes=8).search(centre, 1 << 20) is True
    assert NumberProver(boards.parse("2x2"), megabytes=8).search(ProofNode(0, 0b1001, 0), 1 << 20) is False


def hold_to_brackets(name: str, root: ProofNode, line: tuple[int, ...]) -> None:
    """Play a line: its moves are legal, the prover keeps the whole board, and the line ends with it."""
    solved, _ = known(name, 2)
    bits, n = Bits.of(boards.parse(name)), len(boards.parse(name))
    mine, theirs, turn, ko, passes = root.mine, root.theirs, root.turn, root.ko, root.passes
    for move in line:
        if move == PASS:
            passes, ko = passes + 1, NO_KO
        else:
            own, enemy = (theirs, mine) if turn else (mine, theirs)
            assert bits.legal(own, enemy, ko) >> move & 1
            own, enemy, ko = bits.place(own, enemy, move)
            mine, theirs, passes = (enemy, own, 0) if turn else (own, enemy, 0)
        turn = 1 - turn
        if turn == 1 and ko == NO_KO and not passes:
            assert solved.bracket(theirs, mine).high == -n
    assert passes == 2 or safe_points(mine, theirs, bits.near) == (1 << n) - 1
    assert passes < 2 or bits.area(mine, theirs) == n


@pytest.mark.parametrize("cases", [150, pytest.param(3_000, marks=pytest.mark.slow)])
def test_lines_of_best_play_are_played_out(cases: int) -> None:
    draw, found = random.Random(cases), 0
    for _ in range(cases):
        name = draw.choice(BOARDS)
        board, distances, root = boards.parse(name), known(name, 2)[1], drawn(draw, name)
        prover = NumberProver(board, budget=Budget(nodes=20_000), megabytes=1, distances=distances)
        try:
            line = prover.line(root) if prover.prove(root) else ()
        except OutOfBudget:
            continue
        if line:
            hold_to_brackets(name, root, line)
            found += 1
    assert found > cases / 10


def test_a_line_is_found_although_the_table_has_lost_much_of_it() -> None:
    board = boards.parse("3x3")
    prover, root = NumberProver(board, megabytes=0, distances=known("3x3", 2)[1]), ProofNode(0, 0, 0)
    assert prover.prove(root)
    line = prover.line(root)
    assert line[0] == board.point("B2")
    hold_to_brackets("3x3", root, line)


def test_what_proof_numbers_refuse() -> None:
    for name in ("2x1", "6x5"):
        with pytest.raises(TengenError, match="proof numbers"):
            NumberProver(boards.parse(name))
    with pytest.raises(OutOfBudget, match="distances"):
        NumberProver(boards.parse("4x4"), budget=Budget(memory=1 << 10), megabytes=0).prove(ProofNode(0, 0, 0))


@pytest.mark.slow
def test_the_main_line_of_5x5() -> None:
    board = boards.parse("5x5")
    distances = Distances(Bits.of(board))
    for moves, most in ((13, 60_000), (11, 300_000), (9, 1_200_000)):
        prover = NumberProver(board, megabytes=1024, distances=distances)
        assert prover.prove(main_line(moves))
        assert prover.expanded < most
