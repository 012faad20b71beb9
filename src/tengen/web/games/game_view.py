"""A room as somebody sees it: plain data for the page and for bots (docs/web.md)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from ...boards import Board
from ...draw.geometry import stone_radius
from ...draw.sentences import board_name, ending, sentence
from ...draw.shapes import UNIT
from ...game import Game
from ...game.setup import price
from ...records import COLOURS, Colour, Gesture, Pass, Place, Return, Tao, other
from ..texts import load_words
from . import Reading, Room
from .live_game import LiveGame as Live
from .refusals import explained

words: Final = load_words()


@dataclass(frozen=True)
class Look:
    """How somebody wants to see the board."""

    theme: str = "light"
    coordinates: bool = True


def state(live: Live, seats: Collection[Colour], look: Look, now: float, queued: bool = False) -> dict[str, Any]:
    """Return the state of a room for a viewer who has these seats; docs/web.md describes every field."""
    room = live.room
    game = room.game
    mine = game.outcome is None and game.to_play in seats
    tao = mine and game.rules.tao == "on"
    return {
        "type": "state",
        "id": live.id,
        "number": room.number,
        "phase": room.phase,
        "you": [colour for colour in COLOURS if colour in seats],
        "variant": {"name": game.variant.name, "title": game.variant.title},
        "board": {**board_view(game.board), "name": board_title(game)},
        "to_play": game.to_play,
        "status": status(live, seats),
        "moves": live.once("moves", lambda: moves_view(game)),
        **live.once("last", lambda: _last(game)),
        "players": {colour: _player(live, colour, now) for colour in COLOURS},
        "now": now,
        "deadline": room.deadline,
        "svg": live.once(look, lambda: picture(room, look)),
        "actions": live.once(frozenset(seats), lambda: actions(room, seats)),
        "illegal": live.once("illegal", lambda: illegal(game)) if mine else {},
        "tao_illegal": live.once("tao", lambda: illegal(game, tao=True)) if tao else {},
        "tile_due": game.rules.tiles == "tile" and game.position.last_incursion,
        "offer": {} if room.asked is None else {"undo": {"by": room.asked[0]}},
        "dead": list(room.dead),
        "agreed": [colour for colour in COLOURS if colour in room.agreed],
        "score": live.once("score", lambda: _score(room)),
        "outcome": _outcome(room),
        "thinking": None if live.thinking is None else {"since": live.thinking_since, "queued": queued},
    }


def past(room: Room, number: int, look: Look) -> dict[str, Any]:
    """Return how the game stood after so many moves: its picture and the move that led there."""
    game = room.game.copy()
    while len(game.moves) > number:
        game.undo()
    return {
        "type": "past",
        "moves_shown": len(game.moves),
        "svg": game.svg(theme=look.theme, coordinates=None if look.coordinates else False, prefix="board"),
        **_last(game),
    }


def board_title(game: Game) -> str:
    """Return what a page calls the game's board: the variant says already how wide its stones are."""
    name = board_name(game.board)
    size = name.removeprefix(f"{game.variant.footprint} ")
    return f"{size}x{size}" if size.isdigit() else size


@lru_cache(maxsize=64)
def board_view(board: Board) -> Mapping[str, Any]:
    """Return what a page needs to know of a board; the ``radius`` is a stone's, in units of the picture."""
    wide = any(len(board.footprint[p]) > 1 for p in range(len(board)))
    radius = round(stone_radius(board) * UNIT, 2)
    return {"text": board.text, "name": board_name(board), "points": len(board), "wide": wide, "radius": radius}


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


def picture(room: Room, look: Look, prefix: str = "board") -> str:
    """Return the board: in counting and after the end with its owners and dead stones."""
    game = room.game
    options: dict[str, Any] = {"theme": look.theme, "coordinates": None if look.coordinates else False}
    if game.outcome is not None and game.outcome.how == "score":
        options |= {"owners": game.score(dead=room.dead).owner, "dead": room.dead}
    return game.svg(**options, prefix=prefix)


def moves_view(game: Game) -> list[dict[str, str]]:
    """Return the moves and who made them."""
    return [{"by": mover, "text": game.write_move(move)} for mover, move in zip(game.movers, game.moves, strict=True)]


def _last(game: Game) -> dict[str, Any]:
    """Return the last move: where it was, what landed and what it took, and how one says it."""
    if not game.moves:
        return {"last": None, "landed": [], "captured": [], "said": ""}
    move, mover = game.moves[-1], game.movers[-1]
    name = words(f"colours.{mover}")
    if isinstance(move, Gesture):
        return {"last": None, "landed": [], "captured": [], "said": words(f"said.{move.value}", player=name)}
    label = game.board.labels[move.point]
    before = game.copy()
    before.undo()
    stones = game.stones
    gone = [each for each, content in before.stones.items() if stones.get(each) != content and each != label]
    told = words("said.tao" if isinstance(move, Tao) else "said.move", player=name, point=label)
    if gone:
        taken = (
            words("said.takes", points=", ".join(gone)) if len(gone) <= 4 else words("said.takes_many", count=len(gone))
        )
        told = f"{told}{taken}"
    return {"last": label, "landed": [label], "captured": gone, "said": told}


def player_name(room: Room, colour: Colour) -> str:
    """Return what a player is called: by their name, by the computer's level, or by their colour."""
    seat = room.terms.seats[colour]
    name = words("players.computer", level=seat.level) if seat.kind == "computer" else room.names[colour]
    return name or words(f"colours.{colour}")


def _player(live: Live, colour: Colour, now: float) -> dict[str, Any]:
    room = live.room
    seat = room.terms.seats[colour]
    return {
        "name": player_name(room, colour),
        "kind": seat.kind,
        "level": seat.level,
        "taken": room.taken[colour],
        "here": seat.kind == "computer" or live.here[colour] > 0,
        "prisoners": room.game.prisoners[colour],
        "tao_in_hand": room.game.tao_in_hand[colour],
        "clock": _clock(room, colour, room.reading(colour, now)),
    }


def _clock(room: Room, colour: Colour, reading: Reading) -> dict[str, Any] | None:
    timing = room.terms.timing
    if timing.kind == "none":
        return None
    return {
        "kind": timing.kind,
        "main": reading.main,
        "rest": reading.rest,
        "periods": reading.periods if timing.kind == "byoyomi" else None,
        "period": timing.period or None,
        "stones": reading.stones if timing.kind == "canadian" else None,
        "running": room.runs and room.game.to_play == colour,
    }


def status(live: Live, seats: Collection[Colour]) -> str:
    """Return one sentence that says whose turn it is, or what is waited for."""
    room = live.room
    game = room.game
    names = {"player": words(f"colours.{game.to_play}"), "opponent": words(f"colours.{other(game.to_play)}")}
    if room.phase == "over":
        return _outcome(room)["text"]  # type: ignore[index, no-any-return]
    if room.asked is not None:
        mine = room.asked[0] in seats
        return words("status.undo_asked" if mine else "status.undo_wanted", player=words(f"colours.{room.asked[0]}"))
    if room.phase == "counting":
        if live.thinking is not None:
            return words("status.computer_counts")
        if room.agreed and not room.agreed.issuperset(seats or COLOURS):
            return words("status.agree_too", player=words(f"colours.{next(iter(room.agreed))}"))
        return words("status.agreed" if room.agreed.intersection(seats) else "status.counting")
    if live.trouble:
        return words("status.trouble", why=live.trouble)
    if live.thinking is not None:
        return words("status.computer_thinks")
    if room.phase == "waiting" and game.to_play not in seats:
        return words("status.waiting")
    if room.phase == "waiting":
        return words("status.your_turn_waiting", **names)
    if game.to_play in seats and len(seats) == 1:
        return words("status.your_turn", **names)
    return words("status.turn", **names)


def actions(room: Room, seats: Collection[Colour]) -> dict[str, Any]:
    """Return the actions that exist in this game and phase, for these seats, and why some cannot be taken now."""
    found: dict[str, Any] = {}
    if not seats:
        return found
    game = room.game
    if room.phase == "counting":
        agreed = all(colour in room.agreed for colour in seats)
        found["agree"] = {"ok": not agreed} | ({"why": words("actions.agreed")} if agreed else {})
        return found | {"resume": {"ok": True}, "estimate": {"ok": True}}
    if room.phase != "over":
        if game.rules.passing in ("pass", "both"):
            found["pass"] = _gesture(room, seats, Pass)
        if game.rules.passing in ("return", "both"):
            found["return"] = _gesture(room, seats, Return)
        if game.rules.tao == "on":
            found["tao"] = _tao(room, seats)
        found["resign"] = {"ok": True}
    if room.may_undo_end or room.phase != "over":
        mine = any(mover in seats for mover in game.movers[room.first :])
        found["undo"] = {"ok": True} if mine else {"ok": False, "why": words("actions.no_moves")}
    return found


def _gesture(room: Room, seats: Collection[Colour], move: Gesture) -> dict[str, Any]:
    game = room.game
    if game.to_play not in seats:
        return {"ok": False, "why": words("actions.not_your_turn")}
    reasons = game.why_not(move)
    return {"ok": not reasons} | ({"why": sentence(reasons[0], game.rules, game.to_play)} if reasons else {})


def _tao(room: Room, seats: Collection[Colour]) -> dict[str, Any]:
    game = room.game
    if game.to_play not in seats:
        return {"ok": False, "why": words("actions.not_your_turn")}
    costs = 0 if game.tao_in_hand[game.to_play] else _price(game)
    refused = [game.why_not(Tao(p)) for p in range(len(game.board)) if game.board.labels[p] not in game.stones]
    if refused and all(refused):
        return {"ok": False, "why": sentence(refused[0][0], game.rules, game.to_play), "price": costs}
    return {"ok": True, "price": costs}


def _price(game: Game) -> int:
    bought = int(game.state().table["tao_bought"][COLOURS.index(game.to_play) + 1])
    return price(game.rules, bought)


def illegal(game: Game, tao: bool = False) -> dict[str, str]:
    """Return for every point without a stone, where the side to move may not play, why."""
    stones, labels = game.stones, game.board.labels
    legal = {move.point for move in game.legal_moves() if isinstance(move, Tao if tao else Place)}
    found = {}
    for point, label in enumerate(labels):
        if stones.get(label) in COLOURS or (tao and label in stones):
            continue
        move = Tao(point) if tao else Place(point)
        if point not in legal:
            found[label] = explained(game, move, game.why_not(move))
    return found


def _score(room: Room) -> dict[str, Any] | None:
    game = room.game
    if game.outcome is None or game.outcome.how != "score":
        return None
    score = game.score(dead=room.dead)
    margin = score.margin
    who = None if margin == 0 else COLOURS[margin < 0]
    told = words(f"scores.{score.kind}", black=f"{score.black:g}", white=f"{score.white:g}", komi=f"{score.komi:g}")
    return {
        "black": score.black,
        "white": score.white,
        "komi": score.komi,
        "totals": {"black": score.black, "white": score.white + score.komi},
        "owners": {colour: [label for label, owner in score.owner.items() if owner == colour] for colour in COLOURS},
        "margin": margin,
        "kind": score.kind,
        "text": f"{told} {ending('score', who, margin)}",
    }


def _outcome(room: Room) -> dict[str, Any] | None:
    outcome = room.game.outcome
    if outcome is None or room.phase != "over":
        return None
    told = ending(outcome.how, outcome.winner, outcome.margin)
    return {"winner": outcome.winner, "margin": outcome.margin, "how": outcome.how, "text": told}
