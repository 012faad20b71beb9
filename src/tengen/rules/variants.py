"""Variants: a name, rules, a default board with its footprint, and prose; every preset is a TOML file."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from math import inf
from pathlib import Path
from typing import Any, Final, Literal

from ..records.errors import FormatError, UnknownVariant
from .axis import told
from .rules import Rules
from .variant_prose import Prose, Sentence, one_spaced, prose_of, sentences_of, still_true

Resumption = Literal["turn", "opponent"]
RESUMPTIONS: Final[tuple[Resumption, ...]] = ("turn", "opponent")

HANDICAP_KOMI: Final = 0.5
"""The komi of a handicap game unless another is given: White wins ties."""

MOST_LETTERS = 80
"""No variant's name is longer."""


@dataclass(frozen=True)
class Variant:
    """A game by name.

    ``board`` is the default board's text and ``footprint`` what stones block on it and on any plain size given instead
    (None: their own point). ``prose`` is true for the rules as they stand if its sentences name their axes (`Prose`).
    ``changes`` are the axes that `variant` was asked to change.
    ``resumption`` says who moves first when a player asks to go on after the passes that ended the game (spec 1.17a):
    "turn", whose turn it is anyway, or "opponent", the opponent of whoever asks. It decides no single move, so it is no
    axis: it belongs to what a federation writes about the end of a game, as the preset's data do.
    ``differences`` tell, a sentence each, how the game differs from what its source publishes.
    ``komi_given`` says that somebody chose the komi; ``even_komi`` is the komi that a handicap has put aside.
    """

    name: str
    title: str
    rules: Rules
    board: str = "19"
    footprint: str | None = None
    prose: str = ""
    source: str = ""
    aliases: tuple[str, ...] = ()
    changes: Mapping[str, Any] = field(default_factory=dict, hash=False)
    resumption: Resumption = "turn"
    differences: tuple[Sentence, ...] = ()
    komi_given: bool = field(default=False, compare=False)
    even_komi: float | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        if isinstance(self.prose, Prose):
            object.__setattr__(self, "prose", self.prose.under(self.rules))
        object.__setattr__(self, "differences", still_true(self.differences, self.rules))


def inherit(parent: Variant | None, name: str, data: Mapping[str, Any]) -> Variant:
    """Return the variant a TOML file describes: its parent's, but for what the file says."""
    base = parent or Variant(name, name, Rules())
    footprint = data.get("footprint", base.footprint)
    rules = _with_handicap_komi(base, data.get("axes", {}))
    return Variant(
        name=name,
        title=data.get("title", name),
        rules=rules,
        board=str(data.get("board", base.board)),
        footprint=footprint and one_line(footprint),
        prose=prose_of(data["prose"], rules) if "prose" in data else base.prose,
        source=one_spaced(data.get("source", base.source)),
        aliases=tuple(data.get("aliases", ())),
        resumption=data.get("resumption", base.resumption),
        differences=_differences(base, data, rules),
    )


def _differences(base: Variant, data: Mapping[str, Any], rules: Rules) -> tuple[Sentence, ...]:
    """Return how a game differs from its source: inherited with that source, not without it."""
    if "differences" in data:
        return sentences_of(data["differences"], rules)
    return () if "source" in data else base.differences


def one_line(picture: str) -> str:
    r"""Write the picture of a footprint in one line, rows separated by slashes; a name stays as it is.

    >>> one_line(".n.\nnxn\n.n.\n")
    '.n./nxn/.n.'
    """
    if len(picture.splitlines()) < 2:
        return picture.strip()
    from ..boards.footprints import picture_rows

    return "/".join(picture_rows(picture))


def variants() -> tuple[Variant, ...]:
    """Return every preset: every file in the folder of presets, in the order that the files say.

    >>> [v.name for v in variants()][:3]
    ['chinese', 'japanese', 'korean']
    """
    return tuple(_presets().values())


@cache
def _presets() -> Mapping[str, Variant]:
    """Read every preset, by its name; a preset comes after the one it inherits from, else by its place and its name."""
    folder = files(__package__).joinpath("presets")
    read = {file.name: tomllib.loads(file.read_text("utf-8")) for file in folder.iterdir() if is_file_name(file.name)}
    data = {keys.get("name", file[: -len(".toml")]): keys for file, keys in read.items()}
    lines = _lines(data)
    made: dict[str, Variant] = {}
    for name in sorted(data, key=lambda name: [(data[each].get("place", inf), each) for each in lines[name]]):
        made[name] = inherit(made[lines[name][-2]] if len(lines[name]) > 1 else None, name, data[name])
    return made


def _lines(data: Mapping[str, Mapping[str, Any]]) -> dict[str, list[str]]:
    """Return each preset below those it inherits from: all their names, the first one's first."""
    names = _called((name, keys.get("aliases", ())) for name, keys in data.items())
    lines = {name: [name] for name in data}
    for name, line in lines.items():
        while parent := data[line[0]].get("inherits"):
            if names.get(_word(parent), name) in line:
                raise FormatError(f"the preset {line[0]} inherits from {told(parent)}, which is no other preset")
            line.insert(0, names[_word(parent)])
    return lines


def _called(known: Iterable[tuple[str, Iterable[str]]]) -> dict[str, str]:
    """Return what each name and alias stands for; a name counts more than an alias."""
    listed = list(known)
    return {alias: name for name, aliases in listed for alias in aliases} | {name: name for name, _ in listed}


def _word(name: str) -> str:
    return "-".join(name.lower().replace("_", " ").split())


@cache
def _names() -> Mapping[str, str]:
    return _called((known.name, known.aliases) for known in variants())


def variant(game: str | Path | Variant | Rules, **axes: Any) -> Variant:
    """Return a variant by name or alias, or a user's TOML file by its path, with some axes changed.

    A variant may be given instead of a name, and so may bare rules, which make a nameless variant ("custom"). The komi
    of a handicap game is 0.5 unless one is given (spec 5).

    Raises:
        UnknownVariant: with close matches. RulesConflict: unknown or contradictory axes. FormatError: a bad file.

    >>> variant("tao", tiles="cushion").changes
    {'tiles': 'cushion'}
    """
    if isinstance(game, Rules):
        found = Variant("custom", "Custom rules", game)
    elif isinstance(game, Variant):
        found = game
    else:
        found = _by_name(game)
    if not axes:
        return found
    rules = _with_handicap_komi(found, axes)
    put_aside = rules.komi != found.rules.komi and "komi" not in axes
    return replace(
        found,
        rules=rules,
        changes={**found.changes, **rules.differences(found.rules)},
        komi_given=found.komi_given or "komi" in axes,
        even_komi=found.rules.komi if put_aside and rules.handicap else None if put_aside else found.even_komi,
    )


def _with_handicap_komi(base: Variant, axes: Mapping[str, Any]) -> Rules:
    """Return a variant's rules with some axes changed; one that becomes a handicap game has a komi of 0.5 by itself.

    Komi stays what it is if it is among these axes, or was given before. A game that nobody scores has none. The game
    without its handicap has its old komi again.
    """
    rules = base.rules.replace(**axes)
    same = bool(rules.handicap) == bool(base.rules.handicap)
    if same or base.komi_given or "komi" in axes or not rules.ends_by_passes:
        return rules
    if rules.handicap:
        return rules.replace(komi=HANDICAP_KOMI)
    return rules if base.even_komi is None else rules.replace(komi=base.even_komi)


def _by_name(name: object) -> Variant:
    if isinstance(name, Path) or (isinstance(name, str) and is_file_name(name)):
        from .variant_files import load_variant

        return load_variant(Path(name))
    return preset(name)


def preset(name: object) -> Variant:
    """Return a preset by name or alias. Unlike `variant` it opens no file: for names out of records and off the net.

    Raises:
        UnknownVariant: with close matches.

    >>> preset("NZ").name
    'new-zealand'
    """
    if not isinstance(name, str):
        raise UnknownVariant(told(name), ())
    name = name if len(name) <= MOST_LETTERS else f"{name[:MOST_LETTERS]}..."
    word = _word(name)
    if word in _names():
        return _presets()[_names()[word]]
    raise UnknownVariant(name, get_close_matches(word, _names(), 3))


def is_file_name(name: str) -> bool:
    """Say whether a name is that of a variant's file rather than of a preset."""
    return name.lower().endswith(".toml")
