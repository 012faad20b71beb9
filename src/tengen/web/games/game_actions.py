"""Actions other than placing stones: their availability, cost and reasons, and the players' proposals."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from ...draw.sentences import sentence
from ...game import Game
from ...game.refusal import refusals
from ...records import COLOURS, NAMES, Colour, Gesture, Pass, Place, Reason, Return, Tao, Text, other
from ..rooms import Room
from ..rooms.events import What
from ..rooms.intents import RATED_WITHOUT_HINTS, explained, why_no_pause
from ..texts import say, say_count, tell


def actions(room: Room, seats: Collection[Colour]) -> dict[str, dict[str, object]]:
    """Return the actions of this game and phase for these seats, with the reasons for those that are unavailable."""
    found: dict[str, dict[str, object]] = {}
    if not seats:
        return found
    game, colour, phase = room.game, room.acting(seats), room.phase
    asks = "" if room.is_alone else say("asks {player}", player=called(room, other(colour)))
    if phase == "counting":
        agreed = all(each in room.agreed for each in seats)
        found["agree"] = _action(say("You have agreed already.") if agreed else "")
        if game.rules.tax == "seki":
            already = say("Groups in seki are already marked automatically.") if room.seki is None else ""
            found |= {"seki": _action(), "seki-auto": _action(already)}
        return found | {"resume": _action(), "estimate": _action()}
    if phase != "over":
        if game.bidder is None:
            found |= moves_without_stone(game, seats, colour)
        elif room.due.intersection(seats):
            found["bid"] = _action() | {"more": bool(game.bids)}
        if game.to_play in seats and not game.why_no_swap():
            found["swap"] = _action()
        if game.may_end_without_result:
            found["no-result"] = _proposing(room, seats, "no-result")
        found |= _clocks(room, seats, asks)
        found["resign"] = _action() | _cost(say("ends the game"))
        found |= _advice(room, seats, asks)
    if not room.terms.rated and (phase != "over" or room.may_undo_end):
        found["undo"] = _undo(room, seats, asks)
    return found


def called(room: Room, colour: Colour) -> str:
    """Return the name of a player for sentences, or else the colour."""
    return room.names[colour] or tell(NAMES[colour])


def _action(why: str = "") -> dict[str, object]:
    return {"ok": False, "why": why} if why else {"ok": True}


def _cost(text: str) -> dict[str, object]:
    return {"cost": text} if text else {}


def _undo(room: Room, seats: Collection[Colour], asks: str) -> dict[str, object]:
    left = room.undone(seats)
    action = _action(say("You have no move to take back.") if left is None else "")
    if asks or left is None:
        return action | _cost(asks)
    return action | {"cost": say_count("takes back 1 move", "takes back {count} moves", len(room.game.moves) - left)}


def moves_without_stone(game: Game, seats: Collection[Colour], colour: Colour) -> dict[str, dict[str, object]]:
    """Return the game's moves without a stone, with their cost for a player of this colour."""
    found: dict[str, dict[str, object]] = {}
    if game.rules.may_pass:
        ends = game.to_play == colour and game.pass_ends
        takes = say("takes the coupon worth {points:g}", points=game.coupon) if game.coupon else ""
        found["pass"] = gesture(game, seats, Pass) | _cost(say("ends the game") if ends else takes)
    if game.rules.may_return:
        found["return"] = gesture(game, seats, Return)
    if game.rules.tao == "on":
        found["tao"] = tao_action(game, seats) | _cost(_tao_cost(game, colour))
    return found


def _proposing(room: Room, seats: Collection[Colour], what: What) -> dict[str, object]:
    proposal = room.proposal(what)
    waits = proposal is not None and {*seats} == {proposal.by}
    return _action(say("You have asked already; wait for the answer.") if waits else "")


def _clocks(room: Room, seats: Collection[Colour], asks: str) -> dict[str, dict[str, object]]:
    """Return the actions that stop or resume the clocks, or give the opponent time."""
    found: dict[str, dict[str, object]] = {}
    if room.paused is not None:
        found["resume"] = _action()
    elif not why_no_pause(room):
        found["pause"] = _proposing(room, seats, "pause") | _cost(asks)
    if asks and room.terms.timing.kind != "none" and room.phase == "playing":
        day, opponent = room.terms.timing.kind == "correspondence", called(room, other(room.acting(seats)))
        text = say("a day for {player}", player=opponent) if day else say("15 s for {player}", player=opponent)
        found["time"] = _action() | _cost(text)
    return found


def why_no_advice(room: Room, seats: Collection[Colour]) -> Text | None:
    """Return why these seats get no advice; None if they may have it."""
    if not seats:
        return Text("You are watching this game; hints are for its players.")
    if room.terms.rated:
        return RATED_WITHOUT_HINTS
    if room.phase not in ("playing", "waiting"):
        return Text("Hints are for games in progress.")
    if not room.is_alone and not room.hints:
        return Text("Against a friend, hints are for both players: ask your opponent first.")
    return None


def _advice(room: Room, seats: Collection[Colour], asks: str) -> dict[str, dict[str, object]]:
    """Return the actions by which players in these seats get advice, or propose to allow it."""
    if why_no_advice(room, seats) is None:
        mine = room.game.to_play in seats
        return {"hint": _action("" if mine else say("It is not your turn.")), "outlook": _action()}
    if room.terms.rated or room.phase != "playing" or room.is_alone or room.hints or room.proposal("hints"):
        return {}
    return {"hints": _action() | _cost(asks)}


def gesture(game: Game, seats: Collection[Colour], move: Gesture) -> dict[str, object]:
    """Return whether these seats can pass or return a prisoner now, and why not."""
    if game.to_play not in seats:
        return _action(say("It is not your turn."))
    reasons = game.why_not(move)
    return _action(tell(sentence(reasons[0], game.rules, game.to_play)) if reasons else "")


def tao_action(game: Game, seats: Collection[Colour]) -> dict[str, object]:
    """Return whether these seats can put a Tao stone now, its cost, and why not."""
    player = game.to_play if game.to_play in seats else next(iter(seats))
    costs = {"price": 0 if game.tao_in_hand[player] else game.tao_prices[player], "paid": game.rules.tao_payment}
    if player != game.to_play:
        return _action(say("It is not your turn.")) | costs
    if any(isinstance(move, Tao) for move in game.legal_moves()):
        return _action() | costs
    return _action(tell(why_no_tao(game))) | costs


def why_no_tao(game: Game) -> str:
    """Return why no Tao stone can be put on the first point without a stone; "" if all points have one."""
    stones = game.position.stones
    vacant = next((p for p, label in enumerate(game.board.labels) if label not in stones), None)
    return "" if vacant is None else refusals(game, Tao(vacant), game.why_not(Tao(vacant)))[0]


def illegal(game: Game, tao: bool = False) -> dict[str, str]:
    """Return the points without a stone where the side to move may not play, with the reasons."""
    kind = Tao if tao else Place
    judge, stones, found = game.judge, game.position.stones, dict[str, str]()
    legal = judge.placements(game.to_play) if not tao else [] if judge.may_tao(game.to_play) else judge.tao_points()
    for point in sorted({*range(len(game.board))}.difference([] if game.bidder or game.outcome else legal)):
        label = game.board.labels[point]
        if stones.get(label) in COLOURS or (tao and label in stones):
            continue
        found[label] = tell(explained(game, kind(point), game.why_not(kind(point))))
    return found


def closed(game: Game) -> list[str]:
    """Return the points where the axis `where` forbids the side to move to place a stone (spec 6.9)."""
    if game.rules.where == "anywhere":
        return []
    return [*game.board.names(p for p in range(len(game.board)) if Reason.WHERE in game.why_not(Place(p)))]


def _tao_cost(game: Game, colour: Colour) -> str:
    if hand := game.tao_in_hand[colour]:
        return say("free: {held} in hand", held=hand)
    price = game.tao_prices[colour]
    if price is None:
        return say("none for sale")
    if not price:
        return ""
    if game.rules.tao_payment == "points":
        return say_count("1 point", "{count} points", price)
    return say_count("1 prisoner", "{count} prisoners", price)


# -- proposals ---------------------------------------------------------------------------------------------------------

_ASKED: Final[Mapping[What, Text]] = {
    "undo": Text("{player} has asked to take back a move. Waiting for the answer."),
    "no-result": Text("{player} has asked to end the game without result. Waiting for the answer."),
    "hints": Text("{player} has asked for hints for both players. Waiting for the answer."),
    "pause": Text("{player} has asked for a pause. Waiting for the answer."),
}
"""For the player who asks."""

_WANTED: Final[Mapping[What, Text]] = {
    "undo": Text("{player} would like to take back a move."),
    "no-result": Text("{player} would like to end the game without result: the whole position has come back."),
    "hints": Text("{player} would like hints from the computer, for both of you."),
    "pause": Text("{player} would like a pause: the clocks stop until either of you goes on."),
}
"""For the player who answers."""

_ANSWERED: Final[Mapping[tuple[str, str], Text]] = {
    ("undo", "granted"): Text("{player} allowed a move to be taken back."),
    ("undo", "declined"): Text("{player} declined to take back the move."),
    ("undo", "withdrawn"): Text("{player} no longer asks to take back a move."),
    ("undo", "lapsed"): Text("The game has gone on, and {player}'s request to take back a move is over."),
    ("no-result", "declined"): Text("{player} declined to end the game without result."),
    ("no-result", "withdrawn"): Text("{player} no longer asks to end the game without result."),
    ("no-result", "lapsed"): Text("The game has gone on, and {player}'s request to end it without result is over."),
    ("hints", "granted"): Text("{player} agreed: both players may ask for hints."),
    ("hints", "declined"): Text("{player} declined hints."),
    ("hints", "withdrawn"): Text("{player} no longer asks for hints."),
    ("pause", "granted"): Text("{player} agreed to a pause: the clocks are stopped."),
    ("pause", "declined"): Text("{player} declined a pause."),
    ("pause", "withdrawn"): Text("{player} no longer asks for a pause."),
    ("pause", "lapsed"): Text("{player} ended the pause."),
    ("time", "granted"): Text("{player} gave the opponent more time."),
    ("rematch", "declined"): Text("{player} declined to play again."),
}


def offers(room: Room, seats: Collection[Colour]) -> dict[str, object]:
    """Return the open proposal (such as an undo or an end without result), and a sentence on it for these seats."""
    found: dict[str, object] = {}
    for what in _ASKED if room.proposals else ():
        proposal = room.proposal(what)
        if proposal is not None:
            text = (_ASKED if proposal.by in seats else _WANTED)[what]
            found[what.replace("-", "_")] = {
                "by": proposal.by,
                "text": tell(text.with_values(player=called(room, proposal.by))),
            }
    return found


def answered(room: Room) -> dict[str, object] | None:
    """Return the answer to the last proposal; None once the game has gone on, or is over for another reason."""
    found = room.answered
    if found is None or (found.how == "lapsed" and room.phase == "over"):
        return None
    text = _ANSWERED[found.what, found.how].with_values(player=called(room, found.by))
    return {"what": found.what, "how": found.how, "by": found.by, "text": tell(text)}


def rematch(room: Room) -> dict[str, object] | None:
    """Return the rematch and who started it, with a sentence for the other player."""
    if room.rematch is None:
        return None
    by = room.rematch.by
    if room.game.changes_colours:
        text = Text("{player} plays again, with colours changed.", player=called(room, by))
    else:
        text = Text("{player} plays again, with the same colours.", player=called(room, by))
    return {"by": by, "id": room.rematch.game, "declined": room.is_declined("rematch"), "text": tell(text)}
