"""What the players have asked of each other, and the answers, in words for both of them."""

from __future__ import annotations

from collections.abc import Collection

from ...records import NAMES, Colour, other
from ..rooms.room import Room
from ..texts import say, tell


def offers(room: Room, seats: Collection[Colour]) -> dict[str, object]:
    """Return what waits for an answer, an undo or an end without result, and a sentence on it for these seats."""
    found: dict[str, object] = {}
    if room.asked is not None:
        found["undo"] = _offer("undo", room.asked[0], seats)
    if room.voiding and room.game.outcome is None:
        found["no_result"] = _offer("no-result", min(room.voiding), seats)
    if len(room.hinted) == 1 and room.phase != "over":
        found["hints"] = _offer("hints", min(room.hinted), seats)
    return found


def _offer(what: str, by: Colour, seats: Collection[Colour]) -> dict[str, object]:
    words = f"requests.{what}.{'asked' if by in seats else 'wanted'}"
    return {"by": by, "text": say(words, player=_name(by), opponent=_name(other(by)))}


def answered(room: Room) -> dict[str, object] | None:
    """Return how the last request was answered; None once the game has gone on, or is over without its doing."""
    found = room.answered
    if found is None or (found.how == "lapsed" and room.phase == "over"):
        return None
    told = say(f"requests.{found.what}.{found.how}", player=_name(found.by))
    return {"what": found.what, "how": found.how, "by": found.by, "text": told}


def rematch(room: Room) -> dict[str, object] | None:
    """Return the game that repeats this one and who began it, with a sentence for the other player."""
    if room.rematch is None:
        return None
    by, id = room.rematch
    words = "requests.rematch.changed" if room.game.changes_colours else "requests.rematch.same"
    return {"by": by, "id": id, "declined": room.is_declined("rematch"), "text": say(words, player=_name(by))}


def _name(colour: Colour) -> str:
    return tell(NAMES[colour])
