"""Programs as players: in step, on time, with every error counted, and never left behind."""

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from data import cases
from example_counts import first
from fake_programs import USUAL, Fake, Watch

from tengen import Game, Pass, Place, Reason, Resign, Tao, TengenError
from tengen.players import Budget, External, Player, ProgramError, Random, process
from tengen.records.time_control import SideClock, control_of
from tengen.systems.processes import where

GNUGO = where("gnugo")


def game_of(*moves: str, variant: str = "chinese", board: str = "5x5", **axes: Any) -> Game:
    game = Game(variant, board=board, **axes)
    for move in moves:
        game.play(move)
    return game


def told(fake: Fake) -> list[str]:
    return [line for line in fake.heard if line not in ("list_commands", "name", "version", "quit")]


PASSES = {"genmove": "say('= pass\\n\\n')"}


def told_of(
    folder: Path, *games: Game, known: Sequence[str] = (), budgets: Sequence[Budget | None] = (None,)
) -> list[str]:
    """Return a passing fake's input about games, one after the other, if it has some extra commands."""
    folder.mkdir(exist_ok=True)
    fake = Fake(folder, PASSES, (*USUAL, *known))
    fake.folder.joinpath("log.txt").unlink(missing_ok=True)
    with External(fake.command) as player:
        for game in games:
            for budget in budgets:
                player.choose(game, budget)
    return told(fake)


# -- in step -----------------------------------------------------------------------------------------------------------


def test_a_game_is_sent_once_and_then_move_by_move(tmp_path: Path) -> None:
    fake = Fake(tmp_path, {"genmove": "say('= b2\\n\\n')"})
    game = game_of("C3", "D4", komi=3.5)
    with External(fake.command) as player:
        game.play(player.choose(game))
        game.play("A1")
        with pytest.raises(ProgramError, match="occupied"):
            player.choose(game)
    assert told(fake) == [
        "boardsize 5", "clear_board", "komi 3.5", "play black C3", "play white D4", "genmove black",
        "play white A1", "genmove black",
    ]  # fmt: skip


def test_it_goes_back_by_undo_and_to_the_start_by_replay(tmp_path: Path) -> None:
    fake = Fake(tmp_path, {"genmove": "say('= E5\\n\\n')"})
    with External(fake.command) as player:
        player.choose(game_of("C3", "D4"))
        player.choose(game_of("C3", "B2"))
        player.choose(game_of("C3", "B2", "A1", "D4"))
        player.choose(game_of("A1"))
        player.choose(game_of("A1", komi=0))
    assert told(fake)[3:] == [
        "play black C3", "play white D4", "genmove black",
        "undo", "undo", "play white B2", "genmove black",
        "undo", "play black A1", "play white D4", "genmove black",
        "boardsize 5", "clear_board", "komi 7.5", "play black A1", "genmove white",
        "boardsize 5", "clear_board", "komi 0", "play black A1", "genmove white",
    ]  # fmt: skip


def test_without_undo_it_is_sent_again(tmp_path: Path) -> None:
    plain = tuple(name for name in USUAL if name != "undo")
    for known, on in ((plain, {}), (USUAL, {"undo": "say('? cannot undo\\n\\n')"})):
        folder = tmp_path / str(len(known))
        folder.mkdir()
        fake = Fake(folder, {"genmove": "say('= PASS\\n\\n')", **on}, known)
        with External(fake.command) as player:
            assert player.choose(game_of("C3", "D4", "B2")) is Pass
            player.choose(game_of("C3", "D4"))
        assert told(fake)[-5:] == ["clear_board", "komi 7.5", "play black C3", "play white D4", "genmove black"]


def test_answers_are_read_in_any_case_and_with_any_line_ends(tmp_path: Path) -> None:
    for answer, move in (("=  d4 \\r\\n\\r\\n", Place(8)), ("=resign\\n\\n", Resign), ("\\n\\n= Pass\\n\\n\\n", Pass)):
        fake = Fake(tmp_path, {"genmove": f"say('{answer}')"})
        with External(fake.command) as player:
            assert player.choose(game_of()) == move


def test_its_name_is_what_it_says(tmp_path: Path) -> None:
    fake = Fake(tmp_path, {"name": "say('= Fake  Go\\n\\n')", "version": "say('= 1.2\\n\\n')"})
    with External(fake.command) as player:
        assert player.name == "Fake Go 1.2"
    assert External(fake.command, name="Somebody").name == "Somebody"


def test_time_is_sent_in_whole_seconds_or_precisely(tmp_path: Path) -> None:
    budgets = Budget(seconds=1.6), Budget(seconds=1.6), Budget(simulations=9), None, Budget(seconds=0.1)
    said = told_of(tmp_path, game_of(), known=("time_settings", "time_left"), budgets=budgets)
    assert [line for line in said if "time" in line] == [
        "time_settings 0 2 1", "time_left black 2 1", "time_left black 2 1", "time_settings 0 1 0",
        "time_settings 0 1 1", "time_left black 1 1",
    ]  # fmt: skip
    precise = ("time_settings", "kata-time_settings")
    said = told_of(tmp_path / "other", game_of(), known=precise, budgets=(Budget(seconds=0.5), None))
    assert [line for line in said if "time" in line] == [
        "kata-time_settings canadian 0 0.5 1",
        "kata-time_settings none",
    ]


def test_rules_are_sent_in_katagos_words_if_possible(tmp_path: Path) -> None:
    said = told_of(tmp_path, game_of(variant="new-zealand"), game_of(variant="ing"), known=("kata-set-rules",))
    rules = [json.loads(line.partition(" ")[2]) for line in said if line.startswith("kata")]
    assert rules == [
        {"hasButton": False, "ko": "SITUATIONAL", "scoring": "AREA", "suicide": True, "tax": "NONE",
         "whiteHandicapBonus": "0"}
    ]  # fmt: skip


_KNOWS = (*USUAL, "kata-set-rules")
_NONE = "does not support kata-set-rules"
_REFUSED = "say('? unsupported\\n\\n')"


@pytest.mark.parametrize(
    ("known", "answer", "variant", "untold"),
    [
        (USUAL, "", "chinese", f"repetition = positional, suicide = forbidden, scoring = area (it {_NONE})"),
        (USUAL, "", "button-go", "repetition = positional, suicide = forbidden, scoring = area, coupons = 0.5 (it"),
        (_KNOWS, "", "button-go", ""),
        (_KNOWS, "", "ing", "repetition = ing, suicide = allowed, scoring = area (KataGo's rules have no words for"),
        (_KNOWS, _REFUSED, "aga", "repetition = situational, suicide = forbidden, scoring = area (it refuses them"),
        (_KNOWS, "", "chinese", ""),
    ],
)
def test_unsupported_rules_of_a_program_are_named(
    tmp_path: Path, known: tuple[str, ...], answer: str, variant: str, untold: str
) -> None:
    on = {**PASSES, **({"kata-set-rules": answer} if answer else {})}
    with External(Fake(tmp_path, on, known).command) as player:
        player.choose(game_of(variant=variant))
        assert player.untold.startswith(untold)
        assert bool(player.untold) == bool(untold)


@pytest.mark.parametrize(
    ("known", "said"),
    [(("loadsgf", "set_free_handicap"), ["set_free_handicap C3 G7"]), ((), ["play black C3", "play black G7"])],
)
def test_handicap_stones_are_sent(tmp_path: Path, known: tuple[str, ...], said: list[str]) -> None:
    for game in (
        Game("chinese", board="9", handicap=2),
        Game.setup("chinese", {"C3": "black", "G7": "black"}, board="9", to_play="white"),
    ):
        assert told_of(tmp_path, game, known=known)[3:] == [*said, "genmove white"]


def test_positions_are_sent_as_files_or_stone_by_stone(tmp_path: Path) -> None:
    game = Game.setup("chinese", ["....", ".XO.", ".O..", "...."], to_play="white")
    copy = "import shutil; shutil.copy(line.split()[1], {!r}); say('= \\n\\n')".format(str(tmp_path / "copy.sgf"))
    fake = Fake(tmp_path, {**PASSES, "loadsgf": copy}, (*USUAL, "loadsgf"))
    with External(fake.command) as player:
        player.choose(game)
    again = Game.from_sgf((tmp_path / "copy.sgf").read_text())
    assert (again.stones, again.to_play) == (game.stones, "white")
    assert not Path(fake.heard[-3].split()[1]).exists()
    stones = ["play black B3", "play white C3", "play white B2", "genmove white"]
    assert told_of(tmp_path / "other", game)[3:] == stones


def test_rectangles_are_sent_to_programs_that_support_them(tmp_path: Path) -> None:
    assert told_of(tmp_path, game_of(board="5x4"), known=("rectangular_boardsize",))[0] == "rectangular_boardsize 5 4"


def test_other_games_are_sent_to_programs_that_support_them(tmp_path: Path) -> None:
    fake = Fake(tmp_path, {"genmove": "say('= tao B2\\n\\n')"}, (*USUAL, "tengen-variant", "tengen-board"))
    game = Game("tao", board="5x5 torus", tao_price=(0, 1), komi=0)
    with External(fake.command) as player:
        assert player.choose(game) == Tao(16)
    assert told(fake) == ["tengen-variant tao komi=0 tao_price=[0, 1]", "tengen-board 5x5 torus", "genmove black"]


@pytest.mark.parametrize(
    ("game", "why"),
    [
        (Game("tile", board="5x5"), "plays ordinary Go only, but tiles = tile"),
        (Game("chinese", board="5x5 torus"), "does not support the board 5x5 torus"),
        (Game("chinese", board="graph:petersen"), "does not support the board graph:petersen"),
        (Game("chinese", board="5x5 without A1"), "does not support the board 5x5 without A1"),
        (Game("gengo", board="9"), "does not support the board gengo 9"),
        (Game("chinese", board="5x4"), "supports square boards only, not 5x4"),
    ],
)
def test_unsupported_games_are_refused_without_harm(tmp_path: Path, game: Game, why: str) -> None:
    fake = Fake(tmp_path, PASSES)
    with External(fake.command, name="Fake") as player:
        with pytest.raises(TengenError, match=f"Fake {why}"):
            player.choose(game)
        assert player.choose(game_of()) is Pass
    assert fake.heard.count("list_commands") == 1


# -- programs that fail ------------------------------------------------------------------------------------------------

FAILURES = cases("external", "failures")


@pytest.mark.parametrize(("what", "code", "message"), first(6, map(tuple, FAILURES)))
def test_any_misbehaviour_is_reported_and_survived(tmp_path: Path, what: str, code: str, message: str) -> None:
    once = f"""
if os.path.exists({str(tmp_path / "failed")!r}):
    say('= A1\\n\\n')
else:
    open({str(tmp_path / "failed")!r}, 'w').close()
    {code}
"""
    fake = Fake(tmp_path, {"genmove": once})
    game = game_of("C3", "pass")
    with External(fake.command, name="Fake") as player:
        player.start()
        player.timeout = 1 if what == "timeout" else 60
        with pytest.raises(ProgramError, match="Fake") as caught:
            player.choose(game)
        assert caught.value.what == what
        assert message in str(caught.value)
        assert (caught.value.reasons == (Reason.OCCUPIED,)) is ("occupied" in message)
        player.timeout = 60
        assert player.choose(game) == Place(20)
    assert game.moves == game_of("C3", "pass").moves


def test_complaints_are_read_however_many_and_the_last_are_kept(tmp_path: Path) -> None:
    many = "[print('warning', n, file=sys.stderr) for n in range(100_000)]; say('= A1\\n\\n')"
    fake = Fake(tmp_path, {"genmove": many, "undo": "sys.exit('that was it')"})
    with External(fake.command) as player:
        assert player.choose(game_of("C3", "D4")) == Place(20)
        with pytest.raises(ProgramError) as caught:
            player.choose(game_of("C3", "B2"))
    assert caught.value.output.splitlines()[-2:] == ["warning 99999", "that was it"]


def test_a_long_command_to_a_deaf_program_times_out(tmp_path: Path) -> None:
    known = (*USUAL, "tengen-variant", "tengen-board")
    fake = Fake(tmp_path, {"tengen-variant": "say('= \\n\\n'); import signal; signal.pause()"}, known)
    names = [f"point {number:04}" for number in range(9_000)]
    board = json.dumps({"points": names, "edges": [[names[0], names[1]]]})
    game = Game("chinese", board=board)
    with External(fake.command) as player:
        player.start()
        player.timeout = 0.5
        with pytest.raises(ProgramError, match="at 'tengen-board") as caught:
            player.choose(game)
    assert caught.value.what == "timeout"


def test_what_went_between_two_moves_is_started_again(tmp_path: Path) -> None:
    fake = Fake(tmp_path, {"genmove": "say('= A1\\n\\n'); sys.exit()"})
    with External(fake.command) as player:
        for _ in range(2):
            assert player.choose(game_of()) == Place(20)
            assert player._program is not None
            player._program._process.wait()
    assert fake.heard.count("list_commands") == 2


@pytest.mark.parametrize("command", ["no-such-program-anywhere", "/", ["\0"]])
def test_a_failed_start_is_reported(command: str | list[str]) -> None:
    with pytest.raises(ProgramError, match="cannot be started") as caught:
        External(command).choose(game_of())
    assert caught.value.what == "start"


def test_nonsense_is_refused() -> None:
    with pytest.raises(TengenError, match="command line is empty"):
        External("").choose(game_of())
    with pytest.raises(TengenError, match="timeout must be more than 0"):
        External("gnugo", timeout=0)


def test_dead_stones_are_asked_for(tmp_path: Path) -> None:
    game = game_of("C3", "A1", "pass", "pass")
    known = (*USUAL, "final_status_list")
    for answer, dead in (("a1", ("A1",)), ("", ()), ("A1\\nC3", ("A1", "C3"))):
        fake = Fake(tmp_path, {"final_status_list": f"say('= {answer}\\n\\n')"}, known)
        with External(fake.command) as player:
            assert player.dead(game) == dead
    for answer in ("B2", "Z", "A1 K11"):
        fake = Fake(tmp_path, {"final_status_list": f"say('= {answer}\\n\\n')"}, known)
        with External(fake.command) as player, pytest.raises(ProgramError, match="as dead, which are not all stones"):
            player.dead(game)
    with External(Fake(tmp_path, {}).command) as player:
        assert player.dead(game) == ()


# -- no process is left ------------------------------------------------------------------------------------------------


def test_a_program_that_stays_is_ended_with_all_it_has_started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "_GRACE", 0.05)
    watch = Watch(tmp_path)
    child = f"{watch.hold}; import signal; print(flush=True); signal.pause()"
    start = f"import subprocess; child = subprocess.Popen([sys.executable, '-c', {child!r}], stdout=subprocess.PIPE)"
    stay = "child.stdout.readline(); say('= A1\\n\\n'); import signal; signal.pause()"
    player = External(Fake(tmp_path, {"genmove": f"{start}; {stay}"}).command)
    player.choose(game_of())
    player.close()
    watch.wait_for_death()
    player.close()


@pytest.mark.parametrize("ending", first(1, ["pass", "raise SystemExit(0)", "player.close()", "del player"]))
def test_a_program_that_will_not_go_is_ended_however_python_ends(tmp_path: Path, ending: str) -> None:
    watch = Watch(tmp_path)
    stay = f"{watch.hold}; say('= Stays\\n\\n'); import signal; signal.pause()"
    fake = Fake(tmp_path, {"name": stay})
    script = (
        f"from tengen.players import process\nprocess._GRACE = 0.05\n"
        f"player = process.Program({fake.command!r})\nassert player.ask('name', 60) == 'Stays'\n{ending}\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True, timeout=120)
    watch.wait_for_death()


def test_a_program_goes_when_we_are_killed(tmp_path: Path) -> None:
    watch = Watch(tmp_path)
    fake = Fake(tmp_path, {"name": f"{watch.hold}; say('= Fake\\n\\n')"})
    script = (
        f"import os\nfrom tengen.players.process import Program\n"
        f"player = Program({fake.command!r})\nplayer.ask('name', 60)\nos.kill(os.getpid(), 9)\n"
    )
    assert subprocess.run([sys.executable, "-c", script], timeout=120, check=False).returncode == -9
    watch.wait_for_death()


# -- a real one --------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.skipif(GNUGO is None, reason="GNU Go is not installed: apt-get install gnugo")
def test_a_game_against_gnu_go(tmp_path: Path) -> None:
    game = Game("chinese", board="7x7", komi=9)
    with External(f"{GNUGO} --mode gtp --level 1 --chinese-rules --seed 1") as gnugo:
        assert gnugo.name.startswith("GNU Go 3")
        players: dict[str, Player] = {"black": gnugo, "white": Random(seed=3)}
        while game.outcome is None and len(game.moves) < 200:
            game.play(players[game.to_play].choose(game))
        assert game.outcome is not None
        dead = gnugo.dead(game)
    outcome = game.settle(dead)
    assert outcome.winner == "black"
    again = Game.from_sgf(game.sgf())
    assert again.moves == game.moves
    assert again.outcome == outcome


KATA = ("kata-time_settings",)


@pytest.mark.parametrize(
    ("clock", "known", "said"),
    [
        ("60", (), ["time_settings 60 0 0", "time_left black 60 0", "time_left black 47 0"]),
        ("60+3x20", (), ["time_settings 60 20 1", "time_left black 60 0", "time_left black 47 0"]),
        ("5+3x20", (), ["time_settings 5 20 1", "time_left black 5 0", "time_left black 20 1"]),
        ("5+25/600", (), ["time_settings 5 600 25", "time_left black 5 0", "time_left black 592 24"]),
        ("60+2", KATA, ["kata-time_settings fischer 60 2", "time_left black 60 0", "time_left black 49.5 0"]),
        ("5+3x20", KATA, ["kata-time_settings byoyomi 5 20 3", "time_left black 5 0", "time_left black 20 3"]),
        ("60", KATA, ["kata-time_settings absolute 60", "time_left black 60 0", "time_left black 47.5 0"]),
    ],
)  # fmt: skip
def test_a_clock_is_sent_with_its_time(tmp_path: Path, clock: str, known: tuple[str, ...], said: list[str]) -> None:
    fake = Fake(tmp_path, PASSES, (*USUAL, "time_settings", "time_left", *known))
    left = SideClock(control_of(clock))
    with External(fake.command) as player:
        player.keep_time(left)
        player.choose(game_of())
        left.spend(12.5)
        player.choose(game_of())
    assert [line for line in told(fake) if "time" in line] == said
