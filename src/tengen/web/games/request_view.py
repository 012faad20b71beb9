"""What the players have asked of each other, and the answers, in words for both of them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from ...records import NAMES, Colour, Text
from ..rooms.events import What
from ..rooms.room import Room
from ..texts import tell

_ASKED: Final[Mapping[What, Text]] = {
    "undo": Text("{player} has asked to take back a move. Waiting for the answer."),
    "no-result": Text("{player} has asked to end the game without result. Waiting for the answer."),
    "hints": Text("{player} has asked for hints for both players. Waiting for the answer."),
}
"""For the player who asks."""

_WANTED: Final[Mapping[What, Text]] = {
    "undo": Text("{player} would like to take back a move."),
    "no-result": Text("{player} would like to end the game without result: the whole position has come back."),
    "hints": Text("{player} would like hints from the computer, for both of you."),
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
    ("rematch", "declined"): Text("{player} declined to play again."),
}


def offers(room: Room, seats: Collection[Colour]) -> dict[str, object]:
    """Return what waits for an answer, an undo or an end without result, and a sentence on it for these seats."""
    found: dict[str, object] = {}
    for what in _ASKED:
        proposal = room.proposal(what)
        if proposal is not None:
            text = (_ASKED if proposal.by in seats else _WANTED)[what]
            found[what.replace("-", "_")] = {
                "by": proposal.by,
                "text": tell(text.with_values(player=NAMES[proposal.by])),
            }
    return found


def answered(room: Room) -> dict[str, object] | None:
    """Return how the last request was answered; None once the game has gone on, or is over without its doing."""
    found = room.answered
    if found is None or (found.how == "lapsed" and room.phase == "over"):
        return None
    text = _ANSWERED[found.what, found.how].with_values(player=NAMES[found.by])
    return {"what": found.what, "how": found.how, "by": found.by, "text": tell(text)}


def rematch(room: Room) -> dict[str, object] | None:
    """Return the game that repeats this one and who began it, with a sentence for the other player."""
    if room.rematch is None:
        return None
    by = room.rematch.by
    if room.game.changes_colours:
        text = Text("{player} plays again, with colours changed.", player=NAMES[by])
    else:
        text = Text("{player} plays again, with the same colours.", player=NAMES[by])
    return {"by": by, "id": room.rematch.game, "declined": room.is_declined("rematch"), "text": tell(text)}
