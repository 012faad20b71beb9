"""Setups of games (spec 0.7): boards in every form, rows or labelled stones, all checked before use."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import accumulate
from random import Random, SystemRandom
from typing import TYPE_CHECKING, Any, TypeAlias

from .. import boards
from ..boards import Board
from ..boards.rims import inside, rim_lines
from ..kernel import State
from ..kernel.layout import BLACK, WHITE
from ..kernel.state import tao_points
from ..records import (
    COLOURS,
    BoardError,
    Colour,
    Content,
    FormatError,
    Position,
    PositionError,
    RulesConflict,
    TengenError,
    Text,
    listed,
)
from ..records.text import in_a_row
from ..rules import AXES, Rules, Variant
from ..rules.axis import is_number, plain, show
from ..rules.counting import stack_of
from ..rules.start_checks import BUILDERS

if TYPE_CHECKING:
    import networkx

_MARKS: dict[str, Content] = {"X": "black", "O": "white", "T": "tao"}
_CODES = {"black": BLACK, "white": WHITE}
_TRIES = 100
"""The maximum number of draws of random stones until every chain has a liberty."""
_MOST, _TALLEST = 1_000_000, 0xFFFF


def rows_of(given: object) -> list[str]:
    """Return a position's rows, or raise."""
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise PositionError('{given!r} is not a position; give rows [".XO."] or {{"C3": "black"}}', given=given)
    return list(given)


def size_of(rows: Sequence[str]) -> str:
    """Return the text of the grid of the size of rows."""
    return f"{len(rows[0]) if rows and isinstance(rows[0], str) else 0}x{len(rows)}"


def stones_from_rows(rows: Sequence[str], board: Board) -> dict[str, Content]:
    """Read rows, top first: X black, O white, ``.`` vacant, T Tao stone, ``#`` without a point."""
    shape = (len(board.rows[0]), len(board.rows)) if board.rows else (0, 0)
    if not all(isinstance(row, str) for row in rows):
        raise PositionError('rows must be texts such as ".XO.", not {rows!r}', rows=list(rows)[:3])
    if not board.rows:
        raise PositionError("{board} has no rows; give its stones as {{label: colour}}", board=board.text)
    if len(rows) != shape[1] or any(len(row) != shape[0] for row in rows):
        sizes = sorted({len(row) for row in rows})
        raise PositionError(
            "{count} rows of {sizes} characters do not fit {board}: {height} of {width}",
            count=len(rows),
            sizes=sizes,
            board=board.text,
            height=shape[1],
            width=shape[0],
        )
    stones: dict[str, Content] = {}
    for y, row in enumerate(rows):
        for x, mark in enumerate(row):
            point = board.rows[y][x]
            if point < 0:
                if mark not in "# ":
                    raise PositionError(
                        "row {y}, column {x}: {mark!r} where the board has no point", y=y + 1, x=x + 1, mark=mark
                    )
            elif mark.upper() in _MARKS:
                stones[board.labels[point]] = _MARKS[mark.upper()]
            elif mark != ".":
                raise PositionError("row {y}, column {x}: {mark!r} must be X, O, . or T", y=y + 1, x=x + 1, mark=mark)
    return stones


def split_axes(given: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Split arguments named like axes into values of axes and parts of a position.

    >>> split_axes({"tiles": "cushion", "tao_in_hand": {"black": 1}})
    ({'tiles': 'cushion'}, {'tao_in_hand': {'black': 1}})
    """
    axes = {name: value for name, value in given.items() if isinstance(value, (str, int)) and AXES[name].accepts(value)}
    return axes, {name: value for name, value in given.items() if name not in axes}


def heights(tiles: Mapping[str, int] | Iterable[str]) -> dict[str, int]:
    """Return tiles as {label: height}; a list of labels means one tile each."""
    if isinstance(tiles, Mapping):
        if wrong := next((label for label, height in tiles.items() if not isinstance(height, int)), None):
            raise PositionError(
                "tiles is {tiles!r:.40} on {wrong}; it must be the number of tiles there",
                tiles=tiles[wrong],
                wrong=wrong,
            )
        return dict(tiles)
    if isinstance(tiles, str) or not isinstance(tiles, Iterable):
        raise PositionError(
            'tiles is {tiles!r}; it must be ["C3"], {{"C3": 2}} or the like, or a value of the axis tiles: {values}',
            tiles=tiles,
            values=listed(AXES["tiles"].values, "comma"),
        )
    found: dict[str, int] = {}
    for label in tiles:
        found[label] = found.get(label, 0) + 1
    return found


def canonical(board: Board, position: Position) -> Position:
    """Return a position with the board's own names of points; PositionError for unknown points."""

    def name(label: object) -> str:
        point = board.find(label) if isinstance(label, str) else None
        if point is not None:
            return board.labels[point]
        if isinstance(label, str):
            raise PositionError(board.missing(label))
        raise PositionError("{label!r} is not a point of {board}", label=label, board=board.name)

    tiles: dict[str, int] = {}
    for label, height in position.tiles.items():
        tiles[name(label)] = tiles.get(name(label), 0) + height
    stones = {name(label): content for label, content in position.stones.items()}
    if len(stones) < len(position.stones):
        raise PositionError("a point is named twice, in different spellings")
    return replace(position, stones=stones, tiles=tiles)


def by_colour(counts: Mapping[Any, Any] | None, what: str, unsaid: int = 0) -> dict[Any, int]:
    """Return counts of both colours, by default 0; PositionError if they are not counts.

    Without counts, both are ``unsaid``.
    """
    counts = dict.fromkeys(COLOURS, unsaid) if counts is None else counts
    if not isinstance(counts, Mapping):
        raise PositionError(
            '{what} is {counts!r}; it must be {{"black": 2, "white": 0}} or the like', what=what, counts=counts
        )
    for colour, count in counts.items():
        if colour not in COLOURS or not isinstance(count, int) or isinstance(count, bool) or not 0 <= count <= _MOST:
            raise PositionError(
                "{what}: {colour!r}: {count!r} is not a count for black or white", what=what, colour=colour, count=count
            )
    return {colour: counts.get(colour, 0) for colour in COLOURS}


def place_position(board: Board, rules: Rules, position: Position) -> State:
    """Return the kernel's state of a `canonical` position; PositionError if it is impossible."""
    state = State.empty(board, rules)
    points, table = state.points, state.table
    for label, content in position.stones.items():
        p = board.point(label)
        if content == "tao":
            if rules.tao != "on":
                raise PositionError("a Tao stone on {label}, but tao is off", label=label)
            points["tao"][p] = 1
        elif content in _CODES:
            points["colour"][p] = _CODES[content]
        else:
            raise PositionError("{label}: {content!r} must be black, white or tao", label=label, content=content)
    for label, height in position.tiles.items():
        _put_tiles(board, rules, state, label, height)
    if position.to_play not in COLOURS:
        raise PositionError(
            "{what} is {colour!r}; it must be 'black' or 'white'", what="to_play", colour=position.to_play
        )
    _set_turn(rules, state, position)
    table["incursion"][0] = bool(position.last_incursion)
    for name in ("prisoners", "tao_in_hand", "tao_bought"):
        counts = by_colour(getattr(position, name), name)
        table[name][1:] = [counts[colour] for colour in COLOURS]
    _set_prices(rules, state, position)
    _give_coupons(rules, state, position)
    dead = state.rebuild()
    _check_overlaps(board, rules, state)
    if dead < len(board):
        _refuse_dead(board, state)
    return state


def _set_turn(rules: Rules, state: State, position: Position) -> None:
    """Set the side to move, and the place in the order; PositionError if that is impossible."""
    turn = position.order_turn
    most = (len(rules.turn_order.letters) - 1 if rules.turn_order.letters else _MOST) * bool(
        state.table["irregular"][0]
    )
    if not isinstance(turn, int) or isinstance(turn, bool) or not 0 <= turn <= most:
        raise PositionError(
            "order_turn is {turn!r}; it must be a whole number from 0 to {most:,}", turn=turn, most=most
        )
    state.table["order_turn"][0] = turn
    state.give_turn(_CODES[position.to_play])


def _set_prices(rules: Rules, state: State, position: Position) -> None:
    """Set the cost of Tao stones so far, and the number of turns that sets their price; PositionError if impossible."""
    prices, table = rules.tao_prices, state.table
    turns, paid = position.tao_turns, by_colour(position.tao_paid, "tao_paid")
    if not isinstance(turns, int) or isinstance(turns, bool) or not 0 <= turns <= _MOST:
        raise PositionError(
            "tao_turns is {turns!r}; it must be a whole number from 0 to {most:,}", turns=turns, most=_MOST
        )
    if not prices.by_turn and (turns or any(paid.values())):
        what = "tao_turns" if turns else "tao_paid"
        price = show(rules.tao_price)
        raise PositionError(
            "{what} is for a schedule or an auction of Tao stones, but tao_price is {price}", what=what, price=price
        )
    table["tao_turns"][0] = min(turns, prices.last_turn)
    for side, colour in enumerate(COLOURS, 1):
        bought = int(table["tao_bought"][side])
        cost = paid[colour] if prices.by_turn else prices.paid(bought)
        if cost >= 1 << 32:
            raise PositionError(
                "{bought} Tao stones bought would have cost {cost}; that is too much to count", bought=bought, cost=cost
            )
        table["tao_paid"][side] = cost


def _give_coupons(rules: Rules, state: State, position: Position) -> None:
    """Give the players their coupons (spec 6.8); PositionError if they are not the highest of the stack."""
    held, stack = position.coupons, (*stack_of(rules.coupons), 0)
    halves = {side: plain(2 * points) if is_number(points) else points for side, points in held.items()}
    sides = by_colour(halves, "coupons")
    given = [*accumulate(stack[:-1], initial=0)]
    if sum(sides.values()) not in given:
        raise PositionError(
            "coupons: {points:g} is not what the highest coupons add up to; coupons = {value}",
            points=sum(sides.values()) / 2,
            value=show(rules.coupons),
        )
    state.table["coupons"] = [stack[given.index(sum(sides.values()))], *sides.values()]


def start_of(chosen: Variant, board: Board, seed: int | None = None) -> Position | None:
    """Return the starting position of a variant (spec 6.6); None if its rules determine it.

    ``seed`` is for random stones; None: the variant's own, or a different one each time.

    Raises:
        BoardError: the start is for another board, or has no room there. PositionError: it is impossible.
        RulesConflict: the rules have a handicap.
    """
    if (start := chosen.start) is None:
        return None
    if chosen.rules.handicap:
        raise RulesConflict([Text("{variant} has a start of its own; set handicap = 0", variant=chosen.name)])
    own = board_of(chosen, None).text
    if start.position.stones and board.without_overlap().text != own:
        raise BoardError(
            "{variant} starts with stones on {own}, not on {board}", variant=chosen.name, own=own, board=board.text
        )
    given = canonical(board, start.position)
    if chosen.rules.tao == "on" and "tao" not in given.stones.values():
        tao = board.names(p for p in tao_points(board, chosen.rules))
        stones: dict[str, Content] = {**dict.fromkeys(tao, "tao"), **given.stones}
        given = replace(given, stones=stones, tao_in_hand=dict.fromkeys(COLOURS, chosen.rules.tao_in_hand))
    if not start.random:
        place_position(board, chosen.rules, given)
        return given
    seed = start.seed if seed is None else seed
    rng = SystemRandom() if seed is None else Random(seed)
    fits = inside(board, start.line - 1) if board.surface else [not 0 < n < start.line for n in rim_lines(board)]
    free = [label for label, may in zip(board.labels, fits, strict=True) if may and label not in given.stones]
    for _ in range(_TRIES if len(free) >= 2 * start.random else 0):
        drawn = rng.sample(free, 2 * start.random)
        stones = {label: COLOURS[place % 2] for place, label in enumerate(drawn)}
        position = replace(given, stones={**given.stones, **stones})
        with suppress(PositionError):
            place_position(board, chosen.rules, position)
            return position
    raise BoardError("no room for {count} random stones on {board}", count=2 * start.random, board=board.text)


BUILDERS.append(start_of)


def price_asked(rules: Rules, state: State, colour: Colour) -> int | None:
    """Return a Tao stone's price for a player now (spec 3.3, 3.9), ignoring those in hand; None if none is sold."""
    table = state.table
    return rules.tao_prices.asked(int(table["tao_bought"][_CODES[colour]]), int(table["tao_turns"][0]))


def _put_tiles(board: Board, rules: Rules, state: State, label: str, height: object) -> None:
    if rules.tiles == "none" and rules.captured != "wall":
        raise PositionError("a tile on {label}, but tiles is none", label=label)
    if not isinstance(height, int) or isinstance(height, bool) or not 1 <= height <= _TALLEST:
        raise PositionError("{label}: {height!r} is not the height of a stack of tiles", label=label, height=height)
    if rules.tile_stack != "unlimited" and height > rules.tile_stack:
        raise PositionError(
            "{label} holds {height} tiles, but tile_stack is {tile_stack}",
            label=label,
            height=height,
            tile_stack=rules.tile_stack,
        )
    p = board.point(label)
    if rules.captured == "wall" and state.points["colour"][p]:  # spec 6.10
        raise PositionError("{label} has a stone and a tile, but captured = wall closes points with tiles", label=label)
    state.points["tiles"][p] = height


def _check_overlaps(board: Board, rules: Rules, state: State) -> None:
    """Refuse stones that overlap, in any order (spec 0.7, 4.1)."""
    colours = state.points["colour"]
    found = board.overlapping({p: int(colours[p]) for p in colours.nonzero()[0].tolist()}, rules.own_overlap)
    if found:
        names = board.names(found)
        chains = [(name,) for name in names]
        if len(names) == 2:
            raise PositionError("the stones on {points} overlap", chains, points=listed(names))
        raise PositionError(
            "the stones on {points} overlap: each lies in the footprint of the next", chains, points=listed(names)
        )


def _refuse_dead(board: Board, state: State) -> None:
    points = state.points
    chains: dict[int, list[str]] = {}
    for p in points["colour"].nonzero()[0].tolist():
        head = int(points["chain"][p])
        if not points["liberties"][head]:
            chains.setdefault(head, []).append(board.labels[p])
    named = in_a_row(", ".join(chain) for chain in chains.values())
    raise PositionError("the chain {named} has no liberty", list(chains.values()), named=named)


BoardLike: TypeAlias = "Board | str | int | networkx.Graph[Any]"
"""A board, its text form, the side of a square one, or a graph."""


def labels_of(given: object, what: str = "dead") -> tuple[str, ...]:
    """Return the labels of stones, such as dead ones, or raise."""
    if isinstance(given, str) or not isinstance(given, Iterable):
        if what == "dead":
            raise TengenError(
                "dead is {given!r}; it must be labels such as ['D4'], or a function that estimates them", given=given
            )
        raise TengenError("{what} is {given!r}; it must be labels such as ['D4']", what=what, given=given)
    return tuple(given)


def text_or_bytes(given: object) -> str | bytes:
    if not isinstance(given, (str, bytes)):
        raise FormatError("a record must be text or bytes, not {kind}", kind=type(given).__name__)
    return given


def board_of(chosen: Variant, board: BoardLike | None) -> Board:
    """Return the board of a game: a plain size keeps the variant's footprint."""
    wanted = chosen.board if board is None else board
    return boards.parse(wanted, footprint=chosen.footprint)
