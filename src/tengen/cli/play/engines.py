"""`tengen engines`: the engines installed next to Tengen's own, and a test of each."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Annotated, Any, Final

import typer

from ...records import TengenError
from ...systems.processes import where
from .. import RUNS
from ..options import Force, Json, check_positive, group
from ..terminal import announced, as_json, harmless, new_table, print_table, say

if RUNS:
    from ...engines import Engine, KataGo, engine_named
    from ...engines.katago.installation import Installation
    from ...engines.registry import NONE_KNOWN, add, check_name, file, installations, remove
    from ...game import Game
    from ...players import Budget

_Name = Annotated[str, typer.Argument(metavar="NAME", help="Name for the engine.")]


@dataclass(frozen=True)
class InstallationOptions:
    name: _Name
    program: Annotated[str, typer.Argument(metavar="PROGRAM", help="KataGo's program.")]
    network: Annotated[Path | None, typer.Option(help="Network file. [default: KataGo's default_model]")] = None
    config: Annotated[Path | None, typer.Option(help="Config file of its analysis engine.")] = None
    settings: Annotated[
        list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help="Override a setting; repeatable.")
    ] = None
    visits: Annotated[int | None, typer.Option(min=1, help="Visits per position. [default: 40]")] = None
    largest: Annotated[int | None, typer.Option(help="Largest board to use it on. [default: 19]")] = None
    patience: Annotated[float | None, typer.Option(help="Timeout in seconds. [default: 30]")] = None
    force: Force = False


def engines_list(json: Json = False) -> None:
    """List the engines that were added or found, in order of preference."""
    known = installations()
    if json:
        about = ({"name": each.name, "found": each.found, "visits": each.visits} for each in known)
        listed = [{**said, **each.as_dict(), "trouble": _trouble(each)} for said, each in zip(about, known)]
        print(as_json(listed, indent=2))
        return
    if not known:
        say(NONE_KNOWN)
        return
    table, troubles = new_table("name", "found", "network", "visits"), list[str]()
    for each in known:
        network = Path(each.network).name or "its default_model"
        trouble = _trouble(each)
        troubles += [trouble] if trouble else []
        state = "not usable: " if trouble else ""
        table.add_row(
            each.name, harmless(f"{state}{each.program} ({each.found})"), harmless(network), f"{each.visits:,}"
        )
    print_table(table)
    for trouble in troubles:
        say(harmless(trouble), err=True)
    say("The first one that supports a game is used; otherwise Tengen's own engine, which is built in.")


def engines_add(options: InstallationOptions) -> None:
    """Add or change an engine: KataGo's program, with its network and settings."""
    here = Path(options.program).expanduser()
    program = where(options.program) or (str(here) if here.is_file() else None)
    given: dict[str, Any] = {
        "network": _absolute(options.network), "config": _absolute(options.config),
        "settings": _settings(options.settings), "visits": options.visits, "largest": options.largest,
        "patience": options.patience,
    }  # fmt: skip
    engine = Installation(
        options.name,
        str(Path(program).absolute()) if program else options.program,
        **{name: value for name, value in given.items() if value},
    )
    engine.check()
    add(engine, replace=options.force)
    say(harmless(f"Added {engine.name} to {file()}; it will be run with KataGo's analysis protocol, not GTP."))
    say(f"`tengen engines test {engine.name}` tests it.")


def engines_remove(name: _Name) -> None:
    """Remove an engine that was added."""
    remove(name)
    say(harmless(f"Removed {name} from {file()}."))


def engines_test(
    name: Annotated[str | None, typer.Argument(metavar="NAME", help="Engine to test. [default: the first]")] = None,
    seconds: Annotated[float, typer.Option(help="Time per board.")] = 3.0,
    json: Json = False,
) -> None:
    """Test an engine: whether it responds, and how many visits a second it makes."""
    check_positive("--seconds", seconds)
    if name is None:
        known = installations()
        if not known:
            raise TengenError(NONE_KNOWN)
    else:
        check_name(name)
    say("Waiting for its first response; KataGo may spend minutes tuning itself to the graphics card.", err=True)
    with announced(), KataGo(known[0]) if name is None else engine_named(name) as engine:
        found = trial(engine, seconds)
    if json:
        print(as_json(found, indent=2))
        return
    say(harmless(f"{found['name']} responded after {found['started_in']:.1f} s."))
    for board, speed in found["boards"].items():
        say(
            f"{board}: {speed['visits']:,} visits in {speed['seconds']:.1f} s, "
            f"{speed['visits_a_second']:,.1f} per second; its first move would be {speed['move']}."
        )


def _trouble(engine: Installation) -> str:
    """Return the problem with an engine's installation, or ""."""
    try:
        engine.check()
    except TengenError as error:
        return str(error)
    return ""


def _absolute(path: Path | None) -> str:
    return "" if path is None else str(path.expanduser().absolute())


def _settings(given: list[str] | None) -> dict[str, str]:
    pairs = [each.partition("=") for each in given or ()]
    for name, equals, value in pairs:
        if not (name.strip() and equals and value.strip()) or "," in value:
            raise TengenError(f"--set {name}{equals}{value}: write KEY=VALUE, as in KataGo's -override-config")
    return {name.strip(): value.strip() for name, _, value in pairs}


engines: Final = group(
    "engines",
    "Manage external engines such as KataGo (docs/how/engines.md).",
    *(engines_list, engines_add, engines_remove, engines_test),
    invoke_without_command=True,
)


@engines.callback()
def known_engines(context: typer.Context, json: Json = False) -> None:
    """List the engines if no subcommand is given."""
    if json and context.invoked_subcommand is not None:
        raise TengenError(f"write --json after the subcommand: tengen engines {context.invoked_subcommand} ... --json")
    if context.invoked_subcommand is None:
        engines_list(json)


def trial(engine: Engine, seconds: float) -> dict[str, Any]:
    """Analyse each empty board that an engine supports for ``seconds``; ProgramError if it does not respond.

    Return its name, the seconds until its first response, and its move, visits and speed on each board.
    """
    known = [board for board in ("9x9", "19x19") if not engine.why_not(Game("chinese", board=board))]
    boards = known or ["2x2"]  # which every engine supports
    began = perf_counter()
    engine.judge(Game("chinese", board=boards[0]), Budget(simulations=1))
    started = round(perf_counter() - began, 2)
    return {
        "name": engine.name,
        "started_in": started,
        "boards": {board: _speed_on(board, engine, seconds) for board in boards},
    }


def _speed_on(board: str, engine: Engine, seconds: float) -> dict[str, Any]:
    began = perf_counter()
    found = engine.judge(Game("chinese", board=board), Budget(seconds=seconds))
    took = perf_counter() - began
    return {
        "move": found.candidates[0].move if found.candidates else "",
        "visits": found.visits,
        "seconds": round(took, 2),
        "visits_a_second": round(found.visits / max(took, 1e-9), 1),
    }
