"""What every command refuses: in one line, with the exit code 2, and without touching a file."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from command_line import Run
from test_convert import DRAWN

from tengen import Game

REFUSED: dict[str, list[tuple[tuple[object, ...], str]]] = {
    "": [
        (("rules", "til"), "did you mean tile"),
        (("rules", "tile", "--set", "komi"), "axis=value"),
        (("rules", "tile", "--set", "komi=1", "--set", "komi=2"), "set twice"),
        (("rules", "tile", "--set", "nonsense=1"), "nonsense"),
        (("rules", "none.toml"), "none.toml"),
        (("rules", "tile", "--set", "tao_price=2"), "tao"),
        (("play", "--board", "0x0"), "width"),
        (("play", "--komi", "1", "--set", "komi=2"), "--komi"),
        (("play", "--colour", "red"), "black or white"),
        (("play", "--opponent", "god"), "neither a player"),
        (("play", "--follow", "--opponent", "random"), "the computer's level, and --opponent 'random' has none"),
        (("play", "--resume", "none.json"), "none.json"),
        (("play", "tile", "--resume", "none.json"), "--resume"),
        (("show", "none.sgf"), "none.sgf"),
        (("replay", "none.sgf", "--rules", "til"), "did you mean tile"),
    ],
    "book game.sgf": [
        (("-o", "x.svg/"), "-o x.svg/: that is a folder; name a file in it"),
        (("-o", "game.sgf"), "such a file's name ends in .pdf or .svg or .md or .html"),
        (("-o", "game.txt"), "ends in .pdf"),
        (("-o", "none/a.pdf"), "there is no folder none"),
        (("-o", "-"), "name one"),
        (("-o", "a.svg", "--theme", "blue"), "there is no theme 'blue'"),
        (("-o", "a.svg", "--size", 3), "a picture is 16 to 20,000 pixels wide"),
        (("-o", "a.svg", "--from", 3, "--to", 2), "the first move comes after the last"),
        (("-o", "a.svg", "--from", 9), "there is no move 9"),
        (("-o", "a.svg", "--variation", "9.9"), "there is no variation 9.9"),
        (("-o", "a.svg", "--rules", "til"), "did you mean tile"),
    ],
    "convert": [
        (("game.sgf", ""), "OUT: the name of the file is empty"),
        (("game.sgf", "x.json/"), "OUT x.json/: that is a folder; name a file in it"),
        (("none.sgf", "x.sgf"), "none.sgf: No such file or directory"),
        ((".", "x.sgf"), "is no ordinary file"),
        (("game.sgf", "game.txt"), "the format of game.txt is open; name it with --to-format: sensei, rows"),
        (("game.sgf", "game"), "the format of game is open"),
        (("game.sgf", "-"), "the format of standard output is open"),
        (("game.sgf", "x.sgf", "--to-format", "sfg"), "there is no format called 'sfg'; did you mean sgf?"),
        (("game.sgf", "x.sgf", "--from-format", "rows"), "no rows of points begin here"),
        (("game.sgf", "game.sgf"), "game.sgf is there already; --force replaces it"),
        (("game.sgf", "none/x.sgf"), "none/x.sgf: No such file or directory"),
        (("game.sgf", "x.sl", "--move", "9"), "there is no move 9; the game has moves 1 to 4"),
        (("game.sgf", "x.sl", "--from", "9"), "there is no move 9; the game has moves 1 to 4"),
        (("game.sgf", "x.sl", "--to", "9"), "there is no move 9; the game has moves 1 to 4"),
        (("game.sgf", "x.sl", "--from", "3", "--to", "2"), "there are no moves from 3 to 2"),
        (("game.sgf", "x.sl", "--from", "3", "--move", "2"), "leave one out"),
        (("game.sgf", "x.sl", "--board", "x"), "there is no board 'x'"),
        (("game.sgf", "x.sl", "--board", "9"), "--board 9: what is read names its own board, 5; leave --board out"),
        (
            ("bad.sgf", "x.sl"),
            "move 2, C3, is illegal. A stone already stands there. `--to 1` takes the moves before it.",
        ),
        (("bad.sgf", "x.sl", "--rules", "chines"), "did you mean"),
        (("clicks.txt", "x.sgf"), "name the board"),
        (("both.md", "x.sgf"), "this could be sgf or sensei; name the format"),
        (("petersen.json", "x.sl"), "json and sgf can say it"),
        (("binary.bin", "x.sgf"), "binary data"),
    ],
    "show game.sgf": [
        (("--move", 9), "the game has 4 moves"),
        (("--board", "9"), "--board 9: what is read names its own board, 5; leave --board out"),
        (("--regions", "--territory"), "leave --territory"),
        (("--svg", ""), "--svg: the name of the file is empty"),
        (("--svg", "folder.svg"), "--svg folder.svg: that is a folder; name a file in it"),
        (("--move", 1, "--node", 1), "--move, --node, and --from with --to are different places; name one"),
        (("--move", 1, "--to", 1), "different places"),
        (("--from", 3, "--to", 2), "the first move comes after the last"),
        (("--from", 9), "there is no move 9"),
        (("--rules", "til"), "did you mean tile"),
        (("--svg", "game.sgf"), "--svg game.sgf: such a file's name ends in .svg"),
        (("--animate", "a.png"), "ends in .gif or .webp"),
        (("--png", "none/a.png"), "there is no folder none"),
        (("--svg", "a.svg", "--size", 3), "--size 3: a picture is 16 to 20,000 pixels wide"),
        (("--svg", "a.svg", "--theme", "blue"), "there is no theme 'blue'; it is one of light, dark, print"),
        (("--png", "a.png", "--size", 9000), "at most 8,000 pixels"),
        (("--animate", "a.gif", "--delay", 0), "0.02 to 60 seconds"),
        (("--svg", "-", "--png", "-"), "two pictures have the same name"),
        (("--svg", "a.svg", "--dead", "A1"), "there is no stone on A1"),
    ],
    "play --board 5": [
        (("--set", "repetition=mine"), "repetition = 'mine'"),
        (("--resign", "maybe"), "resign is never or hopeless, not 'maybe'"),
        (("--engine", "leela"), "there is no engine 'leela'"),
        (("--opponent", "random", "--even", "2"), "--even compares you with a level of the computer, and --opponent"),
        (("--opponent", "12"), "there is no level 12"),
        (("--opponent", "nobody"), "there is no program nobody"),
        (("--opponent", "false"), "false"),
        (("--opponent", "mcts"), "mcts needs a budget"),
        (("--seconds", "0"), "--seconds 0: it must be more than 0"),
    ],
    "engines": [
        (("add", "katago", "/no/such/program"), "there is no program /no/such/program"),
        (("add", "katago", sys.executable, "--network", "none.bin.gz"), "none.bin.gz is not there"),
        (("add", "katago", sys.executable, "--set", "threads"), "write KEY=VALUE"),
        (("remove", "katago"), "no engine 'katago' was added"),
        (("test", "katago"), "there is no engine 'katago'"),
        (("test",), "No KataGo is known"),
        (("test", "--seconds", "0"), "must be more than 0"),
        (("--json", "list"), "write --json behind the command: tengen engines list"),
    ],
    "review": [
        (("game.sgf", "--engine", "leela"), "there is no engine 'leela'"),
        (("game.sgf", "-o", "report.pdf"), "a report's name ends in"),
        (("game.sgf", "--from", "20"), "there is no move 20: 4 are there"),
        (("game.sgf", "--from", "3", "--to", "2"), "--from 3 --to 2: the first move comes after the last"),
        (("game.sgf", "game.sgf", "-o", "report.html"), "name it with {name}"),
        (("game.sgf", "-o", "no/where.html"), "there is no folder no"),
        (("nothing.sgf",), "nothing.sgf"),
        (("game.sgf", "--seconds", "0"), "must be more than 0"),
    ],
    "count": [
        (("--what", "stars"), "--what stars: what is counted are positions or games"),
        (("--method", "magic"), "counted by frontier or enumeration, not by magic"),
        (("--what", "games", "--method", "frontier"), "games are counted in one way only"),
        (("--what", "games", "--variant", "tile"), "under repetition ko games can go round in circles"),
        (("--memory", "much"), "--memory much: write a size such as 4GiB"),
        (("--memory", "3"), "--memory 3: at least 1MiB is needed"),
        (("--checkpoint", "none/kept.npz"), "none/kept.npz: No such file or directory"),
        (("--checkpoint", "."), ".: Is a directory"),
        (("9x9x9",), "9x9x9"),
    ],
    "cycles": [
        ((), "name a variant, such as cushion, or a position with --position"),
        (("nonsense",), "nonsense"),
        (("--position", "nowhere"), "there is no such file; known by name are triple-ko-1, triple-ko-2, triple-ko-3"),
        (("tile", "--position", "triple-ko"), "has its own rules and points"),
        (("tile", "--memory", "3MiB"), "at least 16MiB"),
        (("tile", "--prisoners", "-1"), "a number from 0 to 1000"),
        (("tao", "--board", "3x1"), "say how many prisoners a side holds at most"),
        (("tile", "--board", "3x1", "--points", "Z9"), "Z9 is not on 3x1"),
        (("tile", "--checkpoint", "no/where"), "there is no folder no"),
        (("tile", "--board", "1x1"), "the game is over"),
    ],
    "solve": [
        (("--board", "9x9"), "81 points"),
        (("--board", "3x4"), "3x4 has 12 points; a certificate takes up to 9 points, not 12"),
        (("--memory", "little"), "write a size"),
        (("--limit", "0"), "the limit must be more than 0 seconds"),
        (("missing.sgf",), "missing.sgf"),
        (("--position", "triple-ko-7"), "triple-ko-7: there is no such file; did you mean the position triple-ko-3?"),
        (("--position", "ladder.sgf"), "ladder.sgf: No such file or directory"),
        (("triple-ko-1", "--position", "triple-ko-2"), "say the same; leave one out"),
        (("triple-ko-1", "--board", "9"), "the position triple-ko-1 has its own board; leave --board out"),
        (("triple-ko-1", "--points", "A9 Z9 Y1"), "--points: Z9 is not on 9x9: its columns are A to J"),
        (("triple-ko-1", "--points", " "), "--points ' ': name at least one point, such as A9"),
        (("triple-ko-1", "--to-play", "green"), "--to-play green: must be black or white"),
        (("triple-ko-1", "--created-by", "me"), "--created-by me: must be black or white"),
        (("game.sgf", "--to-play", "white"), "--to-play white: not allowed here: the move list sets the side to move"),
        (
            ("--board", "2x2", "--set", "handicap=2", "--set", "handicap_kind=turns", "--to-play", "white"),
            "--to-play white: not allowed here: Black still has to place the handicap",
        ),
        (("--variant", "tile", "--board", "2x2", "--points", "A1"), "does not serve passing = return; it serves pass"),
    ],
    "solve --proof proof.gz": [
        (("--board", "3x1"), "a written proof does not serve repetition = positional"),
        (("--board", "3x1", "--set", "repetition=ko", "--points", "A1"), "leave --points out"),
        (("--board", "2x2", "--set", "repetition=ko"), "nobody gets more than the whole board; no file is written"),
        (("--variant", "cushion", "--board", "2x2"), "all of it depends on what infinite play is worth; no file"),
        (("--variant", "tile", "--board", "1x3", "--set", "repetition=natural"), "does not serve repetition = natural"),
    ],
    "life": [
        ((), "Missing argument 'FILE'"),
    ],
    "play --board 11": [(("--opponent", "3", "--even", "2"), "no handicap was measured for chinese on 11")],
    "gtp": [
        (("--resign", "maybe"), "resign is never or hopeless, not 'maybe'"),
        (("--variant", "til"), "there is no variant called 'til'; did you mean tile"),
        (("--seconds", "0"), "seconds 0: it must be more than 0"),
        (("--set", "komi"), "--set komi: write it as axis=value"),
        (("--board", "9x"), "the height of the board is ''"),
        (("--level", "11"), "--level"),
        (("--threads", "0"), "--threads"),
    ],
    "show odd.svg": [(("--svg", "./odd.svg"), "that is the file that is read")],
    "show": [(("triple-ko-9",), "triple-ko-9: there is no such file; did you mean the position triple-ko-3?")],
    "match": [
        (("1", "2", "--resign", "maybe"), "resign is never or hopeless, not 'maybe'"),
        (("11", "3"), "there is no level 11"),
        (("3", "gnu-go-of-dreams"), "there is no program gnu-go-of-dreams"),
        (("mcts", "3"), "mcts needs a budget"),
        (("1", "2", "--games", "0"), "--games 0: there must be at least one"),
        (("1", "2", "--sprt", "50"), "--sprt 50: write two differences in Elo"),
        (("1", "2", "--sprt", "50,0"), "the first must be less"),
        (("1", "2", "--resume"), "name it with --json FILE"),
        (("1", "2", "--dead", "all"), "dead is estimate or none"),
        (("1", "2", "--jobs", "0", "--board", "3"), "jobs must be at least 1"),
        (("1", "2", "--variant", "tiel"), "did you mean tile"),
        (("1", "2", "--komi", "5", "--set", "komi=6"), "leave one out"),
        (("1", "2", "--sgf", "file.txt"), "--sgf file.txt: that is a file, or lies in one; name a folder"),
        (("1", "2", "--sgf", "file.txt/in"), "--sgf file.txt/in: that is a file, or lies in one; name a folder"),
        (("1", "2", "--clock", "an hour"), "clock an hour: it is seconds, such as 300"),
    ],
    "balance": [
        (("tile", "--games", "0"), "--games 0: there must be at least one"),
        (("tile", "--jobs", "0"), "jobs must be at least 1, not 0"),
        (("nim",), "nim"),
        (("tile", "--level", "12"), "there is no level 12"),
        (("tile", "tile"), "two reports of the name tile"),
        (("chinese", "--set", "handicap=2", "--board", "9"), "handicap"),
    ],
    "openings": [
        (("--file", "bad.csv"), "an opening book begins with the line"),
        (("nothing", "--board", "9"), "nothing"),
        (("chinese", "--board", "5 torus"), "the book has no moves for chinese 5x5 torus under these rules"),
    ],
    "serve": [
        (("--engine", name), f"--engine {name}: this names a program beside the page's workers, such as katago")
        for name in ("best", "mcts")
    ],
    "warm": [
        (("--for", "nothing"), "--for nothing: it is play, train or solve"),
        (("--jobs", "100000"), "--jobs 100000: up to"),
        (("--jobs", "0"), "jobs must be at least 1"),
    ],
    "analysis-engine": [
        (("--level", "3", "--visits", "100"), "say the same"),
        (("--seconds", "0"), "--seconds 0"),
        (("--winrates-as", "red"), "--winrates-as red"),
    ],
    "train": [
        (("strengths", "nowhere.sgf", "--out", "x.npz"), "nowhere.sgf"),
        (("strengths", "one.sgf", "--out", "x.npz"), "at least two games on 19x19 are needed"),
        (("strengths", "one.sgf", "--out", "nowhere/x.npz"), "there is no folder nowhere"),
        (("strengths", "one.sgf", "--out", "x.npz", "--step", "0"), "--step"),
        (("network", "nowhere.sgf", "--out", "x.npz"), "nowhere.sgf"),
        (("network", "two.sgf", "--out", "x.npz", "--board", "9x2"), "the network does not know 9x2"),
        (("network", "one.sgf", "--out", "x.npz", "--device", "abacus"), "expected cpu, cuda or auto"),
    ],
}
"""By the words with which a command begins: further words, and a part of what is said."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with files of many kinds."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    for name, text in {
        "game.sgf": "(;SZ[5]PB[Anna]RU[Chinese]GN[A game]C[Hello];B[cc];W[bb]C[Well](;B[bc];W[cb])(;B[dd]))",
        "odd.svg": "(;SZ[5];B[cc])",
        "bad.sgf": "(;SZ[5];B[cc];W[cc])",
        "one.sgf": "(;GM[1]SZ[19];B[aa])",
        "two.sgf": 2 * "(;GM[1]SZ[9:2];B[aa];W[ba];B[ca])",
        "clicks.txt": "1 (2 2)",
        "both.md": f"{DRAWN}\nand (;SZ[9])",
        "petersen.json": Game(board="graph:petersen").to_json(),
        "binary.bin": "GIF89a\0\0",
        "file.txt": "kept",
        "bad.csv": "a,b\n",
        "binary.csv": "\xff\0\n",
    }.items():
        (tmp_path / name).write_text(text, encoding="latin-1" if name == "binary.csv" else "utf-8")
    (tmp_path / "folder.svg").mkdir()
    return tmp_path


ROWS = [(command, words, said) for command, rows in REFUSED.items() for words, said in rows]


@pytest.mark.parametrize(("command", "words", "said"), ROWS)
def test_what_cannot_be_is_refused(command: str, words: tuple[object, ...], said: str, run: Run, folder: Path) -> None:
    if "network" in words:
        pytest.importorskip("torch")
    before = {path: path.is_file() and path.read_bytes() for path in folder.rglob("*")}
    result = run(*command.split(), *words)
    assert result.exit_code == 2
    assert result.stdout == "" or "--proof" in command  # which comes after the value
    assert said in " ".join(result.stderr.split())
    assert len(result.stderr.splitlines()) == 1 or result.stderr.startswith("Usage: ")
    assert {path: path.is_file() and path.read_bytes() for path in folder.rglob("*")} == before
