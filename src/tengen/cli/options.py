"""Options that commands share: options from dataclasses, parsing of their values, and completion."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import MISSING, fields, is_dataclass
from inspect import Parameter, Signature, signature
from math import inf
from typing import Annotated, Any, Final, get_args, get_type_hints

import typer
from typer.models import ParameterInfo

from ..boards import Board, kinds, split_labels
from ..boards.graphs import NAMED
from ..records import TengenError
from ..rules import Variant, variant, variants
from ..rules.axes import AXES
from ..rules.axis import read_axes

Source = Annotated[
    str,
    typer.Argument(metavar="FILE", help="A record or diagram in any notation, a position's name or text; - for stdin."),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Force = Annotated[bool, typer.Option("--force", help="Overwrite existing files.")]
Database = Annotated[
    str | None, typer.Option("--database", metavar="URL", help="As given to tengen serve. [default: your own file]")
]
Ascii = Annotated[bool, typer.Option("--ascii", help="Draw in plain ASCII.")]
Axes = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="AXIS=VALUE", help="Change an axis of the rules; repeatable."),
]
PlayedBoard = Annotated[str | None, typer.Option("--board", help='Board, such as 9, "9x13 torus" or graph:petersen.')]
SolvedBoard = Annotated[str | None, typer.Option("--board", help='Board, such as 3, "2x4 torus" or graph:petersen.')]
RecordBoard = Annotated[
    str | None,
    typer.Option("--board", help="Board of a record that does not name one."),
]
Rules = Annotated[str | None, typer.Option("--rules", help="Rules in place of the record's own.")]
Komi = Annotated[float | None, typer.Option("--komi", help="White's compensation, in points.")]
CirclesAreTiles = Annotated[bool, typer.Option("--circles-are-tiles", help="Read the circles of a diagram as tiles.")]
FromMove = Annotated[int | None, typer.Option("--from", min=1, help="First move to include.")]
ToMove = Annotated[int | None, typer.Option("--to", min=1, help="Last move to include.")]
Variation = Annotated[
    str,
    typer.Option("--variation", metavar="ADDRESS", help="Variation to follow: 12.2 is the second choice for move 12."),
]
Theme = Annotated[str, typer.Option("--theme", help="Theme: light, dark or print.")]
Size = Annotated[int | None, typer.Option("--size", metavar="PIXELS", help="Length of a picture's longer side.")]
Coordinates = Annotated[bool | None, typer.Option("--coordinates/--no-coordinates", help="Label rows and columns.")]
Memory = Annotated[str, typer.Option("--memory", metavar="SIZE", help="Memory limit, such as 4GiB.")]
Resigns = Annotated[str, typer.Option("--resign", help="When engines resign: never or hopeless.")]
Ponders = Annotated[bool, typer.Option("--ponder", help="Ponder during the opponent's turn.")]
UsesBook = Annotated[bool, typer.Option("--book/--no-book", help="Use the opening book.")]

_UNITS: Final = {"h": 3600, "d": 24 * 3600, "w": 7 * 24 * 3600}


_SIZE = re.compile(r"([0-9]+(?:\.[0-9]+)?)\s*([KMGT]?)(?:i?B)?", re.IGNORECASE)


def check_span(first: int | None, last: int | None) -> None:
    if (first or 1) > (last or first or 1):
        raise TengenError(f"--from {first} --to {last}: the first move comes after the last")


def check_positive(option: str, value: float | None) -> None:
    if value is not None and not 0 < value < inf:
        raise TengenError(f"{option} {value:g}: must be more than 0")


def read_span(text: str) -> float:
    """Return a time span in seconds.

    >>> read_span("90d") / 3600
    2160.0
    """
    found = re.fullmatch(r"(\d{1,6})([hdw])", text)
    if found is None or int(found[1]) == 0:
        raise TengenError(f"a time span must be hours, days or weeks, such as 12h, 90d or 4w, not {text!r:.40}")
    return float(int(found[1]) * _UNITS[found[2]])


def gives_up(text: str) -> bool:
    """Return whether engines resign, by the value of ``--resign``."""
    if text not in ("never", "hopeless"):
        raise TengenError(f"resign must be never or hopeless, not {text!r}")
    return text == "hopeless"


def command(run: Callable[..., None]) -> Callable[..., None]:
    """Return a command's function in the form that Typer expects: each field of a dataclass is an option."""
    kinds = get_type_hints(run, include_extras=True)
    groups: dict[str, Any] = {name: kind for name, kind in kinds.items() if is_dataclass(kind)}

    def call(**given: Any) -> None:
        made = {
            name: kind(**{each.name: given.pop(each.name) for each in fields(kind)}) for name, kind in groups.items()
        }
        run(**made, **given)

    options = [*_options(run, kinds)]
    for option in options:
        for about in get_args(option.annotation)[1:]:
            if isinstance(about, ParameterInfo):
                about.autocompletion = completion(option.name)
    call.__name__, call.__doc__ = run.__name__, run.__doc__
    call.__annotations__ = {option.name: option.annotation for option in options}
    call.__signature__ = Signature(options)  # type: ignore[attr-defined]
    return call


def group(name: str, help: str, *runs: Callable[..., None], **settings: Any) -> typer.Typer:
    """Return a command with subcommands, made from functions named after the group and the subcommand."""
    made = typer.Typer(name=name, help=help, rich_markup_mode=None, add_completion=False, **settings)
    for run in runs:
        made.command(run.__name__.removeprefix(f"{name}_"))(command(run))
    return made


def _options(run: Callable[..., None], kinds: dict[str, Any]) -> Iterator[Parameter]:
    """Yield the options of a command in the order of its parameters and their fields."""
    for name, parameter in signature(run).parameters.items():
        if not is_dataclass(kinds[name]):
            yield parameter.replace(kind=Parameter.KEYWORD_ONLY, annotation=kinds[name])
            continue
        hints = get_type_hints(kinds[name], include_extras=True)
        for each in fields(kinds[name]):
            default = Parameter.empty if each.default is MISSING else each.default
            yield Parameter(each.name, Parameter.KEYWORD_ONLY, default=default, annotation=hints[each.name])


def chosen(game: str | Variant, settings: Iterable[str] | None, **axes: Any) -> Variant:
    """Return a variant, from its name or TOML file, with some axes changed; an axis that is None is unchanged."""
    axes = {axis: value for axis, value in axes.items() if value is not None}
    changes = read_axes(settings or ())
    for axis in axes:
        if axis in changes:
            raise TengenError(f"--{axis} and --set {axis}=... set the same axis; leave one out")
    return variant(game, **changes, **axes)


def chosen_without_komi(name: str | None, settings: Sequence[str] | None) -> Variant:
    """Return a variant (Chinese rules if no name is given), without komi unless the settings set one."""
    variant = chosen(name or "chinese", settings)
    if any(setting.partition("=")[0].strip() == "komi" for setting in settings or ()):
        return variant
    return chosen(variant, (), komi=0)


def read_memory(text: str) -> int:
    """Return a number of bytes.

    >>> read_memory("4GiB"), read_memory("500 M"), read_memory("1.5g")
    (4294967296, 524288000, 1610612736)
    """
    found = _SIZE.fullmatch(text.strip())
    if found is None:
        raise TengenError(f"--memory {text}: write a size such as 4GiB or 500MiB")
    size = int(float(found[1]) * 1024 ** " KMGT".index(found[2].upper() or " "))
    if size < 1 << 20:
        raise TengenError(f"--memory {text}: at least 1MiB is needed")
    return size


def read_points(board: Board, text: str) -> tuple[str, ...]:
    """Return the labels in a text such as "A1 B1" or "A1,B1", without duplicates."""
    words = split_labels(text)
    missing = [word for word in words if board.find(word) is None]
    if missing:
        raise TengenError(f"--points: {board.missing(missing[0])}")
    if not words:
        raise TengenError(f"--points {text!r}: name at least one point, such as {board.labels[0]}")
    return tuple(dict.fromkeys(board.labels[board.point(word)] for word in words))


def completion(name: str) -> Callable[[str], list[tuple[str, str]]] | None:
    """Return the function that completes an option's value, or None without one; bash needs backslashes."""
    if name not in _VALUES:
        return None

    def complete(incomplete: str) -> list[tuple[str, str]]:
        special = r"[^\w.,:=@%+/-]" if os.environ.get("_TENGEN_COMPLETE") == "complete_bash" else r"(?!)"
        found = ((value, about) for value, about in _VALUES[name]() if value.startswith(incomplete))
        return [(re.sub(special, r"\\\g<0>", value), about) for value, about in found]

    return complete


def _variants() -> Iterator[tuple[str, str]]:
    return ((variant.name, variant.title) for variant in variants())


def _boards() -> Iterator[tuple[str, str]]:
    yield from ((kind.example, str(kind.about)) for kind in kinds())
    yield from ((f"graph:{name}", "a named graph") for name in NAMED)


def _settings() -> Iterator[tuple[str, str]]:
    for axis in AXES.values():
        yield from ((f"{axis.name}={value}", str(about)) for value, about in axis.values.items())
        if axis.pattern:
            yield f"{axis.name}=", str(axis.pattern)


def _themes() -> Iterator[tuple[str, str]]:
    from ..draw.themes import THEMES

    return ((name, "") for name in THEMES)


def _formats() -> Iterator[tuple[str, str]]:
    from ..formats.notations import FORMATS

    return ((one.name, str(one.about)) for one in FORMATS)


_VALUES: Final[dict[str, Callable[[], Iterator[tuple[str, str]]]]] = {
    **dict.fromkeys(("variant", "variants", "rules"), _variants),
    "board": _boards,
    "settings": _settings,
    "theme": _themes,
    **dict.fromkeys(("from_format", "to_format"), _formats),
}
