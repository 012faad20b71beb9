"""Write the man pages, one for `tengen` and one for each command, from the help that `tengen` prints.

python tools/man_pages.py FOLDER
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from typer.main import get_command

from tengen import __version__
from tengen.cli import app
from tengen.cli.commands import COMMANDS, examples


def escaped(text: str) -> str:
    """Return text escaped for roff."""
    plain = text.replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"^(?=[.'])", "\\&", plain, flags=re.MULTILINE)


def options(command: Any, context: Any) -> Iterator[str]:
    """Yield the arguments and options of a command."""
    for parameter in command.params:
        record = parameter.get_help_record(context)
        if record is not None:
            yield f".TP\n.B {escaped(record[0])}\n{escaped(' '.join(record[1].split()))}"


def sections(command: Any, context: Any) -> Iterator[str]:
    """Yield the sections that every page has: a synopsis, a description and the options."""
    usage = " ".join(command.collect_usage_pieces(context))
    yield f".SH SYNOPSIS\n.B {escaped(context.command_path)}\n{escaped(usage)}"
    yield f".SH DESCRIPTION\n{escaped((command.help or '').strip())}"
    yield "\n".join([".SH OPTIONS", *options(command, context)])


def page(name: str, line: str, parts: Iterable[str]) -> str:
    """Return a page with its title, and with the line for `apropos`."""
    head = f'.TH {name.upper()} 1 "" "Tengen {__version__}" "Tengen"\n.SH NAME\n{escaped(name)} \\- {escaped(line)}'
    return "\n".join([head, *parts, ""])


def commands_of(group: Any, context: Any) -> Iterator[str]:
    """Yield the subcommands of a command, each with its options."""
    for name, command in getattr(group, "commands", {}).items():
        inner = command.make_context(name, [], parent=context, resilient_parsing=True)
        about = " ".join((command.help or "").split())
        yield "\n".join([f".SS {escaped(name)}\n{escaped(about)}", *options(command, inner)])


def write(folder: Path) -> None:
    """Write all pages into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    root: Any = get_command(app)
    top = root.make_context("tengen", [], resilient_parsing=True)
    listed = [".SH COMMANDS"]
    for title, rows in COMMANDS.items():
        listed.append(f".SS {escaped(title)}")
        for name, _, line in rows:
            listed.append(f".TP\n.BR tengen\\-{escaped(name)} (1)\n{escaped(line)}")
            command = root.commands[name].imported()
            context = command.make_context(name, [], parent=top, resilient_parsing=True)
            shown = [".SH EXAMPLES\n.nf", escaped("\n".join(each.strip() for each in examples(name))), ".fi"]
            inner = [*commands_of(command, context)]
            parts = [*sections(command, context), *([".SH COMMANDS", *inner] if inner else []), *shown]
            text = page(f"tengen-{name}", line, [*parts, ".SH SEE ALSO\n.BR tengen (1)"])
            (folder / f"tengen-{name}.1").write_text(text, "utf-8")
    (folder / "tengen.1").write_text(
        page("tengen", "every Go on every board", [*sections(root, top), *listed]), "utf-8"
    )


if __name__ == "__main__":
    write(Path(sys.argv[1]))
