"""What `tengen show` tells of a position: words, signs and points."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from ...boards import Board, split_labels
from ...draw.sentences import ending
from ...draw.text import board_text
from ...game import Game, Score
from ...game.game_records import assumed_komi
from ...game.record_walk import Stage
from ...game.refusal import refusals
from ...records import COLOURS, Gesture, Mark, Markup, Node, Place, Position, Reason, Record, TengenError
from ...rules import Variant
from ..terminal import Looks, and_komi, harmless, say

_SIGNS: Final[dict[Mark, str]] = {"circle": "o", "cross": "x", "square": "#", "triangle": "^", "selected": "*"}
"""How marks look in a terminal."""

_AGAIN: Final = ((Reason.KO,), (Reason.REPETITION,))
"""The reasons that make a point a ko."""


def tell(text: str, looks: Looks) -> None:
    """Print foreign text, in ASCII where that is wanted."""
    plain = harmless(text)
    say(plain.encode("ascii", "replace").decode() if looks.ascii else plain)


def drawn(
    board: Board,
    position: Position,
    looks: Looks,
    last: str | None = None,
    marks: Mapping[str, str] | None = None,
    markup: Markup | None = None,
) -> str:
    """Return a position as a terminal shows it, or the part of it that the markup's view is."""
    view = (markup.view if markup is not None else None) or ()
    return board_text(board, position, ascii=looks.ascii, colour=looks.colour, last=last, marks=marks, view=view)


def signs(markup: Markup | None) -> dict[str, str]:
    """Return the signs and the first letters of the texts on points."""
    if markup is None:
        return {}
    signs = {label: _SIGNS[mark] for mark, labels in markup.marks.items() for label in labels}
    letters = {
        label: text[:1] for label, text in markup.labels.items() if text[:1].isascii() and text[:1].isprintable()
    }
    owners = {label: colour[0] for colour, labels in markup.territory.items() for label in labels}
    return owners | signs | letters


def heading(record: Record, game: Game) -> str:
    """Say who played, where that is written, and what."""
    names = [record.info.get(key, "").strip() for key in ("PB", "PW")]
    players = f"{names[0] or 'Black'} (Black), {names[1] or 'White'} (White): " if any(names) else ""
    return harmless(f"{players}{game.variant.title} on {game.board.name}")


def state(stage: Stage) -> str:
    """Say which move was made last, who holds prisoners, and how it goes on or ended."""
    game = stage.game
    moves = stage.number - bool(stage.reasons)
    told = f"After move {moves}." if moves else "Before the first move."
    prisoners = game.prisoners
    if any(prisoners.values()):
        told += " Prisoners: " + ", ".join(f"{colour.capitalize()} {prisoners[colour]}" for colour in COLOURS) + "."
    if game.outcome is not None:
        assumed = assumed_komi(game.variant) if game.outcome.how == "score" else ""
        told += f" {ending(game.outcome.how, game.outcome.winner, game.outcome.margin, game.rules.scoring)}"
        return f"{told} {assumed[0].upper()}{assumed[1:]}." if assumed else told
    return f"{told} {game.to_play.capitalize()} to play."


def illegal_move(stage: Stage) -> str:
    """Say which move is illegal, and why."""
    mover = stage.node.colour or stage.game.to_play
    said = " ".join(refusals(stage.game, stage.node.move, stage.reasons, mover))
    return f"move {stage.number}, {stage.node.move}, is illegal. {said}"


def score_lines(score: Score, variant: Variant) -> Iterator[str]:
    """Say what each side of a record's game has, and what else is to be said of the count."""
    kind, komi = score.kind.capitalize(), and_komi(score.komi, score.bonus, bool(assumed_komi(variant)))
    yield f"{kind}: Black {score.black:g}, White {score.white:g}{komi}."
    yield from score.notes


def shift_of(nodes: Iterable[Node]) -> int:
    """Return by how much a record's own numbers (SGF's MN) are ahead of the count of its moves."""
    first = next((node for node in nodes if node.move is not None), None)
    number = first.printing.number if first is not None and first.printing is not None else None
    return max(0, (number or 1) - 1)


def last_point(game: Game) -> str | None:
    """Return the point of the last move."""
    move = game.moves[-1] if game.moves else None
    return None if move is None or isinstance(move, Gesture) else game.board.labels[move.point]


def ko_points(game: Game) -> Iterator[str]:
    """Yield the points where only ko or superko forbids a stone."""
    if game.outcome is None:
        for point, label in enumerate(game.board.labels):
            if game.why_not(Place(point)) in _AGAIN:
                yield label


def stones_named(game: Game, text: str) -> list[str]:
    """Read labels, side by side or with commas between them."""
    found = []
    for word in split_labels(text):
        point = game.board.find(word)
        if point is None:
            raise TengenError(game.board.missing(word))
        if game.content(point) not in COLOURS:
            raise TengenError(f"there is no stone on {word}")
        found.append(game.board.labels[point])
    return found


def chains_named(game: Game, text: str) -> frozenset[str]:
    """Return the stones of the chains on points."""
    return frozenset(each for label in stones_named(game, text) for each in game.board.names(game.chain(label)))


def liberties_named(game: Game, text: str) -> frozenset[str]:
    """Return the liberties of the chains on points."""
    return frozenset(each for label in stones_named(game, text) for each in game.board.names(game.liberties(label)))
