"""Cycles: against networkx and a plain fixpoint on small games, and the rules' claims about Tile and Cushion Go."""

from dataclasses import replace
from typing import Any

import networkx
import numpy as np
import pytest

from tengen import Game
from tengen.records import COLOURS, Colour
from tengen.solve.states.explorer import Limits, StateGraph, explore
from tengen.solve.states.recurrence import as_game, can_last, cycles
from tengen.solve.states.successors import NOWHERE

GAMES: list[tuple[Game, Limits]] = [
    (Game("chinese", board="3x1"), Limits()),
    (Game("chinese", board="2x2"), Limits()),
    (Game("chinese", board="2x2"), Limits(passes=False)),
    (Game("chinese", board="2x2", repetition="none"), Limits()),
    (Game("chinese", board="2x2", suicide="allowed"), Limits(passes=False)),
    (Game("cushion", board="3x1"), Limits(prisoners=2)),
    (Game("cushion", board="2x2"), Limits(prisoners=2)),
    (Game("tile", board="2x2"), Limits(prisoners=3)),
]


def as_networkx(graph: StateGraph) -> Any:
    made = networkx.DiGraph()
    made.add_nodes_from(range(len(graph)))
    for state in range(graph.expanded):
        ends = graph.targets[graph.offsets[state] : graph.offsets[state + 1]]
        made.add_edges_from((state, int(end)) for end in ends if end != NOWHERE)
    return made


def shortest_by_networkx(graph: Any) -> int | None:
    """Return the length of a shortest cycle: one edge, and the shortest way back."""
    found = []
    for part in networkx.strongly_connected_components(graph):
        inside = graph.subgraph(part)
        for start in inside:
            ways = networkx.single_source_shortest_path_length(inside, start)
            found += [ways[before] + 1 for before in inside.predecessors(start)]
    return min(found, default=None)


@pytest.mark.parametrize(("game", "limits"), GAMES)
def test_cycles_are_those_networkx_finds(game: Game, limits: Limits) -> None:
    graph = explore(game, limits)
    findings = cycles(graph)
    whole = as_networkx(graph)
    parts = [part for part in networkx.strongly_connected_components(whole) if len(part) > 1]
    assert findings.on_cycles == sum(map(len, parts))
    length = shortest_by_networkx(whole)
    assert (findings.shortest and len(findings.shortest)) == length
    assert bool(findings.exists) == (length is not None)


@pytest.mark.parametrize(("game", "limits"), GAMES)
def test_the_cycle_shown_can_be_played_and_comes_back(game: Game, limits: Limits) -> None:
    findings = cycles(explore(game, limits))
    if findings.shortest is None:
        assert findings.exists in (False, None)
        return
    cycle = findings.shortest
    once, twice = as_game(explore(game, limits).game, cycle), as_game(explore(game, limits).game, cycle, 2)
    for played in (once, twice):
        assert dict(played.stones) == dict(cycle.start.stones)
        assert played.to_play == cycle.start.to_play
        assert dict(played.tiles) == dict(cycle.start.tiles)
        if game.rules.passing == "return":
            assert played.prisoners == dict(cycle.start.prisoners)
    led = Game(once.variant, board=game.board)
    for move in (*(cycle.lead or ()), *cycle.moves, *cycle.moves):
        led.play(move)
    assert dict(led.stones) == dict(cycle.start.stones)


def forced_plainly(graph: StateGraph, colour: Colour) -> set[int]:
    """Return the states from which a side can go on for ever, by removing others until nothing changes."""
    ends = [graph.targets[graph.offsets[state] : graph.offsets[state + 1]].tolist() for state in range(graph.expanded)]
    stays = set(range(len(graph)))
    changed = True
    while changed:
        changed = False
        for state in sorted(stays):
            chooses = graph.position(state).to_play == colour
            inside = [end in stays for end in ends[state]]
            if not (any(inside) if chooses else inside and all(inside)):
                stays.discard(state)
                changed = True
    return stays


@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize("passes", [False, True])
@pytest.mark.parametrize("board", ["3x1", "2x2"])
def test_forced_cycles_are_a_greatest_fixpoint(board: str, passes: bool, colour: Colour) -> None:
    graph = explore(Game("chinese", board=board), Limits(passes=passes))
    stays = forced_plainly(graph, colour)
    force = cycles(graph).forced[colour]
    assert (force.least, force.most) == (len(stays), len(stays))
    assert force.from_start is (0 in stays)
    assert force.verdict is bool(stays)
    nothing = np.zeros(len(graph), np.bool_)
    assert set(np.flatnonzero(can_last(graph, colour, nothing, nothing)).tolist()) == stays
    if force.example is not None:
        played = as_game(graph.game, force.example)
        assert dict(played.stones) == dict(force.example.start.stones)


def test_cushion_go_has_the_published_cycle_on_three_points() -> None:
    """Spec 2.9: eight moves of the whole state, four of them returns, and none is shorter."""
    for prisoners in (2, 4):
        graph = explore(Game("cushion", board="3x1"), Limits(prisoners=prisoners))
        findings = cycles(graph)
        assert findings.shortest is not None
        assert findings.is_shortest
        moves = [graph.game.write_move(move) for move in findings.shortest.moves]
        assert (len(moves), moves.count("return"), findings.shortest.growth) == (8, 4, 0)


def test_cushion_go_repeats_in_six_moves_without_prisoners() -> None:
    graph = explore(Game("cushion", board="3x1"))
    findings = cycles(graph)
    assert findings.shortest is not None
    assert (len(findings.shortest), findings.shortest.growth, findings.is_shortest) == (6, 1, True)
    played = as_game(graph.game, findings.shortest, 3)
    assert dict(played.stones) == dict(findings.shortest.start.stones)
    gained = {colour: played.prisoners[colour] - findings.shortest.start.prisoners[colour] for colour in COLOURS}
    assert gained == {"black": 3, "white": 3}


def test_with_unlimited_stacks_tile_go_comes_back() -> None:
    """No rule depends on the height of a stack then, so play that lays another tile every round repeats."""
    game = Game("tile", board="3x1", tile_stack="unlimited")
    for move in ("A1", "C1", "B1"):
        game.play(move)
    graph = explore(game, Limits(prisoners=2))
    state = 0
    before = game.position
    for move in ("C1", "return", "A1", "B1", "return", "A1", "return", "return"):
        game.play(move)
        edges = range(int(graph.offsets[state]), int(graph.offsets[state + 1]))
        state = next(int(graph.targets[edge]) for edge in edges if graph.game.write_move(graph.move(edge)) == move)
    assert state == 0
    assert sum(game.position.tiles.values()) > sum(before.tiles.values())
    assert replace(game.position, tiles=before.tiles, created_by=before.created_by) == before
    for limits in (Limits(), Limits(prisoners=2)):
        findings = cycles(explore(Game("tile", board="3x1", tile_stack="unlimited"), limits))
        assert findings.exists
        assert findings.shortest is not None
        played = as_game(game, findings.shortest, 5)
        assert dict(played.stones) == dict(findings.shortest.start.stones)
        assert sum(played.tiles.values()) >= 5


@pytest.mark.parametrize(
    ("board", "is_large"),
    [(board, False) for board in ("2x1", "3x1", "2x2", "4x1", "3x2", "graph:k4")]
    + [pytest.param(board, True, marks=pytest.mark.slow) for board in ("3x3", "4x2", "graph:petersen")],
)
def test_tile_go_never_comes_back(board: str, is_large: bool) -> None:
    """Spec 2.8: with any number of prisoners; states on cycles arise only by returning back and forth."""
    findings = cycles(explore(Game("tile", board=board), Limits(symmetric=is_large, memory=6 << 30)))
    assert findings.whole
    assert findings.exists is False
    assert findings.shortest is None
    assert is_large or {force.verdict for force in findings.forced.values()} == {False}


@pytest.mark.parametrize("board", ["3x1", "2x2", "3x2"])
@pytest.mark.parametrize("name", ["tile", "cushion", "chinese"])
def test_symmetry_changes_no_verdict(board: str, name: str) -> None:
    plain, symmetric = (cycles(explore(Game(name, board=board), Limits(symmetric=way))) for way in (False, True))
    assert plain.exists is symmetric.exists
    assert symmetric.states < plain.states
    assert not symmetric.is_shortest
    if symmetric.shortest is not None:
        assert plain.shortest is not None
        assert len(symmetric.shortest) >= len(plain.shortest)
        game = explore(Game(name, board=board), Limits(symmetric=True)).game
        for rounds in (1, 2):
            assert dict(as_game(game, symmetric.shortest, rounds).stones) == dict(symmetric.shortest.start.stones)


def test_a_search_cut_short_knows_only_what_it_saw() -> None:
    graph = explore(Game("tile", board="2x2"), Limits(prisoners=0))
    findings = cycles(graph)
    assert findings.cut > 0
    assert findings.exists is None
    assert findings.forced == {}
