"""`tengen play`: whole short games through the keyboard."""

import os
import pty
import select
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from command_line import INTERRUPTIBLE, Run, autosaves
from match_players import program

from tengen import Game
from tengen.cli.terminal import Looks

TWO = ("--opponent", "human")
"""Two people at one keyboard."""

KO = "B5 C5 A4 D4 B3 C3 C4 B4".replace(" ", "\n")
"""White's last move takes C4 in a ko."""


def test_a_game_of_two_to_its_end(run: Run) -> None:
    result = run("play", "--board", "5", *TWO, lines="C3\nB2\npass\npass\ndead B2\nquit\nquit\n")
    said = result.stdout
    assert result.exit_code == 0
    assert "Go, Chinese rules on 5x5, komi 7.5." in said
    assert "3  ├─┼(●)┼─┤  3" in said
    assert said.index("Black passes.") < said.index("White passes.") < said.index("White wins by 7.5 points.")
    assert "Black wins by 17.5 points." in said
    assert not result.stderr


def test_formal_rules_count_the_position_as_it_stands(run: Run) -> None:
    """Issue 44, item 11: no stones are removed by agreement."""
    result = run("play", "formal", "--board", "5", *TWO, lines="C3\nB2\npass\npass\ndead B2\nhelp\nquit\nquit\n")
    assert "The position is counted as it stands." in result.stdout
    assert "these rules count the position as it stands" in result.stdout
    assert "dead D4 E5" not in result.stdout


def test_gengo_shows_the_area_beside_the_stones(run: Run) -> None:
    """Issue 13, numbered item 2: in the terminal."""
    said = run("play", "gengo", "--board", "7", *TWO, lines="D4\npass\nscore\npass\npass\nquit\nquit\n").stdout
    assert "Stones: Black 1, White 0. Black leads by 1.\nArea, for comparison: Black 49, White 0." in said
    assert "Black wins by 1 stone.\nArea, for comparison: Black 49, White 0." in said


def test_what_is_in_seki_is_told_and_agreed_on(run: Run) -> None:
    lines = "B1 H1 D1 F1 score,seki,D1 pass pass seki,F1 seki seki,auto seki,A1 seki,F1 dead,D1 help quit quit"
    typed = "".join(f"{line.replace(',', ' ')}\n" for line in lines.split())
    said = run("play", "japanese", "--board", "9x1", *TWO, lines=typed).stdout
    assert "Territory with prisoners: Black 0, White 2, komi 6.5. White leads by 8.5." in said
    assert "Black's group at B1 is in seki, as agreed. A1 and C1 do not count." in said
    results = [
        "White wins by 6.5",
        "White wins by 4.5",
        "White wins by 6.5",
        "White wins by 6.5",
        "'A1' cannot be in seki",
    ]
    places = [said.index(results[0])]
    for result in [*results[1:], "White wins by 4.5", "White wins by 6.5"]:
        places.append(said.index(result, places[-1] + 1))
    assert "neither side can fill E1 without coming into atari. A1 and C1 do not count." in said
    assert "agree that only these groups are in seki" in said
    assert "in seki" not in run("play", "--board", "9x1", *TWO, lines="pass\npass\nhelp\nquit\nquit\n").stdout


def test_a_game_is_resumed_after_its_end(run: Run, tmp_path: Path) -> None:
    ko = "B3 C3 A2 D2 B1 C1 E5 B2 C2 pass pass".replace(" ", "\n")
    kept = tmp_path / "one.json"
    lines = f"resume\n{ko}\nresume red\nresume black\nwhy B2\nE2\nsave {kept}\nresign\nresume\nquit\nquit\n"
    said = run("play", "japanese", "--board", "5", *TWO, lines=lines).stdout
    assert "The game is not over; play resumes only after the passes that end a game." in said
    assert "Red: `resume` takes the colour of the requesting player, black or white." in said
    assert "Black asks to resume play. The passes stay, and White moves first." in said
    assert "White may play B2." in said
    assert "Only a game that ended by passes can be resumed; this one ended otherwise: W+R" in said
    assert Game.from_json(kept.read_text()).resumptions == ((11, "black"),)


def test_issue_13_a_game_without_result_is_played_again(run: Run) -> None:
    axes = ("--set", "cycle=agreement", "--set", "passes=3")
    ko = "B3 C3 A2 D2 B1 C1 E5 B2 C2 pass pass B2".replace(" ", "\n")
    lines = f"no-result\nagain\n{ko}\nno-result\nagain\nagain\nquit\n"
    result = run("play", "japanese", "--board", "5", *axes, *TWO, lines=lines)
    said = result.stdout
    assert "The players may agree on no result only after the whole state of the game has repeated." in said
    assert "This game is not over yet; `resign` resigns it, `undo` takes back a move." in said
    assert "The whole position has repeated: `no-result` ends the game without result" in said
    assert "The position came back: the game ends without result." in said
    assert "This game is not saved; `save FILE` saves it, `again` again discards it." in said
    assert said.count("Go, Japanese rules on 5x5, komi 6.5.") == 2
    assert (said.rstrip().endswith("Black, move 1 >"), result.exit_code) == (True, 0)


def test_a_handicap_game_tells_its_komi(run: Run) -> None:
    said = run("play", "aga", "--board", "9", "--set", "handicap=3", *TWO, lines="pass\npass\nquit\nquit\n").stdout
    assert "Go, AGA rules on 9x9, komi 0.5." in said
    assert "Komi is 0.5, as in every handicap game unless it is set: White wins ties." in said
    assert "White gets 2 points for the handicap." in said


def test_illegal_moves_are_explained_and_change_nothing(run: Run) -> None:
    lines = f"{KO}\nC4\nwhy C4\nC3\nZ9\nrubbish\nreturn\nwhy A1\n"
    said = run("play", "japanese", "--board", "5", *TWO, lines=lines).stdout
    ko = "White has just captured here; retaking at once would bring the same position back (ko)."
    assert said.count(ko) == 2
    assert "A stone already stands there." in said
    assert " is not on 5x5: " in said
    assert "`rubbish` is neither a move" in said
    assert "Prisoners are not returned in this game." in said
    assert "Black may play A1." in said
    assert said.count("Black, move 9 > ") == 8
    assert said.count("Prisoners: Black 0, White 1.") == 1, "once a board"


def test_only_what_exists_is_offered(run: Run) -> None:
    chinese, tile, tao = (
        run("play", name, "--board", "5", *TWO, lines="help\n").stdout for name in ("chinese", "tile", "tao")
    )
    assert "pass the turn" in chinese
    assert "return a prisoner" not in chinese
    assert "return a prisoner" in tile
    assert "pass the turn" not in tile
    assert "tao A5" in tao


def test_reasons_for_tiles_and_the_state_are_shown(run: Run) -> None:
    moves = "C3\nB2\nboard\nterritory\nD4\n"
    said = run("play", "cushion", "--board", "5", *TWO, lines=moves).stdout
    told = "White B2 is an incursion: its region touches only Black.\nAnother incursion gets a tile.\nBlack, move 3 > "
    assert said.count(told) == 1
    assert said.count("Black, move 3 > ") == said.count("Another incursion gets a tile.") == 3
    assert "White B2. " not in said
    assert "■ marks Black's territory, □ White's" in said
    tile = run("play", "tile", "--board", "5", *TWO, lines="C3\nB2\nD4\n").stdout
    assert "\nBlack D4. A tile lies under D4: the placement before it was an incursion.\n" in tile


def test_tiles_and_tao_stones_are_told(run: Run) -> None:
    said = run("play", "tile", "--board", "5", *TWO, lines="C3\nB2\nlegal\nA1\nscore\nrules\nboard\n").stdout
    assert "This count does not decide the game: a player without a legal move loses." in said
    assert "The next stone gets a tile.\nBlack, move 3 >" in said
    assert "Black may play on 23 points." in said
    assert "Area: Black" in said
    assert "There is no pass" in said
    assert "Board: 5x5." in said
    said = run("play", "tao", "--board", "5", *TWO, "--set", "tao_in_hand=1", lines="tao B2\nC3\nlegal\n").stdout
    assert "Black puts a Tao stone on B2." in said
    assert "Only a capturing move may take a Tao stone." in said
    assert "Tao stones in hand: 1" in said
    assert "or put a Tao stone, or pass." in said
    said = run("play", "--board", "3", *TWO, lines="A2\nC3\nB1\nlegal\n").stdout
    assert "1  ×(●)┘  1" in said
    assert "× marks the other points; `why` explains them." in said


def test_undo_of_two_and_after_the_end(run: Run) -> None:
    said = run("play", "--board", "5", *TWO, lines="undo\nC3\nundo\nresign\nC3\nundo\nC3\n").stdout
    assert "No move to undo." in said
    assert "Black resigns: White wins." in said
    assert "The game is over. `undo` takes back the last move" in said
    assert said.rstrip().count("Black C3.") == 2


def test_undo_against_the_computer_takes_its_move_too(run: Run) -> None:
    said = run("play", "--board", "5", "--opponent", "random", "--seed", "3", lines="C3\nundo\nundo\n").stdout
    assert "Took back your last move and the answer to it." in said
    assert "You have no move to take back." in said
    first = run(
        "play", "--board", "5", "--opponent", "random", "--seed", "3", "--colour", "white", lines="undo\n"
    ).stdout
    assert "You play White against Random." in first
    assert "You have no move to take back." in first


def test_the_computer_plays_the_same_with_the_same_seed(run: Run) -> None:
    games = [
        run("play", "tile", "--board", "4", "--opponent", "random", "--seed", "5", lines="A1\n").stdout for _ in "ab"
    ]
    assert games[0].split("saved in")[0] == games[1].split("saved in")[0]


def test_save_load_and_resume(run: Run, tmp_path: Path) -> None:
    said = run(
        "play", "tile", "--board", "5", *TWO, lines="save\nC3\nsave one.json\nB2\nload one.json\nload one.json\nquit\n"
    ).stdout
    assert "Name a file: `save game.json` or `save game.sgf`." in said
    assert "Saved in one.json." in said
    assert "this game is not saved" in said.lower()
    game = Game.from_json((tmp_path / "one.json").read_text("utf-8"))
    assert (game.variant.name, [game.write_move(move) for move in game.moves]) == ("tile", ["C3"])
    assert list(tmp_path.iterdir()) == [tmp_path / "one.json"]
    resumed = run("play", "--resume", "one.json", *TWO, lines="B2\nsave\nquit\n")
    assert resumed.exit_code == 0
    assert "Tile Go on 5x5" in resumed.stdout
    assert len(Game.from_json((tmp_path / "one.json").read_text("utf-8")).moves) == 2


def test_what_cannot_be_saved_or_loaded_is_told(run: Run, tmp_path: Path) -> None:
    (tmp_path / "bad.json").write_text('{"tengen": 1, "kind": "reco')
    said = run("play", "--board", "5", *TWO, lines="load none.json\nload bad.json\nsave none/one.json\nC3\n").stdout
    assert "none.json" in said
    assert "No such file" in said
    assert "Black C3." in said
    assert run("play", "--resume", "bad.json").exit_code == 2


def test_quit_asks_once_for_an_unsaved_game(run: Run, tmp_path: Path) -> None:
    said = run("play", "--board", "5", *TWO, lines="C3\nquit\nB2\nquit\nquit\n").stdout
    assert said.count("This game is not saved") == 2
    assert not list(tmp_path.iterdir())
    assert "not saved" not in run("play", "--board", "5", *TWO, lines="quit\n").stdout


def test_at_the_end_of_input_nothing_is_lost(run: Run, tmp_path: Path) -> None:
    words = ("--opponent", "random", "--seconds", "2.5", "--no-book", "--ponder")
    result = run("play", "--board", "5", *words, "--seed", "1", lines="C3\n")
    assert result.exit_code == 0
    (file,) = autosaves(tmp_path)
    resume = shlex.join(["tengen", "play", "--resume", str(file), *words[:4], "--ponder", "--no-book"])
    assert f"The game is saved in {file}. To resume:\n  {resume}\n" in result.stdout
    assert len(Game.from_json(file.read_text("utf-8")).moves) == 2
    run("play", "--board", "5", *TWO, lines="A1\n")
    assert len(autosaves(tmp_path)) == 2
    run("play", "--resume", file, *TWO, lines="score\nA1\n")
    assert len(autosaves(tmp_path)) == 2, "it replaces the one it was resumed from"
    assert len(Game.from_json(file.read_text("utf-8")).moves) == 3
    assert {path.name for path in tmp_path.iterdir()} == {"tengen"}


def test_a_file_is_replaced_only_when_asked_twice(run: Run, tmp_path: Path) -> None:
    (tmp_path / "my notes.sgf").write_text("notes")
    lines = "save notes.txt\nsave 'my notes.sgf'\nC3\nsave 'my notes.sgf'\nsave 'my notes.sgf'\nB2\nsave\nquit\n"
    said = run("play", "--board", "5", *TWO, lines=lines).stdout
    assert "Games are saved as .json or .sgf; try notes.txt.json." in said
    assert said.count("My notes.sgf already exists; repeat the command to replace it.") == 2
    assert said.count("Saved in my notes.sgf.") == 2
    game = Game.from_sgf((tmp_path / "my notes.sgf").read_text("utf-8"))
    assert [game.write_move(move) for move in game.moves] == ["C3", "B2"]
    assert {path.name for path in tmp_path.iterdir()} == {"my notes.sgf"}


def test_ascii_where_the_encoding_has_no_more(tengen: Callable[..., subprocess.CompletedProcess[str]]) -> None:
    result = tengen("play", "--board", "5", *TWO, lines="C3\n", PYTHONIOENCODING="ascii")
    assert result.returncode == 0
    assert result.stdout.isascii()
    assert "3  . .(X). .  3" in result.stdout


def test_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    with open(os.devnull, "w", encoding="utf-8") as stream:
        assert Looks.of(stream) == Looks(ascii=False, colour=False)
        assert Looks.of(stream, ascii=True) == Looks(ascii=True, colour=False)
    with open(os.devnull, "w", encoding="latin-1") as stream:
        assert Looks.of(stream).ascii


@contextmanager
def at_a_terminal(folder: Path, term: str, *words: str) -> Iterator[tuple[int, subprocess.Popen[bytes]]]:
    """Yield the terminal at which a game is played, and the process; Ctrl-C must end it, and keep the game."""
    main, side = pty.openpty()
    environment = {**os.environ, "TERM": term, "PYTHONIOENCODING": "utf-8"}
    environment.pop("NO_COLOR", None)
    command = [sys.executable, "-c", INTERRUPTIBLE, "play", *words]
    process = subprocess.Popen(
        command, stdin=side, stdout=side, stderr=side, cwd=folder, env=environment, start_new_session=True
    )
    os.close(side)
    try:
        yield main, process
        assert process.wait(timeout=30) == 130
    finally:
        process.kill()
        process.wait()
        os.close(main)
    assert len(Game.from_json(autosaves(folder)[0].read_text("utf-8")).moves) == 1


def test_a_terminal_gets_colours_and_control_c_keeps_the_game(tmp_path: Path) -> None:
    with at_a_terminal(tmp_path, "xterm-256color", "--board", "5", *TWO) as (terminal, process):
        assert "\033[" in _read_until(terminal, "move 1 >")
        os.write(terminal, b"C3\n")
        _read_until(terminal, "move 2 >")
        for _ in range(20):  # an interrupt just before a read is noticed only after it
            process.send_signal(signal.SIGINT)
            if select.select([terminal], [], [], 1)[0]:
                break
        assert "Traceback" not in _read_until(terminal, "--opponent human")


@pytest.mark.slow
def test_arrow_keys_move_a_pointer_and_enter_plays_there(tmp_path: Path) -> None:
    with at_a_terminal(tmp_path, "xterm", "--board", "5", *TWO) as (terminal, _):
        for key, shown in (("\033[A", "move 1 >"), ("\033[A", "> C3"), ("\033[C", "> C4"), ("\r", "> D4")):
            _read_until(terminal, shown)
            os.write(terminal, key.encode())
        assert "┼(●)┤" in _read_until(terminal, "Black D4.")
        _read_until(terminal, "move 2 >")
        os.write(terminal, b"\3")
        _read_until(terminal, "--opponent human")


def test_the_computer_is_the_default_opponent(run: Run) -> None:
    said = run("play", "--board", "5", "--seed", "1", lines="C3\nresign\n").stdout
    assert "You play Black against Tengen, level 3." in said
    assert "White " in said
    assert said.count("Black, move") == 2
    assert "Computer is thinking" not in said


def test_hints_are_moves_and_how_often_they_win(run: Run) -> None:
    lines = "A4\nB5\nA3\nC4\nE1\nB3\nhint\nresign\nhint\n"
    said = run("play", "--board", "5", "--set", "komi=0.5", *TWO, lines=lines).stdout
    first = said.split("continuation\n")[1].splitlines()[0].split()
    assert first[0] in Game("chinese", board="5x5").board.labels
    assert first[1].endswith("%")
    assert int(first[2].replace(",", "")) > 500
    assert "The game is over; there is no move to suggest." in said


def test_a_hint_says_why(run: Run, tmp_path: Path) -> None:
    kept = tmp_path / "fight.json"
    kept.write_text(Game.setup("chinese", ["OX...", "OX...", "O.X..", "XOX..", "X.O.."]).to_json())
    said = run("play", "--resume", str(kept), "--engine", "tengen", *TWO, lines="hint\n").stdout
    assert "B3. It captures 3 stones at A5. It saves 2 stones at A2 from capture.\n" in said


def test_mistakes_come_with_better_moves_and_the_engine(run: Run, tmp_path: Path) -> None:
    kept = tmp_path / "fight.json"
    kept.write_text(Game.setup("chinese", ["OX...", "OX...", "O....", "XO...", "X...."], komi=0).to_json())
    said = run("play", "--resume", str(kept), "--engine", "tengen", *TWO, lines="mistakes\nE1\nmistakes\n").stdout
    assert "No move has been made." in said
    assert "Move 1, Black E1: Black's chance fell from " in said
    assert "It captures 3 stones at A5." in said
    assert "Judged by Tengen." in said


LOST = [".X.X.", "XXXXX", "X.X.X", "XXXXX", "OO.OO"]


@pytest.mark.parametrize(("choice", "resigns"), [("hopeless", True), ("never", False)])
def test_the_computer_gives_up_a_lost_game_politely(run: Run, tmp_path: Path, choice: str, resigns: bool) -> None:
    kept = tmp_path / "lost.json"
    kept.write_text(Game.setup("chinese", LOST, to_play="white", komi=0.5).to_json())
    told = ("play", "--resume", str(kept), "--opponent", "2", "--seed", "1", "--resign", choice)
    said = run(*told, lines="A5\nE5\nB3\n").stdout
    polite = "Tengen, level 2 resigns. Thank you for the game."
    assert (polite in said) == resigns
    assert ("White resigns: Black wins." in said) == resigns


def test_estimates_have_owners_and_dead_stones(run: Run) -> None:
    walls = "B1 D1 B2 D2 B3 D3 B4 D4 B5 D5 C1 pass C2 pass C3 pass C4 pass C5 pass".replace(" ", "\n")
    lines = f"{walls}\nE1\nestimate\npass\npass\nestimate\n"
    going, over = run("play", "--board", "5", "--komi", "0.5", *TWO, lines=lines).stdout.split("Over >")[:2]
    for said in going, over:
        assert "1  ■─●─●─○" in said
        assert "●□ 1" in said
        assert "Likely to be Black's (■): 15 points; White's (□): 10 points; open: 0." in said
        assert "These chains look dead: E1." in said
    assert "Black leads by about 4 points." in going  # 4.5 are counted, with komi
    assert "`estimate` shows which stones look dead." in going
    assert "`dead E1` removes them." in over
    ascii = run("play", "--board", "5", "--ascii", *TWO, lines=f"{walls}\nestimate\n").stdout
    assert "Likely to be Black's (x)" in ascii
    assert "No stones look dead." in ascii


def test_an_estimate_names_the_stones_that_it_counts_as_lost(run: Run, tmp_path: Path) -> None:
    kept = tmp_path / "kept.json"
    kept.write_text(Game.setup("chinese", ["X.X.X", "XXXXX", "OOOOX", "OOOOX", "...OX"]).to_json())
    said = run("play", "--resume", str(kept), *TWO, lines="estimate\n").stdout
    assert "Likely to be Black's (■): 25 points; White's (□): 0 points; open: 0." in said
    assert "No stones look dead.\nThese chains are counted as lost, though not certainly dead: A3." in said


def test_a_program_is_an_opponent_too(run: Run, tmp_path: Path) -> None:
    passes = program(tmp_path, "passes", "answer['genmove'] = 'pass'")
    said = run("play", "--board", "5", "--opponent", passes, "--seconds", "1", lines="C3\npass\n").stdout
    assert "You play Black against passes 1." in said
    assert "White passes." in said
    assert "--opponent '" in run("play", "--board", "5", "--opponent", passes, lines="C3\n").stdout


@pytest.mark.parametrize(
    ("does", "told"), [("sys.exit(3)", "ended with code 3"), ("answer['genmove'] = 'C3'", "which is illegal: occupied")]
)
def test_where_a_program_cannot_go_on_two_people_can(run: Run, tmp_path: Path, does: str, told: str) -> None:
    result = run("play", "--board", "5", "--opponent", program(tmp_path, "odd", does), lines="C3\nB2\nA1\n")
    assert "odd 1 cannot continue: " in result.stdout
    assert told in result.stdout
    assert "Its moves are yours now." in result.stdout
    assert "White B2." in result.stdout
    assert result.exit_code == 0


@pytest.mark.slow
def test_control_c_while_the_computer_thinks_keeps_the_game(tmp_path: Path) -> None:
    words = ("--no-book", "--board", "9", "--opponent", "mcts:3000s")
    with at_a_terminal(tmp_path, "xterm", *words) as (terminal, process):
        _read_until(terminal, "move 1 >")
        os.write(terminal, b"E5\n")
        _read_until(terminal, "Computer is thinking")
        process.send_signal(signal.SIGINT)
        _read_until(terminal, "--opponent mcts:3000s --no-book")


def _read_until(terminal: int, text: str, seconds: float = 90) -> str:
    said, end = b"", time.monotonic() + seconds
    while text.encode() not in said:
        ready, _, _ = select.select([terminal], [], [], end - time.monotonic())
        assert ready, said.decode("utf-8", "replace")
        said += os.read(terminal, 65536)
    return said.decode("utf-8", "replace")


def _lost_at(run: Run, *words: str) -> str:
    """Play six moves between the computer and oneself, resign, and leave."""
    typed = "A5\nC5\nE5\nA1\nC1\nE1\nA3\nE3\nresign\nquit\nquit\n"
    return str(run("play", "--board", "5", "--follow", "--seed", "1", *words, lines=typed).stdout)


def test_the_level_follows_the_player(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    first = _lost_at(run)
    assert "against Tengen, level 3" in first
    assert "Two wins in a row raise its level by one, two losses in a row lower it." in first
    second = _lost_at(run)
    assert "against Tengen, level 3" in second
    assert "Two games lost in a row: the computer plays the next game at level 2." in second
    assert "against Tengen, level 2" in _lost_at(run)
    assert "against Tengen, level 1" in _lost_at(run, "--opponent", "1"), "a level that is named begins anew"
    assert (tmp_path / "data" / "tengen" / "level.json").read_text() == '{"level": 1, "run": -1}\n'


def test_again_is_played_at_the_level_that_follows(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    moves = "A5\nC5\nE5\nA1\nC1\nE1\nA3\nE3\nresign\n"
    typed = f"{moves}again\nagain\n{moves}again\nagain\nquit\nquit\n"
    said = run("play", "--board", "5", "--follow", "--opponent", "2", "--seed", "1", lines=typed).stdout
    assert said.count("against Tengen, level 2") == 2
    assert said.count("against Tengen, level 1") == 1


def test_a_damaged_file_of_the_level_is_named(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    (tmp_path / "tengen").mkdir()
    (tmp_path / "tengen" / "level.json").write_text('{"level": 99}')
    refused = run("play", "--follow")
    assert refused.exit_code == 2
    assert "level must be a whole number from 1 to 10, not 99; delete the file" in refused.stderr


def test_a_game_is_made_even_for_a_level(run: Run) -> None:
    said = run("play", "--board", "9", "--opponent", "4", "--even", "2", lines="quit\n").stdout
    assert "Level 4 against level 2: even at 3 stones, with Black for level 2.\n" in said
    assert "You play Black against Tengen, level 4." in said
    assert "Black is 3 stones ahead" in said
    said = run("play", "--board", "9", "--opponent", "1", "--even", "3", "--seconds", "0.1", lines="quit\n").stdout
    assert "You play White against Tengen, level 1." in said
    refused = run("play", "--board", "9", "--opponent", "4", "--even", "2", "--colour", "white")
    assert (refused.exit_code, "the even game gives you Black" in refused.stderr) == (2, True)
    said = run("play", "--board", "9", "--opponent", "2", "--even", "2", "--colour", "white", lines="quit\n").stdout
    assert "You play White against Tengen, level 2." in said
