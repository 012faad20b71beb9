"""Whole conversations with stored answers, the documentation's among them, and every command on odd boards."""

import re
import shutil
from pathlib import Path

import pytest
from data import cases
from example_counts import first
from talking import SCRIPTS, conversation, engine, talk

from tengen.gtp import commands
from tengen.gtp.protocol import read_line

LISTS = {"list_commands", "help"}
NAMES = sorted(path.name for path in SCRIPTS.glob("*.gtp"))


@pytest.mark.parametrize("name", NAMES)
def test_answers_are_those_stored(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(shutil.copytree(SCRIPTS, tmp_path, dirs_exist_ok=True))  # files are written there
    stored = Path(name).read_text(encoding="utf-8")
    assert conversation(stored) == stored


def test_every_command_is_given_and_refused_somewhere() -> None:
    answered, refused = set[str](), set[str]()
    for name in NAMES:
        lines = (SCRIPTS / name).read_text(encoding="utf-8").splitlines()
        for line, after in zip(lines, [*lines[1:], ""]):
            request = read_line(line.removeprefix(">")) if line.startswith(">") else None
            if request is not None:
                {"=": answered, "?": refused}.get(after[:1], set()).add(request.name)
    assert set(commands()) - LISTS <= answered
    takes = {known.name for known in commands().values() if known.usage and not known.usage.startswith("[")}
    assert takes - {"known_command"} <= refused


@pytest.mark.parametrize("name", sorted(LISTS))
def test_all_commands_are_listed_one_a_line(name: str) -> None:
    assert talk(f"{name}\n").removeprefix("= ").split() == list(commands())


def test_the_conversation_of_the_page_is_what_is_said() -> None:
    page = (Path(__file__).parents[2] / "docs" / "how" / "gtp.md").read_text(encoding="utf-8")
    options, said = re.findall(r"```\n\$ tengen gtp (.*?)\n(.*?)```", page, re.DOTALL)[0]
    assert conversation(f"# engine {options}\n{said}") == f"# engine {options}\n{said}"


BOARDS = cases("scripts", "boards")
ARGUMENTS = [
    "", "b", "w 0", "A1", "b A1", "w tao A2", "0", "-1", "all", "dame", "1 2 3", '{"maxVisits":3}', "ä", "9" * 25,
]  # fmt: skip


@pytest.mark.parametrize("words", first(1, BOARDS))
def test_nothing_makes_the_engine_stumble(words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for before in ("", "play b A1\nplay w 3\nplay b 0\n"):
        said = "\n".join(f"{name} {each}" for name in commands() for each in ARGUMENTS if name != "quit")
        answers = talk(f"{before}{said}\n", engine(words))
        assert "internal error" not in answers
        assert len(answers.split("\n\n")) > len(commands()) * len(ARGUMENTS) - len(ARGUMENTS)
