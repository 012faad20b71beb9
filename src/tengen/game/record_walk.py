"""Following a record node by node, with the game after every node, even if stones are set up in mid-game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice, repeat
from typing import Final, NamedTuple

from .. import boards
from ..boards import Board
from ..records import (
    BIDS,
    COLOURS,
    RESUMED,
    SWAPPED,
    Change,
    Colour,
    Content,
    FormatError,
    IllegalMove,
    Node,
    Place,
    Position,
    PositionError,
    Reason,
    Record,
    TengenError,
    Text,
    UnknownVariant,
)
from ..rules import Variant, preset
from .fairness import read_bid
from .game import Game
from .game_records import fixed_stones, record_variant
from .move_text import usual_moves
from .timeline import LONGEST_RUN, SHORTEST_RUN, Stone
from .turn import Turn

_LEGAL: Final[tuple[Reason, ...]] = ()
_Made = tuple[Game, bool, Turn | None, tuple[Reason, ...]]
"""The game after a move, whether history restarts with it, what the move did, and why it is impossible."""

SHIFTS: Final = frozenset({RESUMED, SWAPPED})
_OUT_OF_TURN: Final = {Reason.GAME_OVER, Reason.NOT_YOUR_TURN}


class Stage(NamedTuple):
    """A node of a line and the game after it.

    ``game`` changes with the next node: copy it to keep it. ``number`` counts the line's moves up to this one. ``anew``
    is True where a history starts, at the first node or later: ``game.start`` is its position, and ``game.moves`` are
    the moves since. If the node's move is impossible, ``reasons`` has why, ``game`` is unchanged and the line ends.
    ``turn`` is what the node's move did, if it was made; ``turn.against`` are the reasons why it was illegal.

    >>> from tengen import formats
    >>> last: Stage = list(walk(formats.sgf.read("(;SZ[5];B[cc];W[cc])")))[-1]
    >>> last.number, last.reasons, last.game
    (2, (<Reason.OCCUPIED: 'occupied'>,), <Game chinese on 5, 1 moves, white to play>)
    """

    node: Node
    game: Game
    number: int
    anew: bool
    reasons: tuple[Reason, ...]
    turn: Turn | None = None


def walk(
    record: Record,
    chosen: Variant | None = None,
    line: Sequence[Node] | None = None,
    strict: bool | None = None,
    ahead: bool = False,
) -> Iterator[Stage]:
    """Follow a line of a record (by default the main line) with a game at each node, up to its first illegal move.

    Board, stones set up and who moves come from the record, everything else from the variant ``chosen`` (None: the
    record's own rules). If stones are set up after the first move, the game continues from the position they make, with
    a new history. Such a record is a lesson: in it, a move out of turn or after the end starts a new history, too.

    Under the record's own rules, an illegal move is made anyway if possible, since it was played. Under other rules the
    line ends with it; ``strict`` overrides this choice. A move that the record itself forces (`Node.forced`) is made
    under any rules, and replaces a stone. With ``ahead``, many moves are made at once (`Game.run`), so the game of a
    stage may already hold later moves: for callers that need only the turns and the end.

    Raises:
        FormatError: a move is unreadable, or there are two starts.
        BoardError, PositionError: the board or the setup is impossible.

    >>> from tengen import formats
    >>> record = formats.sgf.read("(;SZ[5];B[cc](;W[bb])(;W[dd]C[an idea]))")
    >>> [(stage.number, stage.node.move, stage.game.to_play) for stage in walk(record)]
    [(0, None, 'black'), (1, 'C3', 'white'), (2, 'B4', 'black')]
    >>> first = record.root.children[0]
    >>> [sorted(stage.game.stones) for stage in walk(record, line=[record.root, first, first.children[1]])][-1]
    ['C3', 'D2']
    """
    chosen = record_variant(record) if chosen is None else chosen
    nodes = list(record.main_line() if line is None else line)
    if record.board.startswith("file:"):
        raise FormatError("a record's board cannot be a file: {board}", board=record.board[:60])
    board = boards.parse(record.board, footprint=chosen.footprint)
    first = next((place for place, node in enumerate(nodes) if node.move is not None), len(nodes))
    is_lesson = any(node.changes for node in nodes[first + 1 :])
    strict = not are_its_own(record, chosen) if strict is None else strict
    number = 0
    game: Game | None = None
    nearest = first + 1 if ahead else len(nodes)  # where a run may start
    behind = 0  # the end of the last run
    for place, node in enumerate(nodes):
        if place < behind:
            continue
        if place >= nearest and game is not None:
            stones = _stones(game, nodes, place)
            count = game.run(stones)
            behind, nearest = place + count, place + count + 1 + (len(stones) - count) // SHORTEST_RUN
            if count:
                made = nodes[place:behind], repeat(game), range(number + 1, number + count + 1)
                yield from map(Stage, *made, repeat(False), repeat(_LEGAL), game.turns[-count:])
                number += count
                continue
        anew, turn, reasons = False, None, _LEGAL
        if game is None or ((node.changes or node.to_play) and not number):
            game, anew = open_game(record, chosen, board, nodes[: place + 1], _next_mover(nodes, place)), True
            _take_bids(game, nodes[0].properties.get(BIDS, ()))
        elif node.changes or (node.to_play and node.move is None):
            game, anew = _edited(game, node, _next_mover(nodes, place))
        if node.move is not None:
            number += 1
            game, begun, turn, reasons = _made(game, node, is_lesson, strict)
            anew = anew or begun
        yield Stage(node, game, number, anew, reasons, turn)
        if reasons:
            return


def are_its_own(record: Record, chosen: Variant) -> bool:
    """Return whether these are the rules a record names, or Chinese rules if it names none; komi does not matter."""
    try:
        own = record_variant(record).rules
    except UnknownVariant:
        own = preset("chinese").rules
    return chosen.rules == own or chosen.rules.replace(komi=own.komi) == own


def _made(game: Game, node: Node, is_lesson: bool, strict: bool) -> _Made:
    """Make the move of a node, if possible; in a new game if history restarts for it."""
    turn, reasons = _play(game, node)
    anew = False
    if reasons and is_lesson and node.colour and set(reasons) <= _OUT_OF_TURN:
        game, anew = _again(game, replace(game.position, to_play=node.colour), node), True
        turn, reasons = _play(game, node)
    if reasons and (node.forced or not strict):
        turn, reasons = _play(game, node, forces=True)
    if reasons == (Reason.OCCUPIED,) and node.forced:
        game, anew = _vacated(game, node), True
        turn, reasons = _play(game, node, forces=True)
    if not reasons and (asked := node.resumed_by) is not None:
        if asked not in COLOURS:
            what = Text(
                "{resumed}[{asked}] must be the colour that asked to resume play: black or white",
                resumed=RESUMED,
                asked=asked[:40],
            )
            raise FormatError(what, node.line, node.column)
        if game.outcome is not None and game.outcome.how == "score":  # as it did under the record's rules
            game.resume("black" if asked == "black" else "white")
            turn = game.turns[-1]
    if not reasons and (said := node.properties.get(SWAPPED)) and game.rules.fairness in ("swap", "switch"):
        _take_swap(game, node, said[0])
    return game, anew, turn, reasons


def _take_swap(game: Game, node: Node, said: str) -> None:
    """Swap sides for a move's property (spec 6.6a); FormatError if that is impossible, or not by this colour."""
    why = game.why_no_swap()
    if said.strip().lower() != game.to_play:
        why = Text("it must name the side to move: {colour}", colour=game.to_play)
    if why:
        what = Text("{swapped}[{said}] is not possible here: {why}", swapped=SWAPPED, said=said[:40], why=why)
        raise FormatError(what, node.line, node.column)
    game.swap()


def _stones(game: Game, nodes: Sequence[Node], first: int) -> list[Stone]:
    """Return the placements of nodes, with their colours, up to the first node with anything else."""
    known, stones = usual_moves(game.board), list[Stone]()
    for node in islice(map(nodes.__getitem__, range(first, len(nodes))), LONGEST_RUN):
        move = known.get(node.move or "")
        if not isinstance(move, Place) or node.changes or (node.properties and not SHIFTS.isdisjoint(node.properties)):
            break
        stones.append((move, node.colour))
    return stones


def open_game(record: Record, chosen: Variant, board: Board, before: Sequence[Node], mover: Colour | None) -> Game:
    """Return a game before the first move, with the setup of the nodes ``before``.

    ``mover`` moves first. Stones are added to the variant's own start, but replace its handicap.
    """
    if record.start is not None:
        if any(node.changes for node in before):
            raise FormatError("the record has both a start position and stones set up by hand; one of them must go")
        return Game.from_position(chosen, board, record.start)
    changes: dict[str, Change] = {}
    for node in before:
        changes.update(node.changes)
        mover = mover or node.to_play
    own = Game.from_position(chosen, board, None) if changes else Game(chosen, board=board)
    if changes == fixed_stones(chosen.rules, board):
        changes = {}
    if not changes and mover in (None, own.to_play):
        return own
    start = own.position
    if changes:
        kept = {label: content for label, content in start.stones.items() if content == "tao"}
        stones = _changed(kept, changes)
        in_hand = dict(start.tao_in_hand)
        in_hand["black"] += sum(stones.get(label) == "black" for label in kept)
        handicap = chosen.rules.handicap or record.axes.get("handicap")  # it is on the board under other rules, too
        to_play = mover or ("white" if handicap else "black")
        start = replace(start, stones=stones, to_play=to_play, tao_in_hand=in_hand)
    else:
        start = replace(start, to_play=mover or own.to_play)
    return _again(own, start, before[-1])


def _take_bids(game: Game, bids: Iterable[str]) -> None:
    """Make the bids in a record's root (spec 6.6a)."""
    for said in bids if game.bidder else ():
        try:
            game.bid(read_bid(said))
        except TengenError as error:
            raise FormatError(
                "{bids}[{said}] is not possible here: {error}", bids=BIDS, said=said[:40], error=error
            ) from None


def set_up_stones(record: Record) -> dict[str, Change]:
    stones: dict[str, Change] = {}
    for node in record.main_line():
        if node.move is not None:
            break
        stones.update(node.changes)
    return {label: content for label, content in stones.items() if content != "vacant"}


def _next_mover(nodes: Sequence[Node], place: int) -> Colour | None:
    """Return the colour of the first move at or after a node."""
    return next((node.colour for node in nodes[place:] if node.move is not None), None)


def _edited(game: Game, node: Node, mover: Colour | None) -> tuple[Game, bool]:
    """Return the game that continues from a node's setup, and whether that changes anything."""
    before = game.position
    stones = _changed(before.stones, node.changes)
    to_play = (mover if node.changes else None) or node.to_play or before.to_play
    if stones == before.stones and to_play == before.to_play:
        return game, False
    return _again(game, _set_up(replace(before, to_play=to_play), stones), node), True


def _set_up(before: Position, stones: dict[str, Content]) -> Position:
    """Return a position with setup stones; if they differ, no placement created it (spec 0.7, 1.5)."""
    changed = stones != before.stones
    return replace(before, stones=stones, created_by=None, last_incursion=False) if changed else before


def _changed(stones: Mapping[str, Content], changes: Mapping[str, Change]) -> dict[str, Content]:
    """Return the stones after manual additions and removals."""
    made = {label: content for label, content in stones.items() if changes.get(label) != "vacant"}
    return made | {label: content for label, content in changes.items() if content != "vacant"}


def _again(game: Game, start: Position, node: Node) -> Game:
    """Return a similar game that starts from a position; errors name the place of the setup."""
    try:
        made = type(game).from_position(game.variant, game.board, start)
        for bid in game.bids:
            made.bid(bid.komi)
        return made
    except PositionError as error:
        if not node.line:
            raise
        raise PositionError(
            "line {line}, column {column}: {what}",
            error.chains,
            line=node.line,
            column=node.column,
            what=error.text,
        ) from None


def _vacated(game: Game, node: Node) -> Game:
    """Return a similar game without the stone at the point where a node forces one."""
    start, point = game.position, game.board.find(node.move or "")
    taken = game.board.labels[point] if point is not None else ""
    stones = {label: content for label, content in start.stones.items() if label != taken}
    return _again(game, _set_up(replace(start, to_play=node.colour or start.to_play), stones), node)


def _play(game: Game, node: Node, forces: bool = False) -> tuple[Turn | None, tuple[Reason, ...]]:
    """Make the move of a node and return what it did; if it is impossible, change nothing and return why."""
    try:
        return (game.force if forces else game.play)(node.move or "", node.colour), _LEGAL
    except IllegalMove as error:
        return None, error.reasons
    except FormatError as error:
        raise FormatError(error.what, node.line, node.column) from None
