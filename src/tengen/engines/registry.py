"""Engines by name: Tengen's own, those that a user added to a configuration file, and those found here."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any, Final

from platformdirs import user_config_path

from ..files.whole import write_whole
from ..records import FormatError, TengenError
from .engine import Engine, Own, Relay
from .katago import installation as katago_installation
from .katago.installation import Installation
from .katago.katago import KataGo

_NAME: Final = re.compile(r"[a-z][a-z0-9_-]{0,39}")
_OWN: Final = ("best", "tengen", "mcts")
"""The names of the built-in engines."""
TAKEN: Final = ("tengen", "best", "mcts", "random", "human", "level")
"""Names reserved for other engines and players."""
NONE_KNOWN: Final = (
    "KataGo was not found. Tengen looks for katago on the path, in TENGEN_KATAGO and in KaTrain; "
    "`tengen engines add katago PROGRAM --network FILE` adds one."
)
_KINDS: Final[Mapping[str, type | tuple[type, ...]]] = {
    "program": str, "network": str, "config": str, "settings": dict, "visits": int, "largest": int,
    "patience": (int, float),
}  # fmt: skip


def file() -> Path:
    """Return the file of added engines."""
    return user_config_path("tengen", appauthor=False) / "engines.json"


def installations() -> list[Installation]:
    """Return every installed engine: the added ones in their order, and the best one found here.

    The first one is the default. An added engine replaces a found one of the same name.

    Raises:
        FormatError: the file of added engines is damaged.
    """
    kept = added()
    found = (each for each in katago_installation.found() if each.name not in kept)  # all of one name
    return [*kept.values(), *islice(found, 1)]


def installation(name: str) -> Installation:
    """Return the engine with this name; TengenError if there is none."""
    known = installations()
    for each in known:
        if each.name == name:
            return each
    names = ", ".join([*_OWN, *(each.name for each in known)])
    raise TengenError(f"unknown engine {name[:40]!r}; the engines are {names}. `tengen engines add` adds a KataGo")


def check_name(name: str) -> None:
    """Raise TengenError for an unknown engine."""
    if name not in _OWN:
        installation(name)


def added() -> dict[str, Installation]:
    """Return the added engines by name; FormatError if their file is damaged."""
    path = file()
    try:
        text = path.read_text(encoding="utf-8")
        said = json.loads(text) if text.strip() else {}
    except FileNotFoundError:
        return {}
    except ValueError as error:
        place = f" at line {error.lineno}, column {error.colno}" if isinstance(error, json.JSONDecodeError) else ""
        raise FormatError(f"{path} is invalid JSON{place}; correct it, or delete it and add the engines anew") from None
    if not isinstance(said, dict):
        raise FormatError(f"{path}: must be an object of engines by name")
    return {name: _read(path, name, each) for name, each in said.items()}


def add(engine: Installation, replace: bool = False) -> None:
    """Save an engine; TengenError if its name is invalid or taken."""
    if not _NAME.fullmatch(engine.name) or engine.name in TAKEN:
        what = "a name must consist of lower-case letters, digits, - and _, start with a letter"
        raise TengenError(f"{engine.name[:60]!r}: {what}, and differ from {', '.join(TAKEN)}")
    known = added()
    if engine.name in known and not replace:
        raise TengenError(f"the engine {engine.name} already exists; --force replaces it")
    _keep({**known, engine.name: engine})


def remove(name: str) -> None:
    """Remove an added engine; TengenError if there is none of that name."""
    known = added()
    if name not in known:
        raise TengenError(f"no engine {name[:40]!r} was added; added: {', '.join(known) or 'none'}")
    _keep({other: each for other, each in known.items() if other != name})


def _keep(engines: Mapping[str, Installation]) -> None:
    path = file()
    path.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps({name: each.as_dict() for name, each in engines.items()}, ensure_ascii=False, indent=2)
    write_whole(path, text + "\n")


def _read(path: Path, name: str, said: Any) -> Installation:
    if not isinstance(said, dict) or "program" not in said:
        raise FormatError(f"{path}: {name}: must be an object with a program")
    for field, value in said.items():
        if field not in _KINDS:
            raise FormatError(f"{path}: {name}: unknown field {field!r}; the fields are {', '.join(_KINDS)}")
        if not isinstance(value, _KINDS[field]) or isinstance(value, bool):
            raise FormatError(f"{path}: {name}: {field} cannot be {json.dumps(value)[:60]}")
    return Installation(name, **said, found=f"added, in {path}")


BEST: Final = "best"
"""The best engine: KataGo if installed, with Tengen's own as a fallback."""


def engine_named(asked: str, *, threads: int = 1, behind: bool = False) -> Engine:
    """Return the engine with this name, without a fallback.

    "tengen" and "mcts" are both Tengen's own; the other names are those in `registry`.

    An external program that runs ``behind`` has low priority.

    Raises:
        TengenError: there is no engine of that name.

    >>> engine_named("tengen").name
    'Tengen'
    """
    if asked in ("tengen", "mcts"):
        return Own(threads=threads)
    return KataGo(installation(asked), behind=behind)


@contextmanager
def asked(engine: Engine | None) -> Iterator[Engine]:
    """Yield the given engine or, without one, the best available, closed at the end."""
    if engine is not None:
        yield engine
    else:
        with adviser() as best:
            yield best


def adviser(asked: str = BEST, *, threads: int = 1, tell: Callable[[str], None] = lambda why: None) -> Engine:
    """Return the requested engine, with Tengen's own as a fallback.

    ``asked`` is tengen, the name of an engine, or "best", for which a damaged file of engines is ignored. ``tell`` gets
    the reason for a fallback, in words. TengenError: no engine of that name.

    >>> adviser("tengen").name
    'Tengen'
    """
    own = Own(threads=threads)
    if asked == BEST:
        try:
            known = installations()
        except FormatError as error:
            tell(str(error))
            return own
        return Relay(KataGo(known[0]), own, tell) if known else own
    engine = engine_named(asked, threads=threads)
    return Relay(engine, own, tell) if isinstance(engine, KataGo) else engine
