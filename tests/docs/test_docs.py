"""The documentation: its Python runs, its commands exist, its output is real, its links lead somewhere.

Blocks of ``python`` are run, page by page; in blocks of ``console``, a ``$ tengen ...`` prints the lines below it,
where ``...`` stands for anything. A line ``<!-- not run -->`` before a block excludes it.
"""

import codecs
import contextlib
import doctest
import importlib
import io
import re
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from shlex import split
from types import FunctionType
from typing import Any

import pytest
import typer
from example_counts import first
from typer.testing import CliRunner

import tengen
from tengen.cli.commands import app
from tengen.rules import REPETITIONS, unregister

ROOT = Path(__file__).parents[2]
PAGES = [
    "README.md",
    "CONTRIBUTING.md",
    "examples/README.md",
    *sorted(
        path.relative_to(ROOT).as_posix() for path in ROOT.glob("docs/**/*.md") if "balance/" not in path.as_posix()
    ),
]
TEXTS = {page: (ROOT / page).read_text("utf-8") for page in PAGES}
FENCED = re.compile(r"^```([^\n`]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
NOT_RUN = re.compile(r"^<!-- not run -->\n```.*?^```$", re.MULTILINE | re.DOTALL)
SHOWN = re.compile(r"^([\w\"'\[(][^=]*?(?: == [^=]*?)?)  +# (['(\[{\d-].*|True|False|None)$")
"""An expression, followed by what it returns or prints."""


def blocks(page: str, language: str) -> list[str]:
    """Return a page's blocks that are run; a file shown as a whole has its own tests."""
    found = FENCED.findall(NOT_RUN.sub("", TEXTS[page]))
    return [body for info, body in found if info == language and "--8<--" not in body]


def commands(text: str) -> Iterator[str]:
    """Yield the command lines of a page, in code blocks and between backticks."""
    for _, body in FENCED.findall(text):
        for line in body.replace("\\\n", " ").splitlines():
            if found := re.match(r"(?:\$ )?(tengen [a-z].*)", line):
                yield re.split(r"  +#| [|>] ", found[1])[0]
    yield from (line for _, line in re.findall(r"(`+)(tengen [a-z].*?)\1(?!`)", FENCED.sub("", text), re.DOTALL))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A working folder with the files of the examples; rules that they register are removed."""
    known = {*REPETITIONS}
    for name in ("docs", "examples"):
        (tmp_path / name).symlink_to(ROOT / name)
    for name in ("game.sgf", "all.sgf"):
        (tmp_path / name).write_text((ROOT / "examples/games/game-01.sgf").read_text("utf-8"), "utf-8")
    (tmp_path / "openings.csv").write_text((ROOT / "src/tengen/opening/openings.csv").read_text("utf-8"), "utf-8")
    monkeypatch.chdir(tmp_path)
    yield tmp_path
    for name in {*REPETITIONS} - known:
        unregister(name)


@pytest.mark.parametrize("page", [page for page in PAGES if blocks(page, "python") and page != "docs/start/tour.md"])
@pytest.mark.usefixtures("folder")
def test_python_runs(page: str) -> None:
    """The tour is an executed notebook, with its own test."""
    names: dict[str, Any] = {"tengen": tengen}
    for block in blocks(page, "python"):
        done, lines = 0, block.splitlines()
        for number, line in enumerate(lines):
            if shown := SHOWN.match(line):
                exec("\n".join(lines[done:number]), names)
                said = io.StringIO()
                with contextlib.redirect_stdout(said):
                    value = repr(eval(shown[1], names))
                assert shown[2] in (said.getvalue().strip(), value, value[1:-1]), line
                done = number + 1
        exec("\n".join(lines[done:]), names)


@pytest.mark.parametrize("page", PAGES)
def test_commands_and_options_exist(page: str) -> None:
    wrong, top = [], typer.main.get_command(app)
    for line in commands(TEXTS[page]):
        command: Any = top
        words = split(line.replace("…", ""))[1:]
        while words and hasattr(command, "commands"):
            command = command.commands.get(words.pop(0))
            command = command.imported() if hasattr(command, "imported") else command
        options = getattr(command, "params", ())
        known = {"--help", *(name for each in options for name in (*each.opts, *each.secondary_opts))}
        given = {word.partition("=")[0] for word in words if re.match(r"--?[a-z]", word)}
        wrong += [line] if command is None or not given <= known else []
    assert wrong == []


EXAMPLES = [
    example
    for page in PAGES
    for block in blocks(page, "console")
    for example in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)+)", block, re.MULTILINE)
]


@pytest.mark.parametrize(("line", "printed"), EXAMPLES, ids=lambda text: text[:60])
@pytest.mark.usefixtures("folder")
def test_console_prints_what_is_shown(line: str, printed: str) -> None:
    found = re.fullmatch(r"(?:printf '(.*)' \| )?tengen (.*?)(?: \| tail -(\d+))?", line)
    assert found, line
    result = CliRunner().invoke(app, split(found[2]), input=codecs.decode(found[1] or "", "unicode_escape"))
    output = "".join(result.output.splitlines(keepends=True)[-int(found[3] or 0) :])
    assert doctest.OutputChecker().check_output(f"{printed.strip()}\n", f"{output.strip()}\n", doctest.ELLIPSIS), output


def anchors(page: str) -> set[str]:
    """Return the anchors of a page: its headings, in the documentation's form, and explicit ones."""
    text = FENCED.sub("", TEXTS[page])
    headings = (re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", each) for each in re.findall(r"^#+ (.*)$", text, re.MULTILINE))
    plain = (re.sub(r"[^\w\s-]", "", heading).strip().lower() for heading in headings)
    return {*(re.sub(r"[\s-]+", "-", heading) for heading in plain), *re.findall(r'id="([^"]+)"', text)}


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page: str) -> None:
    text = FENCED.sub("", TEXTS[page])
    links = {*re.findall(r"\]\(([^)\s]+)\)", text), *re.findall(r'(?:src|href)="([^"]+)"', text)}
    wrong = []
    for link in sorted(links):
        if "://" not in link and not link.startswith(("mailto:", "/")):
            target, _, anchor = link.partition("#")
            path = ((ROOT / page).parent / target if target else ROOT / page).resolve()
            known = path.relative_to(ROOT).as_posix()
            if not path.exists() or (anchor and known in TEXTS and anchor not in anchors(known)):
                wrong.append(link)
    assert wrong == []


@pytest.mark.parametrize("page", PAGES)
def test_files_that_are_named_exist(page: str) -> None:
    named = re.findall(r"`((?:src|tests|docs|examples|training|benchmarks)/[\w./-]+)`", TEXTS[page])
    assert [name for name in named if not re.search("[A-Z]{4}", name) and not (ROOT / name).exists()] == []


def test_pages_that_the_sources_name_exist() -> None:
    texts = [path.read_text("utf-8") for path in (ROOT / "src").rglob("*") if path.suffix in (".py", ".toml", ".js")]
    named = {name for text in texts for name in re.findall(r"(?<![\w/])docs/[\w/-]+\.md", text)}
    assert [name for name in sorted(named) if not (ROOT / name).exists()] == ["docs/Analysis_Engine.md"]  # KataGo's


def test_every_page_is_in_the_table_of_contents() -> None:
    contents = (ROOT / "mkdocs.yml").read_text("utf-8")
    names = [page.removeprefix("docs/") for page in PAGES if page.startswith("docs/")]
    assert [name for name in names if f"- {name}\n" not in contents] == []


def test_users_see_at_most_thirty_entries() -> None:
    contents = (ROOT / "mkdocs.yml").read_text("utf-8").partition("\nnav:\n")[2].partition("  - Operators")[0]
    assert 20 < len(re.findall(r"^      - ", contents, re.MULTILINE)) <= 30


@pytest.mark.parametrize("part", ["", "boards.", "draw.", "engines.", "envs.", "players."])
def test_the_reference_has_every_public_name(part: str) -> None:
    room = importlib.import_module(f"tengen.{part}".rstrip("."))
    shown = {name for text in TEXTS.values() for name in re.findall(r"^::: tengen\.(.*)$", text, re.MULTILINE)}
    public = [name for name in room.__all__ if isinstance(getattr(room, name), type | FunctionType)]
    assert [name for name in public if not {f"{part}{name}", name} & shown] == []


REFERENCE = {
    page: names for page, text in TEXTS.items() if (names := re.findall(r"^::: (tengen\.\S+)$", text, re.MULTILINE))
}


def methods(found: object) -> dict[str, str]:
    """Return the docstrings of the public methods and properties of a class, inherited ones included."""
    rooms = [room for room in getattr(found, "__mro__", ()) if room.__module__.startswith("tengen.")]
    members = {name: each for room in reversed(rooms) for name, each in vars(room).items()}
    kinds: Any = (FunctionType, classmethod, property, cached_property)
    return {name: each.__doc__ or "" for name, each in members.items() if name[0] != "_" and isinstance(each, kinds)}


@pytest.mark.parametrize("page", REFERENCE)
def test_every_name_of_the_reference_has_an_example(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A name has one in its docstring, or occurs in one on its page."""
    monkeypatch.setattr("tengen.gpu.require", lambda: None)  # its classes need no GPU to be described
    split = {name: name.rpartition(".") for name in REFERENCE[page]}
    objects = {name: getattr(importlib.import_module(room), last) for name, (room, _, last) in split.items()}
    texts = [text for each in objects.values() for text in (each.__doc__ or "", *methods(each).values())]
    parse = doctest.DocTestParser().get_examples
    code = "\n".join(example.source + example.want for text in texts for example in parse(text))
    bare = [name for name, each in objects.items() if not parse(each.__doc__ or "")]
    missing = [name for name in bare if not re.search(rf"\b{split[name][2]}\b", code)]
    assert not missing, ", ".join(missing)


DRAWN = [line for page in PAGES for line in commands(TEXTS[page]) if re.match(r"tengen show .* --svg docs/", line)]


@pytest.mark.parametrize("line", first(8, DRAWN))
def test_pictures_are_what_their_commands_draw(line: str, folder: Path) -> None:
    *words, target = split(line)[1:]
    assert CliRunner().invoke(app, [*words, "it.svg"]).exit_code == 0
    assert (folder / "it.svg").read_text("utf-8") == (ROOT / target).read_text("utf-8"), f"run `{line}` again"
