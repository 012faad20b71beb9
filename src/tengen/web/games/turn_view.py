"""The turns of a game for a page, in words: the last one, the list of all, tiles, and warnings."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final

from ...draw.changes import alike
from ...draw.sentences import moving, tile_due
from ...game import Game
from ...game.fairness import Swap, winner_of
from ...game.picture import invaded, ko_points
from ...game.turn import Resumption, Turn
from ...records import NAMES, Colour, Gesture, Listing, Pass, Place, Resign, Return, Tao, Text, listed, other
from ...records.text import chained
from ..languages.reader_language import language
from ..texts import tell, together

_FEW = 4
"""The maximum number of stones that are listed; for more, only the number is given."""

_SHORT = 6
"""The number of remaining moves from which a player who loses without one is warned."""

_GESTURES: Final[Mapping[Gesture, Text]] = {
    Pass: Text("{player} passes."),
    Return: Text("{player} returns a prisoner instead of placing a stone, and has {count} left."),
    Resign: Text("{player} resigns."),
}
_TILES: Final[Mapping[tuple[str, bool], Text]] = {
    ("tile", False): Text("A tile is due under {player}'s next stone."),
    ("tile", True): Text("A tile is due under your next stone."),
    ("cushion", False): Text("{player}'s next stone gets a tile if it is an incursion."),
    ("cushion", True): Text("Your next stone gets a tile if it is an incursion."),
}
"""The note after an incursion, by the game's tiles and whether the reader is to play."""


_Asked = tuple[Resumption | Swap, ...]
"""Requests of players after a move."""

_POINTS: Final = Text("{first}. {then}")
_SWAP: Final = Text(
    "{player} may swap sides instead of moving. That player then has {colour}, and the opponent moves as {other}."
)


def last_turn(game: Game) -> dict[str, object]:
    """Return the last turn: its point, what it placed and took, and its text."""
    if not game.moves:
        bids = tell(chained(_POINTS, [bid.told() for bid in game.bids])) if game.bids else ""
        said = {"said": bids, "why": "", "happened": ""}
        return {"last": None, "landed": [], "captured": [], "gone": gone(game), **said}
    turn, board = game.turns[-1], game.board
    label = None if isinstance(turn.move, Gesture) else board.labels[turn.move.point]
    captured = [each for each in board.names(sorted(turn.captured + turn.lost)) if each != label]
    notes: _Asked = (*game.resumptions, *game.swaps)
    asked = [note.told() for note in notes if note.number == turn.number]
    said = {
        "said": tell(chained(_POINTS, [turn.told(board, game.rules), *asked])),
        "why": tell(turn.why(board)),
    }
    where = {"last": label, "landed": [label] if label else [], "captured": captured, "gone": gone(game)}
    return {**where, **said, "happened": happened(game)}


_TYPED: Final = {"pass": Text("pass"), "return": Text("return"), "resign": Text("resign")}


def in_words(move: str | None) -> str:
    """Return a move as a text to translate; "" for None.

    >>> in_words("D4"), in_words("pass"), in_words("tao D4")
    ('D4', 'pass', 'tao D4')
    """
    kind, _, point = (move or "").partition(" ")
    return Text("tao {point}", point=point) if kind == "tao" and point else _TYPED.get(move or "", move or "")


def happened(game: Game) -> str:
    """Describe the last turn in sentences: placements, captures, payments, and why a tile fell."""
    if not game.turns:
        return together(_bidden(game))
    turn = game.turns[-1]
    notes: _Asked = (*game.resumptions, *game.swaps)
    asked = [note for note in notes if note.number == turn.number]
    return together([*_sentences(game, turn), *(Text("{sentence}.", sentence=note.told()) for note in asked)])


def _bidden(game: Game) -> Iterator[Text]:
    """Describe the bids, and the new Black."""
    yield from (Text("{sentence}.", sentence=bid.told()) for bid in game.bids)
    if game.bids and game.bidder is None:
        yield Text("{sentence}.", sentence=winner_of(game.bids).taking())


def due(game: Game, seats: Collection[Colour]) -> str:
    """Warn a viewer in these seats about the side to move's tile, ko, end of the game, or price."""
    if game.outcome is not None:
        return ""
    mine, found = game.to_play in seats and len(seats) == 1, list[Text]()
    found += filter(None, [moving(game.rules, game.to_play, game.turns_in_a_row, game.seat)])
    if game.rules.tiles != "none" and game.position.last_incursion:
        found.append(_TILES[game.rules.tiles, mine].with_values(player=NAMES[game.to_play]))
    for label in ko_points(game):
        if game.turns[-1].ko == game.board.find(label):
            player = NAMES[game.to_play]
            found.append(Text("{player} may not retake at {point} at once (ko).", player=player, point=label))
    if not game.why_no_swap():
        mover, opponent = NAMES[game.to_play], NAMES[other(game.to_play)]
        found.append(_SWAP.with_values(player=mover, colour=opponent, other=mover))
    return together([*found, *_end_due(game, mine), *_price(game, mine)])


def gone(game: Game) -> dict[Colour, list[str]]:
    """Return the points of stones removed by the last turn, by colour, except those with a stone now."""
    found: dict[Colour, list[str]] = {"black": [], "white": []}
    if game.turns and game.rules.captured == "prisoners":
        turn = game.turns[-1]
        found[other(turn.mover)] += game.board.names(turn.captured)
        found[turn.mover] += game.board.names(turn.lost)
    return found


def stones_in_words(labels: Sequence[str], most: int = _FEW) -> Text | Listing:
    """Return stones by their points, or only their number if more than ``most``."""
    if len(labels) <= most:
        return listed(labels, "comma")
    return Text.counted("{count} stone", "{count} stones", len(labels))


def _sentences(game: Game, turn: Turn) -> Iterator[str]:
    player = NAMES[turn.mover]
    if turn.coupon:
        yield Text("{sentence}.", sentence=turn.told(game.board))
        return
    if isinstance(turn.move, Gesture):
        yield _GESTURES[turn.move].with_values(player=player, count=game.prisoners[turn.mover])
        return
    label = game.board.labels[turn.move.point]
    if isinstance(turn.move, Tao):
        yield _tao(game, turn, label)
        return
    yield _placed(game, turn, label)
    # only a capturing placement removes a Tao stone
    if game.rules.tao == "on" and turn.captured and game.at(turn.number - 1).content(turn.move.point) == "tao":
        yield Text("The Tao stone from {point} goes back to the box.", point=label)
    yield from _losses(game, turn)
    yield turn.why(game.board)


def _tao(game: Game, turn: Turn, label: str) -> Text:
    player = NAMES[turn.mover]
    if not turn.paid:
        return Text("{player} puts a Tao stone on {point}.", player=player, point=label)
    if game.rules.tao_payment == "points":
        return Text.counted(
            "{player} puts a Tao stone on {point} for 1 point.",
            "{player} puts a Tao stone on {point} for {count} points.",
            turn.paid,
            player=player,
            point=label,
        )
    return Text.counted(
        "{player} puts a Tao stone on {point} for 1 prisoner.",
        "{player} puts a Tao stone on {point} for {count} prisoners.",
        turn.paid,
        player=player,
        point=label,
    )


def _placed(game: Game, turn: Turn, label: str) -> Text:
    taken = game.board.names(turn.captured)
    if not taken:
        text = Text("{player} plays {point}.")
    elif game.rules.captured == "convert":
        text = Text("{player} {point} turns {stones}.")
    elif game.board.point_stones:
        text = Text("{player} {point} takes {stones}.")
    else:
        text = Text("{player} {point} takes {stones}: it covers their last liberty, which need not be adjacent.")
    return text.with_values(player=NAMES[turn.mover], point=label, stones=stones_in_words(taken))


def _losses(game: Game, turn: Turn) -> Iterator[Text]:
    assert isinstance(turn.move, Place)
    if turn.lost:
        if turn.move.point in turn.lost:
            text = Text("That takes {player}'s own {stones} off (suicide).")
        else:
            text = Text("It takes {player}'s own {stones} off, too (friendly fire).")
        yield text.with_values(player=NAMES[turn.mover], stones=stones_in_words(game.board.names(turn.lost)))


def _end_due(game: Game, mine: bool) -> Iterator[Text]:
    """Warn that one more pass ends the game, or that moves run out."""
    player = NAMES[game.to_play]
    if game.moves and game.moves[-1] is Pass and not game.why_not(Pass):
        if game.coupon:
            yield Text("The next coupon is worth {points:g}.", points=game.coupon)
        elif not game.pass_ends:
            yield Text("One pass alone does not end the game.")
        elif mine:
            yield Text("If you pass too, the game ends and is counted.")
        else:
            yield Text("If {player} passes too, the game ends and is counted.", player=player)
    if game.rules.end == "no-moves" and len(game.moves) >= len(game.board) // 2:
        left = len(game.legal_moves())
        if left <= _SHORT and mine:
            yield Text.counted(
                "You have 1 move left; a player without a legal move loses.",
                "You have {count} moves left; a player without a legal move loses.",
                left,
            )
        elif left <= _SHORT:
            yield Text.counted(
                "{player} has 1 move left; a player without a legal move loses.",
                "{player} has {count} moves left; a player without a legal move loses.",
                left,
                player=player,
            )


def _price(game: Game, mine: bool) -> Iterator[Text]:
    """Give the price of the next Tao stone if it has changed."""
    was_tao = bool(game.turns) and isinstance(game.turns[-1].move, Tao)
    price = game.tao_prices[game.to_play] if was_tao else None
    if price is None or len(set(game.rules.tao_prices.amounts)) == 1:
        return
    if mine:
        yield Text("The next Tao stone costs you {price}.", price=price)
    else:
        yield Text("The next Tao stone costs {player} {price}.", player=NAMES[game.to_play], price=price)


# -- tiles -------------------------------------------------------------------------------------------------------------


def tiles(game: Game) -> dict[str, object] | None:
    """Return whether a tile is due, and the points of incursions (spec 2.1, 2.2); None without tiles."""
    rules = game.rules
    if rules.tiles == "none":
        return None
    due = game.position.last_incursion and game.outcome is None
    placed = next((turn.move for turn in reversed(game.turns) if isinstance(turn.move, Place)), None)
    label = None if placed is None else game.board.labels[placed.point]
    incursions: list[list[str]] = []  # of the side to move
    if game.outcome is None:
        owned = [region for region in game.regions() if region.owner not in (None, game.to_play)]
        incursions = [list(game.board.names(sorted(region.points))) for region in owned]
    return {
        "last_incursion": game.position.last_incursion,
        "region": list(invaded(game)),
        "due": ("any" if rules.tiles == "tile" else "incursion") if due else None,
        "incursions": incursions,
        "text": tell(tile_due(rules, label)) if due else "",
        "fallen": _fallen(game),
    }


def _fallen(game: Game) -> dict[str, object]:
    """Return, for every tile laid by a turn, why it fell, and the region of the incursion that it answers."""
    board, region, found = game.board, frozenset[int](), dict[str, object]()
    for turn in game.turns:
        if isinstance(turn.move, Place):
            if turn.tile:
                found[board.labels[turn.move.point]] = {
                    "why": tell(turn.why(board)),
                    "region": list(board.names(sorted(region))),
                    "number": turn.number,
                }
            region = turn.incursion or frozenset()
    return found


# -- the list of moves -------------------------------------------------------------------------------------------------


_Lines = list[dict[str, object]]
_NOTHING: tuple[tuple[Turn, ...], _Asked, _Lines] = (), (), []


class MoveList:
    """The cached lines about the turns of one game, by language."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[tuple[Turn, ...], _Asked, _Lines]] = {}

    def untold(self, game: Game) -> int:
        """Return the number of moves without a valid line in the reader's language."""
        return len(game.turns) - self._kept(game)

    def view(self, game: Game) -> _Lines:
        """Return the moves with their players, why tiles fell, and who asked to go on after an ending pass (1.17a)."""
        kept = self._kept(game)
        told = [*self._known.get(language(), _NOTHING)[2][:kept], *moves_view(game, kept)]
        self._known[language()] = game.turns, (*game.resumptions, *game.swaps), told
        return told

    def _kept(self, game: Game) -> int:
        """Return the number of lines that are still valid: those of the same moves, up to a request to go on."""
        turns, requests, _ = self._known.get(language(), _NOTHING)
        return alike(turns, game.turns) if requests == (*game.resumptions, *game.swaps) else 0


def moves_view(game: Game, first: int = 0) -> _Lines:
    asked = {request.number: {"resumed": request.by} for request in game.resumptions}
    asked |= {swap.number: {"swapped": swap.by} for swap in game.swaps}
    return [
        {
            "by": turn.mover,
            "text": game.write_move(turn.move),
            **({"why": tell(why), "tile": turn.tile} if (why := turn.why(game.board)) else {}),
            **asked.get(turn.number, {}),
        }
        for turn in game.turns[first:]
    ]
