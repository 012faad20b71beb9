"""The engine with the real opponent: analyses in programs' formats, dead stones, and Tengen against Tengen."""

import io
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from data import cases
from example_counts import first
from talking import engine, talk

from tengen import Game, boards, variant
from tengen.gtp import Engine, Script, Session, Thinking
from tengen.players import External, ProgramError, Random, external
from tengen.players.process import Program
from tengen.systems.processes import where

GNUGO = where("gnugo")
FLOAT = r"-?\d\.\d{6}"
KATA = (
    rf"info move \w+ visits \d+ utility {FLOAT} winrate [01]\.\d{{6}} scoreMean -?\d+\.\d{{6}} "
    rf"scoreLead -?\d+\.\d{{6}} prior [01]\.\d{{6}} lcb [01]\.\d{{6}} utilityLcb {FLOAT} order \d+ pv( \w+)+"
)
LEELA = r"info move \w+ visits \d+ winrate \d{1,5} prior \d{1,5} lcb \d{1,5} order \d+ pv( \w+)+"


def real(name: str = "chinese", board: str = "5x5", simulations: int = 200, **axes: Any) -> Engine:
    chosen = variant(name, **axes)
    place = boards.parse(board, footprint=chosen.footprint)

    return Engine(chosen, place, Thinking(visits=simulations, seed=1))


@pytest.mark.parametrize(("command", "form"), [("kata-analyze", KATA), ("analyze", KATA), ("lz-analyze", LEELA)])
def test_analyses_are_written_as_programs_read_them(command: str, form: str) -> None:
    lines = talk(f"{command} b 10\nname\n", real()).splitlines()
    assert (lines[0], lines[-3:]) == ("=", ["", "= Tengen", ""])
    assert all(re.fullmatch(rf"{form}( {form})*", line) for line in lines[1:-3])
    moves = re.findall(r"info move (\w+) visits (\d+)", lines[1])
    assert len({move for move, _ in moves}) == len(moves) > 1
    assert [int(visits) for _, visits in moves] == sorted((int(visits) for _, visits in moves), reverse=True)


def test_ownership_has_a_number_for_every_point() -> None:
    line = talk("kata-analyze 10 ownership true maxmoves 1\n", real(board="4x3 without A1")).splitlines()[1]
    owners = line.partition("ownership ")[2].split()
    assert len(owners) == 12
    assert owners[8] == "0.000"
    assert all(-1 <= float(owner) <= 1 for owner in owners)


def test_all_estimates_are_one_opinion_at_any_level() -> None:
    """Even at a low level, the lead, the bounds, the owners and the dead stones do not contradict each other."""
    engine = Engine(variant("chinese"), boards.parse("5x5"), Thinking(level=1))
    stones = {"b": "C5 E5 A4 B4 C4 D4 E4", "w": "B5 A2 B2 C2 D2 E2 B1 D1"}
    placed = " ".join(f"{side} {point}" for side, points in stones.items() for point in points.split())
    asked = "tengen-estimate\nestimate_score\nfinal_status_list dead\ntengen-ownership\n"
    _, told, score, dead, owners = talk(f"set_position {placed}\n{asked}", engine).strip().split("\n\n")
    lead, black, white, marked = (line.split(" ", 1)[-1] for line in told.removeprefix("= ").splitlines()[:4])
    bounds = re.findall(r"-?\d+\.\d", score.partition("(")[2])
    assert f"{-float(lead):.1f}" == bounds[1], "with Black to move"
    assert sorted(marked.split()) == sorted(dead.split()[1:]) == ["B5"]
    shares = [float(share) for share in owners.split()[1:]]
    assert [sum(share >= 0.5 for share in shares), sum(share <= -0.5 for share in shares)] == [int(black), int(white)]


def test_a_move_is_told_aloud_and_made() -> None:
    answer = talk("kata-genmove_analyze b 10\ngogui-rules_board\ngomill-explain_last_move\n", real(board="3x3"))
    assert re.search(rf"=\n({KATA}( {KATA})*\n)+play B2\n\n= \. \. \.\n\. X \.\n\. \. \.\n", answer)
    assert re.search(r"= B2: \d+ of \d+ visits, chance \d\d\.\d%; mean score [BW]\+\d\.\d; expected B2", answer)


@pytest.mark.parametrize("command", ["genmove b", "reg_genmove b", "genmove_analyze b"])
def test_the_first_move_is_near_even_where_the_opponent_may_swap(command: str) -> None:
    """The best move of 5x5, in the centre, wins all of the board."""
    assert talk(f"{command}\n", real()).split()[-1] == "C3"
    assert talk(f"{command}\n", real("go-with-pie")).split()[-1] != "C3"


def test_a_move_is_told_aloud_and_left_to_the_asker_to_make() -> None:
    made = real(board="3x3")
    answer = talk("kata-search_analyze b 10\nkata-search b\nmove_history\ncputime\n", made)
    assert re.fullmatch(rf"=\n({KATA}( {KATA})*\n)+play B2\n\n= B2\n\n= \n\n= \d+\.\d{{3}}\n\n", answer)
    assert made.cpu_time > 0


def test_kgs_cleanup_passes_only_without_dead_stones() -> None:
    stones = "w B5 b C5 b E5 b A4 b B4 b C4 b D4 b E4 b A3 b E3 w A2 w B2 w C2 w D2 w E2 w B1 w D1 w B3 w C3 w D3"
    answers = talk(f"set_position {stones}\nkgs-genmove_cleanup b\n", real("japanese", simulations=1_000)).split()
    assert answers in (["=", "=", "A5"], ["=", "=", "D5"])


class InProcess:
    """Another Tengen in this process, used like a program."""

    title = "Tengen"
    output = ""
    is_running = True

    def __init__(self, made: Engine) -> None:
        self.made, self.heard = made, list[str]()

    def ask(self, command: str, timeout: float) -> str:
        self.heard.append(command)
        out = io.StringIO()
        Session(self.made, Script(io.StringIO(f"{command}\n")), out).run()
        answer = out.getvalue()
        assert answer.endswith("\n\n")
        if answer.startswith("?"):
            raise ProgramError("refused", f"Tengen refused {command}: {answer[1:].strip()}")
        return answer[1:].strip()

    def kill(self) -> None: ...

    def close(self) -> None: ...


@pytest.fixture
def other(monkeypatch: pytest.MonkeyPatch) -> InProcess:
    """Replace programs by another Tengen that begins as ordinary Go on 19x19."""
    program = InProcess(real(board="19", simulations=20))
    monkeypatch.setattr(external, "Program", lambda *_, **__: program)
    return program


def games() -> list[Game]:
    started = Game.setup("cushion", [".XO.", "XO.O", ".XO.", "...."], tiles={"C3": 1}, prisoners={"black": 2})
    return [
        Game("chinese", board="5x5", komi=3.5),
        Game("japanese", board="7x5", suicide="allowed"),
        Game("tile", board="4x4 torus", tile_stack=2),
        Game("tao", board="5x5", tao_price=(0, 2), scoring="area"),
        Game("gengo", board="7"),
        Game("gengo", board="go 5"),
        Game("cushion", board="graph:petersen"),
        Game("chinese", board="9", handicap=3),
        Game("chinese", board="5", handicap=2, handicap_kind="free"),
        Game(variant("tao", tiles="cushion"), board="hexagon 3"),
        Game(variant(variant("tile").rules, passing="none"), board="3x3"),
        Game.setup("chinese", ["....", ".XO.", ".O..", "...."], to_play="white"),
        started,
    ]


@pytest.mark.parametrize("game", first(5, games()), ids=repr)
def test_tengen_tells_tengen_any_game(game: Game, other: InProcess) -> None:
    random = Random(seed=4)
    with External("tengen gtp") as player:
        for _ in range(3):
            if game.outcome is None:
                game.play(player.choose(game))
                assert other.made.game.position == game.position
                assert other.made.game.rules == game.rules
                assert other.made.board == game.board
            if game.outcome is None:
                game.play(random.choose(game))
        if game.moves and game.outcome is None:
            game.undo()
            player.choose(game)
            assert other.heard.count("undo") == 0 or other.heard[-2:][0] != "clear_board"


needs_gnugo = pytest.mark.skipif(GNUGO is None, reason="GNU Go is not installed: apt-get install gnugo")


@needs_gnugo
def test_a_session_played_by_gnu_go_is_read_back_from_its_record() -> None:
    """A game that GNU Go plays against the engine's own commands, as run by a program between the two."""
    made = real(board="7x7", simulations=60, komi=9)
    game = Game("chinese", board="7x7", komi=9)
    with External(f"{GNUGO} --mode gtp --level 1 --chinese-rules --seed 1") as gnugo:
        while game.outcome is None and len(game.moves) < 120:
            if game.to_play == "black":
                move = made.game.write_move(gnugo.choose(game))
                assert talk(f"play b {move}\n", made) == "= \n\n"
            else:
                move = talk("genmove w\n", made).strip("= \n")
            game.play(move)
    record = talk("printsgf\n", made)[1:].strip()
    again = Game.from_sgf(record)
    assert again.moves == tuple(move for move in game.moves if game.write_move(move) != "resign")
    assert game.outcome is not None


WALLS = [f"black C{row}" for row in range(1, 8)] + [f"white E{row}" for row in range(1, 8)]
GAME = ["boardsize 7", *WALLS, "black F7", "white F6", "white g7", "black A5", "white A1", "black B1", "black A2"]
"""Two walls with stones behind both; each side takes one."""
ASKED = cases("engine", "asked")


@pytest.fixture(scope="module")
def gnugo() -> Iterator[Program]:
    with Program([str(GNUGO), "--mode", "gtp", "--level", "1", "--chinese-rules"]) as program:
        yield program


def answered(program: Program, command: str) -> str:
    """Return GNU Go's answer, or ? for an error, since its messages differ."""
    try:
        return program.ask(command, 60)
    except ProgramError as error:
        if error.what != "refused":
            raise
        return "?"


def ours(made: Engine, command: str) -> str:
    answer = talk(f"{command}\n", made)
    return "?" if answer.startswith("?") else answer[1:].strip()


def same(answer: str) -> list[str]:
    """Return an answer's words sorted, since points are listed in any order."""
    return sorted(answer.lower().split())


@needs_gnugo
def test_gnu_go_answers_the_same(gnugo: Program) -> None:
    made = engine("--board 7 --searching")
    for command in [*GAME, *ASKED]:
        assert (command, same(ours(made, command))) == (command, same(answered(gnugo, command)))


@needs_gnugo
def test_each_loads_what_the_other_has_written(gnugo: Program, tmp_path: Path) -> None:
    made = engine("--board 7")
    for command in GAME:
        ours(made, command)
    assert ours(made, f"printsgf {tmp_path / 'ours.sgf'}") == ""
    assert answered(gnugo, f"loadsgf {tmp_path / 'ours.sgf'} 18") != "?"
    assert ours(made, f"loadsgf {tmp_path / 'ours.sgf'} 18") == ""
    for command in ("list_stones b", "list_stones w", "move_history"):
        assert same(ours(made, command)) == same(answered(gnugo, command))
    assert answered(gnugo, f"printsgf {tmp_path / 'theirs.sgf'}") == ""
    assert ours(made, "clear_board") == ""
    assert ours(made, f"loadsgf {tmp_path / 'theirs.sgf'}") == ""
    for command in ("list_stones b", "list_stones w"):
        assert same(ours(made, command)) == same(answered(gnugo, command))
