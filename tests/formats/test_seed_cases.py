"""Every position of the published lines is drawn as its own diagram and read again, and each line as one diagram."""

from dataclasses import replace
from typing import Any

import pytest
from data import load

from tengen import Game
from tengen.formats import json, sgf
from tengen.formats.diagrams import goban, rows, sensei
from tengen.records import Diagram, Position, Step

NOTATIONS = (sensei, goban, rows)
TILE, TAO, REPETITION = load("tile_cushion"), load("tao"), load("repetition")
GENGO, CITIZENDIUM = load("gengo"), load("citizendium")


def check(diagram: Diagram) -> None:
    """Check that a diagram survives every way to draw or record it."""
    for notation in NOTATIONS:
        drawn = replace(diagram, moves=(), first=1) if notation is rows else diagram
        assert notation.read(notation.write(drawn)) == drawn
    record = diagram.record()
    assert sgf.read(sgf.write(record)) == record
    assert json.loads(json.dumps(record)) == record


def check_line(game: Game, moves: list[str]) -> None:
    """Play moves; every position on the way, and the whole line as one diagram, survive."""
    start = game.position
    positions = [start]
    steps = []
    for text in moves:
        colour: Any
        colour, move = text.split(maxsplit=1)
        if game.to_play != colour:
            game = Game.from_position(game.variant, game.board, replace(game.position, to_play=colour))
        game.play(move)
        steps.append(Step(colour, move))
        positions.append(game.position)
        check(Diagram(game.board.text, game.position))
    whole = Diagram(game.board.text, start, tuple(steps))
    for notation in (sensei, goban):
        again = notation.read(notation.write(whole, lambda count: positions[count]))
        assert (again.moves, again.position) == (whole.moves, whole.position)
    assert rows.read(rows.write(whole, lambda count: positions[count])).position == positions[-1]


def test_the_famous_end_with_its_tiles() -> None:
    case = TILE["final_417"]
    captured = case["derived"]["captured"]
    stones = rows.read("\n".join(case["rows"])).position.stones
    tiles = dict.fromkeys(case["tiles"], 1)
    prisoners: Any = {"black": captured["white"], "white": captured["black"]}
    check(Diagram("19", Position(stones, "white", tiles, prisoners)))


LINES: dict[str, tuple[str, list[str], list[str], dict[str, Any]]] = {
    f"{variant}: {line['name']}": (variant, line["rows"], line["moves"], {"last_incursion": line["last_incursion"]})
    for line in TILE["lines"]
    for variant in ("tile", "cushion")
}
LINES |= {f"tao: {line['name']}": ("tao", line["rows"], line["moves"], {}) for line in TAO["lines"]}
CUSHION, PASSING = TILE["cushion_cycle"], REPETITION["passing_line"]
LINES["cushion cycle"] = ("cushion", CUSHION["rows"], CUSHION["prefix"] + CUSHION["cycle"], {})
LINES["passing line"] = (
    "formal",
    REPETITION["boards"][PASSING["from"]],
    [text for point in PASSING["black"] for text in ("white pass", f"black {point}")],
    {"to_play": PASSING["to_play"]},
)
LINES |= {
    f"triple ko: {cycle['name']}": (
        "chinese",
        REPETITION["boards"][cycle["board"]],
        cycle["moves"],
        {"repetition": "ko", **{name: cycle[name] for name in ("to_play", "created_by")}},
    )
    for cycle in REPETITION["cycles"]
}


@pytest.mark.parametrize("name", LINES)
def test_lines(name: str) -> None:
    variant, picture, moves, options = LINES[name]
    check_line(Game.setup(variant, picture, **options), moves)


def test_a_capture_in_gengo() -> None:
    case = GENGO["capture"]
    check_line(Game("gengo", board=str(case["size"])), case["moves"])
