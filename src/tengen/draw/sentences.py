"""What Tengen says: every reason against a move and every end of a game as one sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..records import Colour, Reason, other
from ..rules import REPETITIONS, Ko, Rules
from ..rules.variant_data import HANDICAP_KOMI

REASONS: Final[dict[Reason, str]] = {
    Reason.GAME_OVER: "The game is over.",
    Reason.NOT_YOUR_TURN: "It is {opponent}'s turn.",
    Reason.OFF_BOARD: "This board has no such point.",
    Reason.OCCUPIED: "A stone already stands there.",
    Reason.BLOCKED: "A stone nearby blocks this point: it lies in that stone's footprint.",
    Reason.TILE_LIMIT: "A tile is due, and this point already has one.",
    Reason.TAO_NEEDS_CAPTURE: "A Tao stone can only be taken by a move that captures.",
    Reason.SUICIDE: "A stone there would leave {player}'s own stones without a liberty (suicide).",
    Reason.FRIENDLY_FIRE: "A stone there would take the last liberty of another chain of {player}'s (friendly fire).",
    Reason.KO: "{opponent} has just captured here; retaking at once would bring the same position back (ko).",
    Reason.REPETITION: "The same position would come back, with the same stones everywhere (superko).",
    Reason.NO_PASSING: "There is no passing in this game.",
    Reason.NO_RETURN: "Prisoners are not returned in this game.",
    Reason.NO_PRISONER: "{player} has no prisoner to give.",
    Reason.NO_TAO: "There are no Tao stones to put in this game.",
}
"""One sentence a reason, to be filled with the ``player`` who would move and the ``opponent``."""

ENDS: Final[dict[str, str]] = {
    "score": "{winner} wins by {margin} {points}.",
    "resignation": "{loser} resigns: {winner} wins.",
    "no_moves": "{loser} has no move left: {winner} wins.",
    "time": "{loser} is out of time: {winner} wins.",
    "forfeit": "{loser} forfeits: {winner} wins.",
    "no_result": "The position came back: the game ends without result.",
    "draw_by_cycle": "The position came back: the game is a draw.",
}
"""One sentence for each way in which a game ends (spec 0.9)."""


def handicap_terms(rules: Rules) -> str:
    """Say with what a handicap game begins: handicap, komi and White's points for the handicap; "" without a handicap.

    >>> from tengen.rules import variant
    >>> handicap_terms(variant("aga", handicap=3).rules)
    'Black is 3 stones ahead. Komi is 0.5, as in every handicap game unless it is set: White wins ties. White gets 2 \
points for the handicap.'
    """
    if not rules.handicap:
        return ""
    noun = "turn" if rules.handicap_kind == "turns" else "stone"
    told = [f"Black is {rules.handicap} {noun}{'s' if rules.handicap > 1 else ''} ahead."]
    if rules.komi == HANDICAP_KOMI and rules.ends_by_passes:
        told.append(f"Komi is {rules.komi:g}, as in every handicap game unless it is set: White wins ties.")
    elif rules.komi:
        told.append(f"Komi is {rules.komi:g}.")
    if rules.bonus:
        told.append(f"White gets {rules.bonus} point{'s' if rules.bonus > 1 else ''} for the handicap.")
    return " ".join(told)


def sentence(reason: Reason, rules: Rules, player: Colour) -> str:
    """Say why a move of ``player`` is illegal, in one sentence that holds under these rules.

    >>> sentence(Reason.KO, Rules(), "black")
    'White has just captured here; retaking at once would bring the same position back (ko).'
    """
    return _template(reason, rules).format(player=player.capitalize(), opponent=other(player).capitalize())


def unpaid(player: Colour, price: int, held: int) -> str:
    """Say that a player holds too few prisoners for a Tao stone (spec 3.9).

    >>> unpaid("black", 2, 1)
    'Black cannot pay for a Tao stone: it costs 2; Black holds 1.'
    """
    who = player.capitalize()
    return f"{who} cannot pay for a Tao stone: it costs {price}; {who} holds {held}."


def price_text(price: int | None, rules: Rules) -> str:
    """Say what a Tao stone costs.

    >>> price_text(2, Rules(tao="on")), price_text(1, Rules(tao="on", tao_payment="points")), price_text(0, Rules())
    ('a Tao stone costs 2 prisoners', 'a Tao stone costs 1 point', 'a Tao stone costs nothing')
    """
    if price is None:
        return "no Tao stone can be bought"
    unit = "point" if rules.tao_payment == "points" else "prisoner"
    return f"a Tao stone costs {f'{price} {unit}' + 's' * (price != 1) if price else 'nothing'}"


def _template(reason: Reason, rules: Rules) -> str:
    repetition = REPETITIONS[rules.repetition]
    if reason is Reason.REPETITION:
        return repetition.why or REASONS[reason]
    if reason is Reason.KO and repetition.ko is Ko.SINGLETON:
        return "The stone this would capture has itself just captured a single stone (ko)."
    if reason is Reason.TILE_LIMIT and rules.tile_stack != 1:
        return f"A tile is due, and this point already has {rules.tile_stack} of them."
    if reason is Reason.NO_TAO and rules.tao == "on" and not rules.tao_prices.sold:
        return "No Tao stone can be bought in this game, and {player} has none in hand."
    if rules.handicap and (
        (reason is Reason.NO_PASSING and rules.may_pass)
        or (reason is Reason.NO_TAO and rules.tao == "on")
        or (reason is Reason.NO_RETURN and rules.may_return)
    ):
        return "The handicap stones are placed first."
    if reason is Reason.OCCUPIED and rules.tao == "on":
        return "A stone or a Tao stone already stands there."
    return REASONS[reason]


def incursion(mover: Colour, label: str) -> str:
    """Say that a placement is an incursion, and why (spec 2.1).

    >>> incursion("white", "D2")
    'White D2 is an incursion: its region touches only Black.'
    """
    return f"{mover.capitalize()} {label} is an incursion: its region touches only {other(mover).capitalize()}."


def laid_tile(label: str, answers: bool) -> str:
    """Say why a tile lies under a stone (spec 2.2); ``answers`` says that the stone is itself an incursion.

    >>> laid_tile("D2", True)
    'A tile lies under D2: the placement before it was an incursion too.'
    """
    return f"A tile lies under {label}: the placement before it was an incursion{' too' if answers else ''}."


def tile_due(rules: Rules, label: str | None = None) -> str:
    """Say what follows while the last placement, on a point if that is known, is an incursion (spec 2.2).

    >>> tile_due(Rules(tiles="cushion"), "D2")
    'The last placement, D2, was an incursion: another incursion gets a tile.'
    """
    return f"The last placement{f', {label},' if label else ''} was an incursion: {due_under(rules)}."


def due_under(rules: Rules) -> str:
    """Say what gets a tile after an incursion (spec 2.2)."""
    return f"{'the next stone' if rules.tiles == 'tile' else 'another incursion'} gets a tile"


def ending(how: str, winner: Colour | None, margin: float | None = None) -> str:
    """Say how a game ended.

    >>> ending("score", "white", -7.5), ending("score", None, 0)
    ('White wins by 7.5 points.', 'Both have the same score: a draw.')
    """
    if how == "score" and winner is None:
        return "Both have the same score: a draw."
    points = abs(margin or 0)
    if how == "score" and winner and not points:  # some records do not say by how much
        return f"{winner.capitalize()} wins."
    return ENDS[how].format(
        winner=(winner or "").capitalize(),
        loser=other(winner).capitalize() if winner else "",
        margin=f"{points:g}",
        points="point" if points == 1 else "points",
    )


def in_seki(colour: Colour, label: str, points: Sequence[str], shared: Sequence[str]) -> str:
    """Say that a group is in seki, why, and what that costs (spec 1.13a); no ``shared`` points: the players say so.

    >>> in_seki("black", "C2", ["A1"], ["C1"])
    "Black's group at C2 is in seki: neither side can fill C1 without coming into atari. A1 counts for nobody."
    """
    why = f": neither side can fill {listed(shared)} without coming into atari" if shared else ", as agreed"
    cost = "It has no points of its own."
    if points:
        cost = f"{listed(points)} {'counts' if len(points) == 1 else 'count'} for nobody."
    return f"{colour.capitalize()}'s group at {label} is in seki{why}. {cost}"


def group_tax(points: Sequence[str]) -> str:
    """Say which points the groups give up (spec 1.13a)."""
    return f"Every group gives up two of its points, or the one that it has: {listed(points)}."


def dame_left(points: Sequence[str]) -> str:
    """Say which neutral points were left."""
    return f"Dame left: {listed(points)}."


def counted(kind: str, black: float, white: float) -> str:
    """Say a second count, which stands beside the score (spec 4.8)."""
    return f"{kind.capitalize()}, shown beside: Black {black:g}, White {white:g}."


def listed(labels: Sequence[str], most: int = 12) -> str:
    """Return points as a list in words, or how many there are.

    >>> listed(["A1", "B2", "C3"]), listed(["A1"] * 20)
    ('A1, B2 and C3', '20 points')
    """
    if len(labels) > most:
        return f"{len(labels)} points"
    return " and ".join([", ".join(labels[:-1]), labels[-1]] if len(labels) > 1 else labels)
