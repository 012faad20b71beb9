"""A node of a review for the page: board, move, notes, and illegality under other rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from ...draw.sentences import ending
from ...game import Game, Turn
from ...game.game_records import assumed_komi
from ...game.played_records import odd_moves, why_odd
from ...game.record_walk import Stage, walk
from ...game.refusal import refusals
from ...records import COLOURS, NAMES, Annotation, Colour, IllegalMove, Markup, Node, Reason, TengenError, Text, joined
from ...records.diagram import point_of
from ...rules import Variant
from ...rules.rules import Rules
from ..engine.messages import AnalysisResult
from ..errors import STOPPED_HERE
from ..games.game_actions import illegal
from ..games.game_view import BoardStyle, board_title, numbered
from ..games.turn_view import in_words
from ..texts import say, tell, tell_all, together
from .analysis_summary import summary
from .record_tree import RecordTree

_COMMENT: Final = 50_000
"""The longest part of a comment that is shown, in characters."""
_PLAIN: Final = BoardStyle()
_OWNED: Final = 0.4
"""The certainty from which a point is drawn as owned."""


class ForbiddenMove(TengenError):
    """An illegal trial move: ``reasons``, and the same in sentences as its text."""

    def __init__(self, reasons: Sequence[Reason], why: str) -> None:
        self.reasons: Final = tuple(reasons)
        super().__init__(why)


@dataclass(frozen=True)
class Stop:
    """The point where a line becomes illegal: its place in the line, the move there, and its description as plain data.

    ``reasons`` are empty if the cause is not a move but stones that are set up without liberties.
    """

    place: int
    move: str | None
    told: Mapping[str, object]


@dataclass(frozen=True)
class SeenNode:
    """A node under some rules: the game there (or at an earlier stop), its number, and the line's first stop."""

    game: Game
    number: int
    stop: Stop | None
    stopped: bool
    turn: Turn | None = None
    against: str = ""
    """Why the rules forbid the node's move."""


def see(tree: RecordTree, address: str, rules: Variant) -> SeenNode:
    """Follow the line through a node under some rules; raise TengenError if the game cannot begin under them."""
    line, place = tree.line(address)
    found: SeenNode | None = None
    stop = None
    last: Stage | None = None
    stages = walk(tree.record, rules, line)
    for at in range(len(line)):
        try:
            stage = next(stages)
        except TengenError as error:
            if last is None:
                raise
            why = say("After move {number} the record cannot be followed: {why}.", number=last.number, why=error.text)
            told: dict[str, object] = {"number": last.number, "move": line[at].move, "by": None}
            stop = Stop(at, line[at].move, {**told, "reasons": [], "text": why})
            break
        if stage.reasons:
            stop = _illegal(at, stage, rules.rules)
            break
        last = stage
        if at == place:
            found = SeenNode(stage.game.copy(), stage.number, None, False, stage.turn, why_odd(stage))
    if found is not None:
        return replace(found, stop=stop)
    game = stage.game
    return SeenNode(game, stage.number - bool(stage.reasons), stop, True)


def _illegal(place: int, stage: Stage, rules: Rules) -> Stop:
    by, node = stage.node.colour or stage.game.to_play, stage.node
    text = say(
        "Move {number}, {by} {move}, is illegal. {why}",
        number=stage.number,
        by=NAMES[by],
        move=in_words(node.move),
        why=joined(refusals(stage.game, node.move, stage.reasons, by)),
    )
    reasons = [str(reason) for reason in stage.reasons]
    told = {"number": stage.number, "move": node.move, "by": by, "reasons": reasons, "text": text}
    return Stop(place, node.move, told)


def address_in_line(address: str, place: int, wanted: int) -> str:
    """Return the address of another node of the line through a node, from their places."""
    numbers = [int(part) for part in address.split(".")]
    if wanted >= place:
        numbers[-1] += wanted - place
        return ".".join(map(str, numbers))
    back = place - wanted
    while back > numbers[-1]:
        back -= numbers.pop() + 1
        numbers.pop()
    numbers[-1] -= back
    return ".".join(map(str, numbers))


def view(
    tree: RecordTree,
    address: str,
    rules: Variant,
    style: BoardStyle = _PLAIN,
    analysis: AnalysisResult | None = None,
    then: Sequence[str] = (),
) -> dict[str, object]:
    """Return everything about a node as plain data; errors as for `see`.

    ``then`` are trial moves after it that are shown numbered on the board.
    """
    line, place = tree.line(address)
    node, seen = line[place], see(tree, address, rules)
    against = Text("This move in the record is illegal: {why}", why=seen.against)
    return {
        "node": address,
        "rules": {"name": rules.name, "title": tell(rules.title), "own": rules == tree.own_rules},
        "path": _path(tree, address, line, place),
        "move": {"by": node.colour, "text": node.move} if node.move else None,
        "said": _said(node, seen),
        "why": together((against if seen.against else "", "" if seen.turn is None else seen.turn.why(seen.game.board))),
        "comment": node.comment if len(node.comment) <= _COMMENT else f"{node.comment[:_COMMENT]} …",
        "title": node.name,
        "judgement": "" if node.annotation is None else _judgement(node.annotation),
        **_reached(address, place, seen),
        "svg": _imagined(seen, then, style) if then else _picture(seen, node, style, analysis),
        "then": list(then),
        "analysis": None if analysis is None else tell_all(summary(analysis)),
    }


def _reached(address: str, place: int, seen: SeenNode) -> dict[str, object]:
    """Return the state of the game at a node, and where its line becomes illegal."""
    game, stop, over = seen.game, seen.stop, seen.game.outcome
    return {
        "board": {"text": game.board.text, "name": board_title(game), "points": len(game.board)},
        "number": seen.number,
        "to_play": game.to_play,
        "prisoners": {colour: game.prisoners[colour] for colour in COLOURS},
        "illegal": None if stop is None else {"node": address_in_line(address, place, stop.place), **stop.told},
        "stopped": seen.stopped,
        "over": None if over is None else tell(ending(over.how, over.winner, over.margin, game.rules.scoring)),
        "forbidden": {} if game.outcome is not None or seen.stopped else illegal(game),
    }


def describe_record(tree: RecordTree) -> dict[str, object]:
    """Return the description of the whole record: players, result, rules, and the tree."""
    record, info = tree.record, tree.record.game_info()
    won = info.result
    players: dict[Colour, str] = {}
    for colour in COLOURS:
        letter = colour[0].upper()
        name = record.info.get(f"P{letter}", "") or tell(NAMES[colour])
        players[colour] = f"{name} {record.info.get(f'{letter}R', '')}".strip()
    result = ""
    if won is not None and won.how in _ENDS:
        result = tell(ending(won.how, won.winner, won.margin, tree.own_rules.rules.scoring))
    try:
        odd = odd_moves(walk(record, tree.own_rules))
    except TengenError:  # shown at the node where the line stops
        odd = []
    return {
        "title": info.name or say("{black} and {white}", **players),
        "named": bool(info.name),
        "players": players,
        "result": result,
        "event": ", ".join(part for part in (info.event, info.round, info.place) if part),
        "date": record.info.get("DT", ""),
        "rules": {"name": tree.own_rules.name, "title": tell(tree.own_rules.title)},
        "warnings": [tell(said) for said in (*record.warnings, *odd, assumed_komi(tree.own_rules)) if said],
        "lines": tree.lines,
    }


_ENDS: Final = ("score", "resignation", "time", "forfeit", "no_moves", "goal", "no_result", "draw_by_cycle")


def game_there(tree: RecordTree, address: str, rules: Variant) -> Game:
    """Return the game at a node; raise TengenError if its line stops before it."""
    seen = see(tree, address, rules)
    if seen.stopped:
        raise TengenError(STOPPED_HERE)
    return seen.game


def play(tree: RecordTree, address: str, text: str, rules: Variant) -> str:
    """Try a move at a node: return the address of its node, a new variation if necessary.

    Errors as for `play_there`.
    """
    game, colour = play_there(tree, address, text, rules)
    return tree.with_move(address, game.write_move(game.moves[-1]), colour)


def play_there(tree: RecordTree, address: str, text: str, rules: Variant) -> tuple[Game, Colour]:
    """Return the game after a move at a node, and who made it.

    Raises ForbiddenMove if these rules forbid it, TengenError if it is not a move or the game cannot go on there.
    """
    game = game_there(tree, address, rules)
    colour = game.to_play
    _try(game, text)
    return game, colour


def imagined(game: Game, moves: Sequence[str]) -> Game:
    """Return a game after further moves; errors as for `play_there`."""
    there = game.copy()
    for move in moves:
        _try(there, move)
    return there


def _try(game: Game, text: str) -> None:
    try:
        game.play(text)
    except IllegalMove as error:
        raise ForbiddenMove(error.reasons, joined(refusals(game, error.move, error.reasons, game.to_play))) from None


# -- parts -------------------------------------------------------------------------------------------------------------


def _path(tree: RecordTree, address: str, line: list[Node], place: int) -> dict[str, object]:
    """Return the addresses of the nodes around a node."""
    children, parent = tree.children(address), tree.parent(address)
    siblings = [address] if parent is None else tree.children(parent)
    at = siblings.index(address)
    texts = [child.move or say("set up") for child in line[place].children]
    return {
        "previous": parent,
        "next": children[0] if children else None,
        "up": siblings[at - 1] if at else None,
        "down": siblings[at + 1] if at + 1 < len(siblings) else None,
        "last": address_in_line(address, place, len(line) - 1),
        "children": [{"node": each, "text": text} for each, text in zip(children, texts, strict=True)],
    }


def _said(node: Node, seen: SeenNode) -> str:
    """Return the node in one sentence, for the panel and for screen readers."""
    if seen.stopped:
        return say("The game cannot go on after move {number}.", number=seen.number)
    if node.move and node.colour:
        return say("Move {number}: {by} {move}", number=seen.number, by=NAMES[node.colour], move=in_words(node.move))
    if node.move:
        return say("Move {number}: {move}", number=seen.number, move=in_words(node.move))
    if node.changes:
        return say("Stones were set up here.")
    return say("The first position") if seen.number == 0 else say("A note, without a move")


_QUALITIES: Final = {
    "bad": Text("A bad move."),
    "doubtful": Text("A doubtful move."),
    "interesting": Text("An interesting move."),
    "good": Text("A good move."),
}
_VERDICTS: Final = {
    "black": Text("Good for Black."),
    "white": Text("Good for White."),
    "even": Text("An even position."),
    "unclear": Text("An unclear position."),
}
"""The author's verdicts on a move and on a position, in words."""


def _judgement(given: Annotation) -> str:
    quality = _QUALITIES[given.quality] if given.quality else ""
    return together((quality, _VERDICTS[given.verdict] if given.verdict else ""))


def _picture(seen: SeenNode, node: Node, style: BoardStyle, analysis: AnalysisResult | None) -> str:
    """Return the board with the record's marks, the analysis, and forbidden points."""
    options: dict[str, Any] = {"theme": style.theme, "coordinates": None if style.coordinates else False}
    markup = node.markup or Markup()
    if seen.stopped and seen.stop is not None:
        point = point_of(seen.stop.move or "")
        markup = Markup(marks={"cross": [point]}) if point and seen.game.board.find(point) is not None else Markup()
    if analysis is not None and style.territory and not seen.stopped:
        options["owners"] = {
            label: COLOURS[owner < 0] for label, owner in analysis["ownership"].items() if abs(owner) >= _OWNED
        }
    return seen.game.svg(markup=replace(markup, view=None), prefix="board", **options)


def _imagined(seen: SeenNode, moves: Sequence[str], style: BoardStyle) -> str:
    """Return the board after further moves, each with its number."""
    game, coordinates = imagined(seen.game, moves), None if style.coordinates else False
    return game.svg(markup=numbered(moves), prefix="board", theme=style.theme, coordinates=coordinates)
