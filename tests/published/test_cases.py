"""Published positions, records and games of ordinary Go, through the engine."""

from typing import Any

import pytest
from data import load
from example_counts import first
from playing import NAMES, forbidden, owned, play, stand, why_not, with_turn

from tengen import Game, boards
from tengen.formats.formal import clicks
from tengen.game import Outcome, check_record, unconditionally_alive
from tengen.game.record_walk import walk
from tengen.records import PositionError, Reason, other
from tengen.rules import Rules, variant
from tengen.solve.value import value as best_play

CITIZENDIUM = load("citizendium")
REPETITION = load("repetition")
SGFMILL = load("sgfmill_board")
KATAGO = load("katago_rules")
AREAS = load("katago_areas")

FORMAL = Rules(repetition="formal")
SUPERKO = ("positional", "situational", "natural")


# ---- scores and formal records (spec 1.13, 1.21-1.22) -----------------------------------------------------------


@pytest.mark.parametrize("case", CITIZENDIUM["scores_19x19"], ids=lambda case: str(case["score"]))
def test_published_scores(case: dict[str, Any]) -> None:
    score = Game.setup("formal", stand(case["black"], case["white"]), board="19").score()
    assert score.margin == case["score"]
    assert [score.black, score.white] == case.get("area", [score.black, score.white])


def configurations(game: Game) -> list[list[int]]:
    """Return every configuration of a game in the form of spec 1.25, undoing from the last."""
    values = {"black": 1, "white": -1}
    found = []
    while True:
        stones = game.stones
        found.append([values.get(stones.get(label, ""), 0) for label in game.board.labels])
        if not game.moves:
            return found[::-1]
        game.undo()


@pytest.mark.parametrize("case", CITIZENDIUM["records"], ids=lambda case: f"{case['board']} {case['record']}")
def test_published_records(case: dict[str, Any]) -> None:
    record = clicks.read(case["record"], boards.parse(case["board"]))
    game = Game.from_record(record, FORMAL)
    winner = NAMES["X" if case["score"] > 0 else "O"] if case["score"] else None
    assert game.outcome == Outcome(winner, case["score"], "score")
    assert clicks.write(game.record, game.board) == case["record"]
    assert check_record(game.board, configurations(game)) is None


@pytest.mark.parametrize("case", CITIZENDIUM["illegal_records"], ids=lambda case: f"{case['board']} {case['record']}")
def test_published_illegal_records(case: dict[str, Any]) -> None:
    record = clicks.read(case["record"], boards.parse(case["board"]))
    number = sum(node.move is not None for node in record.main_line())
    *_, last = walk(record, variant("formal"), strict=True)
    assert last.number == number
    assert last.reasons in ((Reason.SUICIDE,), (Reason.REPETITION,))


# ---- repetition (spec 1a, 1.24) ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", REPETITION["boards"])
def test_areas_of_the_triple_ko_diagrams(name: str) -> None:
    assert owned(Game.setup("formal", REPETITION["boards"][name])) == REPETITION["area_black_white_neutral"][name]


@pytest.mark.parametrize("cycle", REPETITION["cycles"], ids=lambda cycle: cycle["name"])
@pytest.mark.parametrize("repetition", ["ko", *SUPERKO, "formal", "none"])
def test_triple_ko_cycles(cycle: dict[str, Any], repetition: str) -> None:
    rules = Rules(repetition=repetition)  # type: ignore[arg-type]
    start = REPETITION["boards"][cycle["board"]]
    game = Game.setup(rules, start, to_play=cycle["to_play"], created_by=cycle["created_by"])
    *moves, last = cycle["moves"]
    play(game, *moves)
    if "captures_each" in cycle:
        assert sum(game.prisoners.values()) == cycle["captures_each"] * len(moves)
    legal = cycle["last_move_legal"][{"formal": "positional", "none": "ko"}.get(repetition, repetition)]
    assert why_not(game, last) == (() if legal else (Reason.REPETITION,))
    if legal:
        play(game, last)
        assert game.rows() == start
        if repetition in cycle.get("then_illegal", {}):
            assert why_not(game, cycle["then_illegal"][repetition]) == (Reason.REPETITION,)


def test_the_line_between_the_diagrams() -> None:
    line = REPETITION["passing_line"]
    game = Game.setup("formal", REPETITION["boards"][line["from"]], to_play=line["to_play"])
    for label in line["black"]:
        play(game, f"white {line['white']}", f"black {label}")
    assert game.rows() == REPETITION["boards"][line["to"]]


# ---- sgfmill's boards -------------------------------------------------------------------------------------------

ANY_ORDER = Rules(suicide="allowed")


@pytest.mark.parametrize("case", SGFMILL["play"], ids=lambda case: case["name"])
def test_sgfmill_plays(case: dict[str, Any]) -> None:
    game = Game(ANY_ORDER, board="9")
    for text in case["moves"]:
        game = with_turn(game, NAMES["X" if text.startswith("black") else "O"])
        play(game, text)
    assert game.rows() == case["rows"]
    assert forbidden(game, Reason.KO) == {case["ko_point"]} - {None}
    assert game.score("area").margin == case["score"]


@pytest.mark.parametrize("case", SGFMILL["score"], ids=lambda case: case["name"])
def test_sgfmill_scores(case: dict[str, Any]) -> None:
    game = Game.setup(Rules(), case["rows"])
    assert game.score("area").margin == case["score"]
    assert game.rows() == case["rows"]


@pytest.mark.parametrize("case", SGFMILL["setup"], ids=lambda case: case["name"])
def test_sgfmill_positions(case: dict[str, Any]) -> None:
    stones = stand(case["black"], case["white"])
    if case["legal"]:
        assert Game.setup(Rules(), stones, board="9").stones == stones
    else:
        with pytest.raises(PositionError, match=case["white"][0]):
            Game.setup(Rules(), stones, board="9")


# ---- KataGo's tests ---------------------------------------------------------------------------------------------

# The parts of cases that are not compared, by name; the reasons are in the file.
KATAGO_DIFFERENCES = {"Area rules": {"after the end"}, "Eternal life": {"no result"}, "Triple ko simple": {"no result"}}


@pytest.mark.parametrize("case", KATAGO["cases"], ids=lambda case: f"{case['name']} {case['axes']['repetition']}")
def test_katago_rules(case: dict[str, Any]) -> None:
    game = Game.setup(Rules(**case["axes"]), case["rows"], to_play=case["to_play"])
    differences: set[str] = set()
    without_result = ["no_result"] in case["ops"]
    for op, *details in case["ops"]:
        if op == "play" and game.outcome is not None:
            differences.add("after the end")
            assert why_not(game, " ".join(details)) == (Reason.GAME_OVER,)
        elif "after the end" in differences and op == "finished":
            assert game.outcome is not None
        elif op == "play":
            play(game, " ".join(details))
        elif op == "ko_points":
            assert game.to_play == details[0]
            assert forbidden(game, Reason.KO, Reason.REPETITION) == set(details[1])
        elif op == "no_result" or (op == "finished" and details[0] and without_result):
            differences.add("no result")
        elif op == "finished":
            assert (game.outcome is not None) == details[0]
        elif op == "rows":
            assert "after the end" in differences or game.rows() == details[0]
        else:
            assert op in ("winner", "white_minus_black")
            outcome = game.outcome
            assert outcome is not None
            assert (outcome.winner if op == "winner" else -(outcome.margin or 0)) == details[0]
    assert differences == KATAGO_DIFFERENCES.get(case["name"], set())


@pytest.mark.parametrize("name", ["Eternal life", "Triple ko simple"])
def test_katago_cycles_without_result(name: str) -> None:
    """KataGo ends these at the third occurrence, 1.6 at the second; 1.7 forbids the third."""
    (case,) = [case for case in KATAGO["cases"] if case["name"] == name]
    texts = [" ".join(op[1:]) for op in case["ops"] if op[0] == "play"]
    for cycle, how in (("no-result", "no_result"), ("draw", "draw_by_cycle")):
        rules = Rules(**(case["axes"] | {"repetition": "no-result", "cycle": cycle}))
        game = Game.setup(rules, case["rows"], to_play=case["to_play"])
        for text in texts[: len(texts) // 2]:
            assert game.outcome is None
            play(game, text)
        assert game.outcome == Outcome(None, None, how)  # type: ignore[arg-type]
    game = Game.setup(Rules(**(case["axes"] | {"repetition": "ing"})), case["rows"], to_play=case["to_play"])
    play(game, *texts[:-1])
    assert why_not(game, texts[-1]) == (Reason.REPETITION,)


def marks(game: Game, **score: Any) -> list[str]:
    owner = game.score("area", **score).owner
    letter = {"black": "X", "white": "O", None: "."}
    return ["".join(letter[owner[game.board.labels[p]]] for p in row) for row in game.board.rows]


@pytest.mark.parametrize("case", AREAS["cases"], ids=lambda case: case["name"])
def test_katago_areas(case: dict[str, Any]) -> None:
    assert marks(Game.setup("formal", case["rows"])) == case["area"]


@pytest.mark.parametrize("suicide", ["suicide forbidden", "suicide allowed"])
@pytest.mark.parametrize("case", AREAS["cases"], ids=lambda case: case["name"])
def test_katago_areas_without_the_dead(case: dict[str, Any], suicide: str) -> None:
    """Stones inside the pass-alive territory of the other colour, removed as dead, leave KataGo's area."""
    game = Game.setup("formal", case["rows"])
    alive = dict(zip(labels_of(game), "".join(case["pass_alive"][suicide]), strict=True))
    dead = [label for label, colour in game.stones.items() if NAMES.get(alive[label], colour) != colour]
    assert marks(game, dead=dead) == case["katago_area"][suicide]


def labels_of(game: Game) -> list[str]:
    return [game.board.labels[p] for row in game.board.rows for p in row]


@pytest.mark.parametrize("case", AREAS["one_point"], ids=lambda case: case["name"])
def test_katago_pass_dead_stones(case: dict[str, Any]) -> None:
    """The stones around the point are in a region enclosed by unconditionally alive chains (suicide forbidden)."""
    game = Game.setup("formal", case["rows"])
    owner = case["pass_alive"]["suicide forbidden"]
    start = game.board.find(case["point"])
    assert start is not None
    region, waiting, around = {start}, [start], set()
    while waiting:
        for q in game.board.neighbours[waiting.pop()]:
            if game.stones.get(game.board.labels[q]) == owner:
                around.add(game.board.labels[q])
            elif q not in region:
                region.add(q)
                waiting.append(q)
    alive = {label for chain in unconditionally_alive(game.board, game.stones, owner) for label in chain}
    assert around
    assert around <= alive
    assert game.stones[case["point"]] == other(owner)
    assert game.score("area", dead=[case["point"]]).owner[case["point"]] == owner


# ---- values of small boards (spec 1.22, 1.23) -------------------------------------------------------------------

VALUES = CITIZENDIUM["values"]
GRAPHS = {"C3": "graph:cycle-3", "C5": "graph:cycle-5", "K4": "graph:k4", "K1,3": "graph:star-3"}


def small(name: str) -> boards.Board:
    return boards.parse(GRAPHS.get(name, name))


def small_boards() -> list[tuple[str, str]]:
    """Return the small boards, each with the rules of repetition under which its value is the same."""
    same = VALUES["same_under_situational_and_natural"]
    return [(name, rule) for name in VALUES["value"] for rule in (SUPERKO if name in same else SUPERKO[:1])]


@pytest.mark.parametrize(("name", "repetition"), first(12, small_boards()))
def test_values_of_small_boards(name: str, repetition: Any) -> None:
    game = Game(Rules(repetition=repetition), board=small(name))
    assert best_play(game).exact == VALUES["value"][name]
    for move, expected in zip(game.legal_moves(), VALUES["by_first_move"].get(name, ()), strict=False):
        after = game.copy()
        after.play(move)
        assert best_play(after).exact == expected
