"""Variants: a name, rules, a default board with its footprint, and prose that never contradicts the rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any, Final, Literal

from ..boards.footprints import picture_rows
from ..records import Text, joined
from ..records.display import mime_bundle
from ..records.text import NOTHING
from .axes import AXES
from .axis import told
from .conflicts import idle
from .rules import Rules, no_axis
from .starts import Start, read_start

_KEYS = ("text", "axes")


@dataclass(frozen=True, slots=True)
class Sentence:
    """A part of a prose, with the axes it describes and the values for which it is true."""

    text: Text
    axes: tuple[tuple[str, Any], ...] = ()


class Prose(Text):
    """The sentences of a variant as one text, which can be rewritten for other rules.

    ``written`` are the sentences of the variant's file, and ``usual`` its values of the axes, which the prose may leave
    out.
    """

    __slots__ = ("sentences", "usual", "written")

    sentences: tuple[Sentence, ...]
    written: tuple[Sentence, ...]
    usual: Mapping[str, Any]

    def __new__(
        cls, sentences: Iterable[Sentence], usual: Mapping[str, Any], written: tuple[Sentence, ...] = ()
    ) -> Prose:
        """Join the sentences, without repeating any."""
        each_once = tuple(dict.fromkeys(sentences))
        whole = joined(sentence.text for sentence in each_once)
        made = cls._made(whole.template, whole.plural, whole.values)
        made.sentences, made.written, made.usual = each_once, written or each_once, usual
        return made

    def __reduce__(self) -> tuple[type[Prose], tuple[Any, ...]]:
        return Prose, (self.sentences, dict(self.usual), self.written)

    def under(self, rules: Rules) -> Prose:
        """Return the prose for other rules, with every axis that differs from the variant's file.

        An axis's own sentence replaces those about it, or comes last if there are none.
        """
        values = rules.to_dict()
        told: list[Sentence] = []
        for sentence in self.written:
            changed = [axis for axis, value in sentence.axes if values[axis] != value]
            told += _own(changed, values) if changed else [sentence]
        named = {axis for sentence in self.written for axis, _ in sentence.axes}
        others = [axis for axis, value in self.usual.items() if axis not in named and values[axis] != value]
        told += _own(others, values)
        return self if tuple(told) == self.sentences else Prose(told, self.usual, self.written)


def _own(axes: Iterable[str], values: Mapping[str, Any]) -> list[Sentence]:
    """Return the axes' own sentences, except for axes that have no effect."""
    told = [axis for axis in axes if not idle(axis, values)]
    return [Sentence(AXES[axis].say(values[axis]), ((axis, values[axis]),)) for axis in told]


def sentences_of(said: list[Any], rules: Rules) -> tuple[Sentence, ...]:
    """Return the sentences that a list of texts and tables in a file gives under these rules."""
    values = rules.to_dict()
    return tuple(Sentence(one_spaced(text), tuple((axis, values[axis]) for axis in axes)) for text, axes in parts(said))


def parts(said: list[Any]) -> Iterator[tuple[Any, Any]]:
    """Yield each sentence of a list with its axes, unchecked."""
    for part in said:
        yield (part.get("text", ""), part.get("axes", [])) if isinstance(part, dict) else (part, [])


def prose_problems(said: list[Any], key: str = "prose") -> Iterator[tuple[Text, Text]]:
    """Yield everything wrong with a list of sentences except unprintable characters, and what to do."""
    for number, part in enumerate(said, 1):
        for message, suggestion in _part_problems(part):
            where = Text("sentence {number} of {key}: {problem}", number=number, key=key, problem=message)
            yield where, suggestion


def _part_problems(part: Any) -> Iterator[tuple[Text, Text]]:
    for key in part if isinstance(part, dict) else ():
        if key not in _KEYS:
            close = get_close_matches(key[:60].lower(), _KEYS, 1)
            meant = Text("did you mean {close}?", close=close[0]) if close else Text("the keys are text and axes")
            yield Text("unknown key {key}", key=told(key)), meant
    ((text, axes),) = parts([part])
    if not isinstance(text, str):
        yield Text("it must be a text or a table with one, not {value}", value=told(text)), NOTHING
    if not isinstance(axes, list) or not all(isinstance(axis, str) for axis in axes):
        yield Text("axes must be a list of texts, not {value}", value=told(axes)), NOTHING
        return
    for axis in axes:
        if axis not in AXES:
            yield no_axis(axis)


def one_spaced(text: str) -> Text:
    """Collapse a text into one line with single spaces."""
    line = " ".join(text.split())
    return Text(line)


Resumption = Literal["turn", "opponent"]
DeadStones = Literal["agreed", "stay"]
CUSTOMS: Final[Mapping[str, tuple[str, ...]]] = {"resumption": ("turn", "opponent"), "dead_stones": ("agreed", "stay")}
"""Keys of a variant about the end of its games that are not axes: their values, the default first."""

HANDICAP_KOMI: Final = 0.5
"""The default komi of a handicap game: White wins ties."""

MOST_LETTERS = 80
"""The longest name of a variant."""


@dataclass(frozen=True)
class Variant:
    """A game by name.

    ``board`` is the default board's text, and ``footprint`` what stones block on it and on other plain sizes (None:
    their own point). ``summary`` is a sentence for lists. ``prose`` fits the current rules if its sentences name their
    axes (`Prose`). ``changes`` are the axes changed by `variant`. ``resumption`` is the player who moves first if play
    resumes after the final passes (spec 1.17a): "turn" for the player to move, "opponent" for the opponent of the
    player who requests it. ``dead_stones``: the players agree on dead stones, which are removed ("agreed"), or the
    final position counts as it stands ("stay", spec 1.14). ``differences`` lists how the game differs from its
    published source. ``start`` is the initial position on ``board``; None: as the rules set it. ``komi_given``: the
    komi was chosen explicitly; ``even_komi`` is the komi that a handicap replaced.

    >>> from tengen import variant
    >>> tile: Variant = variant("tile")
    >>> tile.title, tile.board, tile.sentence
    ('Tile Go', '19', 'After every incursion a tile is laid, and a point takes only one.')
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
    start: Start | None = field(default=None, hash=False)
    komi_given: bool = field(default=False, compare=False)
    even_komi: float | None = field(default=None, compare=False)
    _repr_mimebundle_ = mime_bundle

    def __post_init__(self) -> None:
        if isinstance(self.prose, Prose):
            object.__setattr__(self, "prose", self.prose.under(self.rules))
        values = self.rules.to_dict()
        true = (each for each in self.differences if all(values[axis] == value for axis, value in each.axes))
        object.__setattr__(self, "differences", tuple(true))

    @property
    def sentence(self) -> str:
        """The variant in one sentence: its summary, or the first sentence of its prose."""
        return self.summary or (self.prose.sentences[0].text if isinstance(self.prose, Prose) else self.prose)


def inherit(parent: Variant | None, name: str, data: Mapping[str, Any]) -> Variant:
    """Return the variant that a TOML file describes: its parent with the file's changes."""
    base = parent or Variant(name, name, Rules())
    footprint = data.get("footprint", base.footprint)
    rules = with_handicap_komi(base, data.get("axes", {}))
    differences = () if "source" in data else base.differences  # the differences are from the source
    if "differences" in data:
        differences = sentences_of(data["differences"], rules)
    prose: str = base.prose
    if isinstance(said := data.get("prose", prose), list):
        prose = Prose(sentences_of(said, rules), rules.to_dict())
    elif "prose" in data:
        prose = one_spaced(said)
    return Variant(
        name=name,
        title=data.get("title", name),
        rules=rules,
        board=str(data.get("board", base.board)),
        footprint=footprint and one_line(footprint),
        prose=prose,
        source=one_spaced(data.get("source", base.source)),
        aliases=tuple(data.get("aliases", ())),
        resumption=data.get("resumption", base.resumption),
        dead_stones=data.get("dead_stones", base.dead_stones),
        differences=differences,
        summary=one_spaced(data.get("summary", "")),
        start=read_start(data["start"]) if "start" in data else base.start,
    )


def one_line(picture: str) -> str:
    r"""Write the picture of a footprint in one line, rows separated by slashes; names stay unchanged.

    >>> one_line(".n.\nnxn\n.n.\n")
    '.n./nxn/.n.'
    """
    if len(picture.splitlines()) < 2:
        return picture.strip()
    return "/".join(picture_rows(picture))


def with_handicap_komi(base: Variant, axes: Mapping[str, Any]) -> Rules:
    """Return a variant's rules with some axes changed; a new handicap sets the komi to 0.5.

    A komi among these axes, or given before, stays. Unscored games have none. Removing the handicap restores the old
    komi.
    """
    rules = base.rules.replace(**axes)
    same = bool(rules.handicap) == bool(base.rules.handicap)
    if same or base.komi_given or "komi" in axes or not rules.ends_by_passes:
        return rules
    if rules.handicap:
        return rules.replace(komi=HANDICAP_KOMI)
    return rules if base.even_komi is None else rules.replace(komi=base.even_komi)


def is_file_name(name: str) -> bool:
    """Return whether a name is a path to a variant's file rather than a preset."""
    return name.lower().endswith(".toml")
