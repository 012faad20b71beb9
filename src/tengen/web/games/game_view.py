"""A room as a viewer sees it: plain data for the page and for bots (docs/how/web.md)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from ...boards import Board
from ...boards.titles import titled
from ...draw.changes import Splice, alike, splices
from ...draw.geometry import places_of
from ...draw.sentences import ending, handicap_terms
from ...draw.shapes import UNIT
from ...game import Game
from ...game.outcome import Score
from ...game.picture import picture as lines_of_picture
from ...records import COLOURS, NAMES, Colour, Markup, Text
from ...records.diagram import point_of
from ..rooms import Room
from ..rooms.intents import legal_move
from ..scheduler.threads import in_thread
from ..texts import say, say_count, tell, together
from .game_actions import actions, answered, called, closed, illegal, moves_without_stone, offers, rematch
from .live_game import LiveGame
from .turn_view import due, last_turn, tiles

_NAMED, _NAMED_ON_PHONES = 150, 40
"""The maximum number of points that are labelled one by one: more labels would be too small to read."""

_SCORES: Final[Mapping[str, Text]] = {
    "area": Text("Black {black:g}, White {white:g} and komi {komi:g}, in area."),
    "territory": Text("Black {black:g}, White {white:g} and komi {komi:g}, in territory and prisoners."),
    "stones": Text("Black {black:g}, White {white:g} and komi {komi:g}, in stones."),
}


@dataclass(frozen=True)
class BoardStyle:
    """A reader's style of the board."""

    theme: str = "light"
    coordinates: bool = True
    territory: bool = False


def state(
    live: LiveGame, seats: Collection[Colour], style: BoardStyle, now: float, queued: bool = False
) -> dict[str, object]:
    """Return the state of a room for a viewer with these seats; docs/how/web.md describes every field."""
    room = live.room
    players = live.once("players", lambda: {colour: _player(room, colour) for colour in COLOURS})
    thinking = None
    if live.thinking is not None:
        thinking = {"since": live.thinking_since, "queued": queued}
    return {
        **live.once("shared", lambda: _shared(live)),
        **live.once(frozenset(seats), lambda: _of_seats(room, seats)),
        "status": status(live, seats),
        "players": {colour: players[colour] | _player_now(live, colour, now) for colour in COLOURS},
        "watchers": live.watching,
        "now": now,
        "svg": live.once(style, lambda: tuple(_lines(room, style))),
        "thinking": thinking,
        "dead_by": live.dead_by if room.phase == "counting" else "",
    }


def whole(state: Mapping[str, Any]) -> dict[str, object]:
    """Return a state as it is sent: the lines of its picture, most of which other games share, as one text."""
    return {**state, "svg": "\n".join(state["svg"])}


def _of_seats(room: Room, seats: Collection[Colour]) -> dict[str, object]:
    """Return the part of the state that is the same for all viewers in these seats, in the reader's language."""
    game = room.game
    mine = game.outcome is None and game.bidder is None and game.to_play in seats
    return {
        "you": [colour for colour in COLOURS if colour in seats],
        "due": due(game, seats),
        "actions": actions(room, seats),
        "illegal": illegal(game) if mine else {},
        "closed": closed(game) if mine else [],
        "tao_illegal": illegal(game, tao=True) if mine and game.rules.tao == "on" else {},
        "offer": offers(room, seats),
        "doomed": _doomed(room, seats),
        "chat": bool(seats) and not room.is_alone,
    }


def _shared(live: LiveGame) -> dict[str, object]:
    """Return the part of the state that all viewers share, in the reader's language."""
    room = live.room
    game = room.game
    return {
        "type": "state",
        "id": live.id,
        "number": room.number,
        "phase": room.phase,
        "variant": {"name": game.variant.name, "title": tell(game.variant.title)},
        "board": {**board_view(game.board), "name": board_title(game)},
        "to_play": game.to_play,
        "moves": live.moves.view(game),
        **last_turn(game),
        "deadline": room.deadline,
        "tiles": tiles(game),
        "tile_due": game.rules.tiles == "tile" and game.position.last_incursion,
        "answered": answered(room),
        "dead": list(room.dead),
        "seki": _seki(room),
        "agreed": [colour for colour in COLOURS if colour in room.agreed],
        "score": _score(room),
        "outcome": outcome_view(game) if room.phase == "over" else None,
        "rematch": rematch(room),
        "rated": room.terms.rated,
        "tournament": room.terms.tournament,
        "terms": tell(handicap_terms(game.rules)),
    }


def outcome_view(game: Game) -> dict[str, object] | None:
    """Return how a game ended, also in words."""
    over = game.outcome
    if over is None:
        return None
    text = tell(ending(over.how, over.winner, over.margin, game.rules.scoring))
    return {"winner": over.winner, "margin": over.margin, "how": over.how, "text": text}


def past(room: Room, number: int, style: BoardStyle, then: Sequence[str] | None = None) -> dict[str, object]:
    """Return the position after the first ``number`` moves, or all: its picture and the move that led there.

    ``then`` are trial moves of either side after it, numbered on the board and not played; the result then also has
    the possible next ones. Raises IntentRefused if one is illegal.
    """
    game = room.game.at(min(number, len(room.game.moves)))
    shown = len(game.moves)
    for move in then or ():
        game.push(legal_move(game, move))
    found = {
        "type": "past",
        "moves_shown": shown,
        "svg": game.svg(**_look(style, game.board), markup=numbered(then or ()), prefix="board"),
        **last_turn(game),
    }
    return found if then is None else found | _to_try(game, shown)


def numbered(moves: Sequence[str]) -> Markup:
    """Return the numbers of trial moves for the board."""
    points = [point_of(move) for move in moves]
    return Markup(labels={point: str(count) for count, point in enumerate(points, 1) if point is not None})


def _to_try(game: Game, shown: int) -> dict[str, object]:
    """Return the trial moves after the first ``shown``, and those that the side to move can try next."""
    open, tao = game.outcome is None, game.outcome is None and game.rules.tao == "on"
    return {
        "then": [game.write_move(move) for move in game.moves[shown:]],
        "to_play": game.to_play,
        "actions": moves_without_stone(game, COLOURS, game.to_play) if open else {},
        "illegal": illegal(game) if open else {},
        "closed": closed(game) if open else [],
        "tao_illegal": illegal(game, tao=True) if tao else {},
        "tiles": tiles(game),
        "due": due(game, ()),
        "outcome": outcome_view(game),
    }


def board_title(game: Game) -> str:
    """Return the name of the game's board, without the width of stones, which the variant implies."""
    return tell(titled(game.board, game.variant.footprint))


@lru_cache(maxsize=64)
def board_view(board: Board) -> Mapping[str, object]:
    """Return a board's data for a page; the ``radius`` is a stone's, in units of the picture."""
    wide = any(len(board.footprint[p]) > 1 for p in range(len(board)))
    radius = round(places_of(board).radius * UNIT, 2)
    return {"text": board.text, "points": len(board), "wide": wide, "radius": radius}


def relations(board: Board) -> dict[str, dict[str, list[str]]]:
    """Return the footprint and the neighbours of every point, by labels."""
    labels = board.labels
    return {
        labels[p]: {
            "footprint": [labels[q] for q in board.footprint[p]],
            "neighbours": [labels[q] for q in board.neighbours[p]],
        }
        for p in range(len(board))
    }


def picture(room: Room, style: BoardStyle, prefix: str = "board") -> str:
    """Return the picture of the board, during counting and after the end with owners and dead stones."""
    return "\n".join(_lines(room, style, prefix))


def _lines(room: Room, style: BoardStyle, prefix: str = "board") -> list[str]:
    game = room.game
    options = _look(style, game.board)
    if game.outcome is not None and game.outcome.how == "score":
        score = room.score()
        held = [label for holding in score.seki for label in holding.stones]
        marks = Markup(marks={"triangle": held} if held else {})
        options |= {"owners": score.owner, "dead": room.dead, "markup": marks}
    return lines_of_picture(game, options | {"prefix": prefix})


def _look(style: BoardStyle, board: Board) -> dict[str, Any]:
    coordinates: bool | None  # labels of rows and columns if there is room, else of points
    if board.rows:
        coordinates = None if style.coordinates else False
    else:
        coordinates = len(board) <= (_NAMED if style.coordinates else _NAMED_ON_PHONES)
    return {"theme": style.theme, "coordinates": coordinates, "territory": style.territory}


async def drawn_beside(live: LiveGame, style: BoardStyle, prefix: str) -> str:
    """Return the picture of a game's board; ``prefix`` begins the ids in it, so that several fit into one page."""

    def draw() -> asyncio.Task[str]:
        room = live.room.after(())  # a copy: the room may go on
        return asyncio.ensure_future(in_thread(picture, room, style, prefix))

    return await asyncio.shield(live.once(("listed", style, prefix), draw))


def player_name(room: Room, colour: Colour) -> str:
    """Return the name of a player: their own, the computer's level, or the colour."""
    seat = room.terms.seats[colour]
    name = say("Computer") if seat.kind == "computer" and not seat.name else room.names[colour]
    return name or tell(NAMES[colour])


def _player(room: Room, colour: Colour) -> dict[str, object]:
    """Return what all viewers see of a player, in the reader's language."""
    seat, position = room.terms.seats[colour], room.game.position
    return {
        "name": player_name(room, colour),
        "kind": seat.kind,
        "level": seat.level,
        "visits": seat.visits,
        "taken": room.taken[colour],
        "prisoners": position.prisoners[colour],
        "tao_in_hand": position.tao_in_hand[colour],
        "tao_price": room.game.tao_prices[colour],
        "coupons": position.coupons[colour],
    }


def _player_now(live: LiveGame, colour: Colour, now: float) -> dict[str, object]:
    """Return what changes of a player between events: presence, clock and stand-in."""
    seat = live.room.terms.seats[colour]
    presence = "here" if seat.kind == "computer" else live.seating.of(colour)
    return {
        "stand_in": seat.plays_at if seat.visits is not None and live.stands_in else None,
        "here": presence != "offline",
        "presence": presence,
        "clock": _clock(live.room, colour, now),
    }


def _clock(room: Room, colour: Colour, now: float) -> dict[str, object] | None:
    timing = room.terms.timing
    if timing.kind == "none":
        return None
    reading = room.reading(colour, now)
    return {
        "kind": timing.kind,
        "main": reading.main,
        "rest": reading.rest,
        "periods": reading.periods if timing.kind == "byoyomi" else None,
        "period": (timing.period or None) if timing.kind != "correspondence" else None,
        "stones": reading.stones if timing.kind == "canadian" else None,
        "running": room.deadline is not None and room.game.to_play == colour,
    }


def status(live: LiveGame, seats: Collection[Colour]) -> str:
    """Return a sentence on whose turn it is, or what the game waits for."""
    room, phase = live.room, live.room.phase
    game = room.game
    player = called(room, game.to_play)
    if phase == "over" and game.outcome is not None:
        return tell(ending(game.outcome.how, game.outcome.winner, game.outcome.margin, game.rules.scoring))
    if phase == "counting":
        if live.thinking is not None:
            return say("Computer is marking dead stones")
        if room.agreed and not room.agreed.issuperset(seats or COLOURS):
            return say(
                "{player} agrees to the dead stones as they are marked. Agree too, mark others, or go on playing",
                player=called(room, next(iter(room.agreed))),
            )
        if room.agreed.intersection(seats):
            return say("You have agreed. Waiting for the other player")
        return say("Both have passed. Mark the dead stones, then agree")
    if live.trouble:
        return say("The computer cannot go on: {why}", why=live.trouble)
    if live.thinking is not None:
        return say("Computer is thinking")
    if room.paused is not None and game.to_play in seats:
        return say("Paused: your move starts the clocks again")
    if room.paused is not None:
        return say("Paused: {player} to play", player=player)
    if phase == "waiting" and game.to_play not in seats:
        return say("Waiting for your friend: copy the link")
    if phase == "waiting":
        return say("{player} to play. Your friend has not come yet: copy the link", player=player)
    if game.bidder and room.due.intersection(seats):
        return say("Bid the komi for which you would take Black")
    if game.bidder:
        return say("Waiting for the other player's bid")
    if game.to_play in seats and len(seats) == 1:
        return say("Your turn: {player} to play", player=NAMES[game.to_play])
    return say("{player} to play", player=player)


def _doomed(room: Room, seats: Collection[Colour]) -> str | None:
    """Return the sentence for a lost player, once a game."""
    if room.doomed is None or room.phase != "playing" or list(seats) != [room.doomed[0]]:
        return None
    points = room.doomed[1]
    if points is None:
        return say("You can hardly win any more. Resign?")
    if points == 0:
        return say("You have no living group. Resign?")
    return say_count(
        "You are about a point behind, and can hardly win any more. Resign?",
        "You are about {points} points behind, and can hardly win any more. Resign?",
        points,
        points=points,
    )


def score_text(score: Score) -> Text:
    """Return both sides' points and the komi in words."""
    return _SCORES[score.kind].with_values(black=score.black, white=score.white, komi=score.komi)


def _score(room: Room) -> dict[str, object] | None:
    game = room.game
    if game.outcome is None or game.outcome.how != "score":
        return None
    score = room.score()
    told: list[str] = [score_text(score)]
    told += [Text("White gets {points} more for the handicap.", points=score.bonus)] if score.bonus else []
    told += [ending("score", score.winner, score.margin, score.kind)]
    return {
        **score.to_dict(),
        "totals": {"black": score.black, "white": score.white + score.komi + score.bonus},
        "owners": {colour: [label for label, owner in score.owner.items() if owner == colour] for colour in COLOURS},
        "text": together(told),
        # without the second count, which the table shows
        "notes": [tell(note) for note in score.notes[score.beside is not None :]],
    }


def _seki(room: Room) -> dict[str, object] | None:
    """Return the stones in seki and whether the players marked them; None without a tax on seki."""
    if room.game.rules.tax != "seki" or room.game.outcome is None or room.game.outcome.how != "score":
        return None
    held = room.in_seki()
    return {"stones": [label for label in room.game.board.labels if label in held], "agreed": room.seki is not None}


# -- changes -----------------------------------------------------------------------------------------------------------


def changes(
    before: Mapping[str, Any],
    after: Mapping[str, Any],
    once: Callable[[Hashable, Callable[[], list[Splice]]], list[Splice]] = lambda _, make: make(),
) -> dict[str, object]:
    """Return the fields of ``after`` that differ; for the moves and the picture, only their differing parts.

    ``once`` caches the difference of two pictures for other viewers of the first one.

    >>> changes({"number": 1, "phase": "playing"}, {"number": 2, "phase": "playing"})
    {'type': 'changes', 'number': 2}
    """
    found = {key: value for key, value in after.items() if key not in before or before[key] != value}
    found["type"] = "changes"
    if "moves" in found:
        kept = alike(before["moves"], after["moves"])
        found["moves"] = {"keep": kept, "add": after["moves"][kept:]}
    if "svg" in found:
        pictures = before["svg"], after["svg"]
        found["svg"] = once(pictures, lambda: list(splices(*pictures)))
    return {"type": found.pop("type"), **found}
