"""A variant: a name, rules, a default board with its footprint, and prose; a TOML file describes it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from ..boards.footprints import picture_rows
from .rules import Rules
from .variant_prose import Prose, Sentence, one_spaced, prose_of, sentences_of, still_true

Resumption = Literal["turn", "opponent"]
DeadStones = Literal["agreed", "stay"]
CUSTOMS: Final[Mapping[str, tuple[str, ...]]] = {"resumption": ("turn", "opponent"), "dead_stones": ("agreed", "stay")}
"""What a variant says of the end of its games besides its axes: each key's values, the default first."""

HANDICAP_KOMI: Final = 0.5
"""The komi of a handicap game unless another is given: White wins ties."""

MOST_LETTERS = 80
"""No variant's name is longer."""


@dataclass(frozen=True)
class Variant:
    """A game by name.

    ``board`` is the default board's text and ``footprint`` what stones block on it and on any plain size given instead
    (None: their own point). ``summary`` is a sentence for lists. ``prose`` is true for the rules as they stand if its
    sentences name their axes (`Prose`).
    ``changes`` are the axes that `variant` was asked to change.
    ``resumption`` says who moves first when a player asks to go on after the passes that ended the game (spec 1.17a):
    "turn", whose turn it is anyway, or "opponent", the opponent of whoever asks. It decides no single move, so it is no
    axis: it belongs to what a federation writes about the end of a game, as the preset's data do.
    ``dead_stones`` says whether the players agree on dead stones, which are then taken off ("agreed"), or the last
    position counts as it stands ("stay", spec 1.14).
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
    dead_stones: DeadStones = "agreed"
    differences: tuple[Sentence, ...] = ()
    summary: str = ""
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
    rules = with_handicap_komi(base, data.get("axes", {}))
    differences = () if "source" in data else base.differences  # they go with the source
    if "differences" in data:
        differences = sentences_of(data["differences"], rules)
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
        dead_stones=data.get("dead_stones", base.dead_stones),
        differences=differences,
        summary=one_spaced(data.get("summary", "")),
    )


def one_line(picture: str) -> str:
    r"""Write the picture of a footprint in one line, rows separated by slashes; a name stays as it is.

    >>> one_line(".n.\nnxn\n.n.\n")
    '.n./nxn/.n.'
    """
    if len(picture.splitlines()) < 2:
        return picture.strip()
    return "/".join(picture_rows(picture))


def with_handicap_komi(base: Variant, axes: Mapping[str, Any]) -> Rules:
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


def is_file_name(name: str) -> bool:
    """Say whether a name is that of a variant's file rather than of a preset."""
    return name.lower().endswith(".toml")
