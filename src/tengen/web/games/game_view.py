"""A room as somebody sees it: plain data for the page and for bots (docs/web.md)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from ...boards import Board
from ...draw.geometry import stone_radius
from ...draw.sentences import ending, handicap_terms, sentence
from ...draw.shapes import UNIT
from ...game import Game
from ...game.outcome import Score
from ...game.refusal import refusals
from ...records import COLOURS, NAMES, Colour, Gesture, Markup, Pass, Place, Return, Tao, Text, other
from ...records.text import chained
from ..board_titles import titled
from ..rooms import ClockReading, Room
from ..rooms.refusals import explained
from ..texts import say, say_count, tell, together
from . import request_view, story, tile_view
from .action_costs import action_costs
from .advice import why_no_advice
from .live_game import LiveGame

_NAMED, _NAMED_ON_PHONES = 150, 40
"""At most this many points are named one by one: more names would be too small to read."""

_SCORES: Final[Mapping[str, Text]] = {
    "area": Text("Black {black:g}, White {white:g} and komi {komi:g}, in area."),
    "territory": Text("Black {black:g}, White {white:g} and komi {komi:g}, in territory and prisoners."),
    "stones": Text("Black {black:g}, White {white:g} and komi {komi:g}, in stones."),
}


@dataclass(frozen=True)
class BoardStyle:
    """How somebody wants to see the board."""

    theme: str = "light"
    coordinates: bool = True
    territory: bool = False


def state(
    live: LiveGame,
    seats: Collection[Colour],
    style: BoardStyle,
    now: float,
    queued: bool = False,
    preparing: bool = False,
) -> dict[str, object]:
    """Return the state of a room for a viewer who has these seats; docs/web.md describes every field."""
    room = live.room
    game = room.game
    mine = game.outcome is None and game.to_play in seats
    tao = mine and game.rules.tao == "on"
    return {
        **live.once("shared", lambda: _shared(live)),
        "you": [colour for colour in COLOURS if colour in seats],
        "status": status(live, seats),
        "due": live.once(("due", frozenset(seats)), lambda: story.due(game, seats)),
        "players": {colour: _player(live, colour, now) for colour in COLOURS},
        "watchers": live.watching,
        "now": now,
        "svg": live.once(style, lambda: picture(room, style)),
        "actions": live.once(frozenset(seats), lambda: actions(room, seats)),
        "illegal": live.once("illegal", lambda: illegal(game)) if mine else {},
        "tao_illegal": live.once("tao", lambda: illegal(game, tao=True)) if tao else {},
        "offer": request_view.offers(room, seats),
        "doomed": _doomed(room, seats),
        "chat": bool(seats) and not room.is_alone,
        "thinking": _thinking(live, queued, preparing),
        "dead_by": live.dead_by if room.phase == "counting" else "",
    }


def _thinking(live: LiveGame, queued: bool, preparing: bool) -> dict[str, object] | None:
    """Return since when the computer thinks, and what it waits for: its turn, or its own compilation."""
    if live.thinking is None:
        return None
    return {"since": live.thinking_since, "queued": queued, "preparing": preparing}


def _shared(live: LiveGame) -> dict[str, object]:
    """Return the part of the state that all see alike, in the reader's language, until something happens."""
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
        "tiles": tile_view.tiles(game),
        "tile_due": game.rules.tiles == "tile" and game.position.last_incursion,
        "answered": request_view.answered(room),
        "dead": list(room.dead),
        "seki": _seki(room),
        "agreed": [colour for colour in COLOURS if colour in room.agreed],
        "score": _score(room),
        "outcome": _outcome(room),
        "rematch": request_view.rematch(room),
        "rated": room.terms.rated,
        "terms": tell(handicap_terms(game.rules)),
    }


def past(room: Room, number: int, style: BoardStyle) -> dict[str, object]:
    """Return how the game stood after its first ``number`` moves, or all: its picture and the move that led there."""
    game = room.game.at(min(number, len(room.game.moves)))
    return {
        "type": "past",
        "moves_shown": len(game.moves),
        "svg": game.svg(**_look(style, game.board), prefix="board"),
        **last_turn(game),
    }


def board_title(game: Game) -> str:
    """Return what a page calls the game's board: the variant already says how wide its stones are."""
    return titled(game.board, game.variant.footprint)


@lru_cache(maxsize=64)
def board_view(board: Board) -> Mapping[str, object]:
    """Return what a page needs to know of a board; the ``radius`` is a stone's, in units of the picture."""
    wide = any(len(board.footprint[p]) > 1 for p in range(len(board)))
    radius = round(stone_radius(board) * UNIT, 2)
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
    """Return the board: in counting and after the end with its owners and dead stones."""
    game = room.game
    options = _look(style, game.board)
    if game.outcome is not None and game.outcome.how == "score":
        score = room.score()
        held = [label for holding in score.seki for label in holding.stones]
        marks = Markup(marks={"triangle": held} if held else {})
        options |= {"owners": score.owner, "dead": room.dead, "markup": marks}
    return game.svg(**options, prefix=prefix)


def _look(style: BoardStyle, board: Board) -> dict[str, Any]:
    """Return the options of a game's picture."""
    coordinates = _names(board, style.coordinates)
    return {"theme": style.theme, "coordinates": coordinates, "territory": style.territory}


def _names(board: Board, roomy: bool) -> bool | None:
    """Say whether a board's points are named: rows and columns where there is room beside them, else one by one."""
    if board.rows:
        return None if roomy else False
    return len(board) <= (_NAMED if roomy else _NAMED_ON_PHONES)


def last_turn(game: Game) -> dict[str, object]:
    """Return the last turn: where it was, what landed and what it took, and how one says it."""
    if not game.moves:
        return {"last": None, "landed": [], "captured": [], "gone": story.gone(game), **_NOTHING_SAID}
    turn, board = game.turns[-1], game.board
    label = None if isinstance(turn.move, Gesture) else board.labels[turn.move.point]
    gone = [each for each in board.names(sorted(turn.captured + turn.lost)) if each != label]
    asked = [request.told() for request in game.resumptions if request.number == turn.number]
    said = {"said": tell(chained(Text("{first}. {then}"), [turn.told(board), *asked])), "why": tell(turn.why(board))}
    where = {"last": label, "landed": [label] if label else [], "captured": gone, "gone": story.gone(game)}
    return {**where, **said, "happened": story.happened(game)}


_NOTHING_SAID: Final = {"said": "", "why": "", "happened": ""}


def player_name(room: Room, colour: Colour) -> str:
    """Return what a player is called: by their name, by the computer's level, or by their colour."""
    seat = room.terms.seats[colour]
    name = say("Computer") if seat.kind == "computer" and not seat.name else room.names[colour]
    return name or tell(NAMES[colour])


def _player(live: LiveGame, colour: Colour, now: float) -> dict[str, object]:
    room = live.room
    seat = room.terms.seats[colour]
    presence = "here" if seat.kind == "computer" else live.seating.of(colour)
    return {
        "name": player_name(room, colour),
        "kind": seat.kind,
        "level": seat.level,
        "visits": seat.visits,
        "stand_in": seat.plays_at if seat.visits is not None and live.stands_in else None,
        "taken": room.taken[colour],
        "here": presence != "offline",
        "presence": presence,
        "prisoners": room.game.prisoners[colour],
        "tao_in_hand": room.game.tao_in_hand[colour],
        "tao_price": room.game.tao_prices[colour],
        "clock": _clock(room, colour, room.reading(colour, now)),
    }


def _clock(room: Room, colour: Colour, reading: ClockReading) -> dict[str, object] | None:
    timing = room.terms.timing
    if timing.kind == "none":
        return None
    return {
        "kind": timing.kind,
        "main": reading.main,
        "rest": reading.rest,
        "periods": reading.periods if timing.kind == "byoyomi" else None,
        "period": (timing.period or None) if timing.kind != "correspondence" else None,
        "stones": reading.stones if timing.kind == "canadian" else None,
        "running": room.runs and room.game.to_play == colour,
    }


def status(live: LiveGame, seats: Collection[Colour]) -> str:
    """Return one sentence that says whose turn it is, or what is waited for."""
    room = live.room
    game = room.game
    player = NAMES[game.to_play]
    if room.phase == "over" and game.outcome is not None:
        return tell(ending(game.outcome.how, game.outcome.winner, game.outcome.margin, game.rules.scoring))
    if room.phase == "counting":
        if live.thinking is not None:
            return say("Computer looks for dead stones")
        if room.agreed and not room.agreed.issuperset(seats or COLOURS):
            return say(
                "{player} agrees to the dead stones as they are marked. Agree too, mark others, or go on playing",
                player=NAMES[next(iter(room.agreed))],
            )
        if room.agreed.intersection(seats):
            return say("You have agreed. Waiting for the other player")
        return say("Both have passed. Mark the dead stones, then agree")
    if live.trouble:
        return say("The computer cannot go on: {why}", why=live.trouble)
    if live.thinking is not None:
        return say("Computer is thinking")
    if room.phase == "waiting" and game.to_play not in seats:
        return say("Waiting for your friend: copy the link")
    if room.phase == "waiting":
        return say("{player} to play. Your friend has not come yet: copy the link", player=player)
    if game.to_play in seats and len(seats) == 1:
        return say("Your turn: {player} to play", player=player)
    return say("{player} to play", player=player)


def actions(room: Room, seats: Collection[Colour]) -> dict[str, dict[str, object]]:
    """Return the actions that exist in this game and phase, for these seats, and why some cannot be taken now."""
    found: dict[str, dict[str, object]] = {}
    if not seats:
        return found
    game = room.game
    if room.phase == "counting":
        agreed = all(colour in room.agreed for colour in seats)
        found["agree"] = {"ok": not agreed} | ({"why": say("You have agreed already.")} if agreed else {})
        if game.rules.tax == "seki":
            found["seki"] = {"ok": True}
            automatic = {"ok": False, "why": say("What is in seki is marked automatically already.")}
            found["seki-auto"] = automatic if room.seki is None else {"ok": True}
        return found | {"resume": {"ok": True}, "estimate": {"ok": True}}
    if room.phase != "over":
        if game.rules.may_pass:
            found["pass"] = gesture(game, seats, Pass)
        if game.rules.may_return:
            found["return"] = gesture(game, seats, Return)
        if game.rules.tao == "on":
            found["tao"] = tao_action(game, seats)
        if game.may_end_without_result:
            waits = room.voiding.issuperset(seats)
            found["no-result"] = {"ok": not waits} | (
                {"why": say("You have asked already; wait for the answer.")} if waits else {}
            )
        found["resign"] = {"ok": True}
        found |= _advice(room, seats)
    if not room.terms.rated and (room.may_undo_end or room.phase != "over"):
        mine = any(mover in seats for mover in game.movers[room.first :])
        found["undo"] = {"ok": True} if mine else {"ok": False, "why": say("There is no move of yours to take back.")}
    for name, cost in action_costs(room, seats).items():
        if cost and name in found:
            found[name]["cost"] = cost
    return found


def _advice(room: Room, seats: Collection[Colour]) -> dict[str, dict[str, object]]:
    """Return the actions by which players in these seats get advice, or ask each other for leave to get it."""
    if why_no_advice(room, seats) is None:
        mine = room.game.to_play in seats
        return {"hint": {"ok": mine} | ({} if mine else {"why": say("It is not your turn.")}), "outlook": {"ok": True}}
    if room.terms.rated or room.phase != "playing" or room.is_alone or room.hinted:
        return {}
    return {"hints": {"ok": True, "cost": say("asks {player}", player=NAMES[other(room.acting(seats))])}}


def _doomed(room: Room, seats: Collection[Colour]) -> str | None:
    """Return the sentence, once a game, for a player who cannot win any more."""
    if room.doomed is None or room.phase != "playing" or list(seats) != [room.doomed[0]]:
        return None
    points = room.doomed[1]
    if points is None:
        return say("You can hardly win any more. Resign?")
    if points == 0:
        return say("Nothing of yours lives. Resign?")
    return say_count(
        "You are about a point behind, and can hardly win any more. Resign?",
        "You are about {points} points behind, and can hardly win any more. Resign?",
        points,
        points=points,
    )


def gesture(game: Game, seats: Collection[Colour], move: Gesture) -> dict[str, object]:
    """Return whether these seats can pass or return a prisoner now, and why not."""
    if game.to_play not in seats:
        return {"ok": False, "why": say("It is not your turn.")}
    reasons = game.why_not(move)
    return {"ok": not reasons} | ({"why": tell(sentence(reasons[0], game.rules, game.to_play))} if reasons else {})


def tao_action(game: Game, seats: Collection[Colour]) -> dict[str, object]:
    """Return whether these seats can put a Tao stone now, what it costs, and why not."""
    player = game.to_play if game.to_play in seats else next(iter(seats))
    costs = {"price": 0 if game.tao_in_hand[player] else game.tao_prices[player], "paid": game.rules.tao_payment}
    if player != game.to_play:
        return {"ok": False, "why": say("It is not your turn."), **costs}
    stones = game.position.stones
    vacant = next((p for p, label in enumerate(game.board.labels) if label not in stones), None)
    if vacant is not None and not any(isinstance(move, Tao) for move in game.legal_moves()):
        return {"ok": False, "why": tell(refusals(game, Tao(vacant), game.why_not(Tao(vacant)))[0]), **costs}
    return {"ok": True, **costs}


def illegal(game: Game, tao: bool = False) -> dict[str, str]:
    """Return for every point without a stone, where the side to move may not play, why."""
    kind = Tao if tao else Place
    legal = {move.point for move in game.legal_moves() if isinstance(move, kind)}
    stones, found = game.position.stones, {}
    for point, label in enumerate(game.board.labels):
        if point in legal or stones.get(label) in COLOURS or (tao and label in stones):
            continue
        found[label] = tell(explained(game, kind(point), game.why_not(kind(point))))
    return found


def score_text(score: Score) -> Text:
    """Say how many points both sides have, and the komi."""
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
        # without the second count, which stands in the table
        "notes": [tell(note) for note in score.notes[score.beside is not None :]],
    }


def _seki(room: Room) -> dict[str, object] | None:
    """Return the stones in seki and whether the players named them; None where there is no tax on it to agree on."""
    if room.game.rules.tax != "seki" or room.game.outcome is None or room.game.outcome.how != "score":
        return None
    held = room.in_seki()
    return {
        "stones": [label for label in room.game.board.labels if label in held],
        "agreed": room.seki is not None,
    }


def _outcome(room: Room) -> dict[str, object] | None:
    outcome = room.game.outcome
    if outcome is None or room.phase != "over":
        return None
    told = tell(ending(outcome.how, outcome.winner, outcome.margin, room.game.rules.scoring))
    return {"winner": outcome.winner, "margin": outcome.margin, "how": outcome.how, "text": told}
