"""Tengen's sentences: every reason against a move and every end of a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..records import NAMES, Colour, Listing, Reason, Text, joined, listed, other
from ..records.text import NOTHING, as_text
from ..rules import AXES, REPETITIONS, Ko, Rules
from ..rules.variant_data import HANDICAP_KOMI

REASONS: Final[dict[Reason, Text]] = {
    Reason.GAME_OVER: Text("The game is over."),
    Reason.NOT_YOUR_TURN: Text("It is {opponent}'s turn."),
    Reason.OFF_BOARD: Text("This board has no such point."),
    Reason.OCCUPIED: Text("A stone already stands there."),
    Reason.BLOCKED: Text("A stone nearby blocks this point: it lies in that stone's footprint."),
    Reason.TILE_LIMIT: Text("A tile is due, and this point already has one."),
    Reason.TAO_NEEDS_CAPTURE: Text("Only a capturing move may take a Tao stone."),
    Reason.SUICIDE: Text("A stone there would leave {player}'s own stones without a liberty (suicide)."),
    Reason.FRIENDLY_FIRE: Text(
        "A stone there would take the last liberty of another chain of {player}'s (friendly fire)."
    ),
    Reason.KO: Text("{opponent} has just captured here; retaking at once would bring the same position back (ko)."),
    Reason.REPETITION: Text("The same position would come back, with the same stones everywhere (superko)."),
    Reason.RECAPTURE: Text("{opponent} has just captured, so {player} may not capture now."),
    Reason.WHERE: Text("No stone may be placed here. {rule}"),
    Reason.BIDDING: Text("The players bid for the komi first."),
    Reason.NO_PASSING: Text("Passing is not allowed in this game."),
    Reason.NO_RETURN: Text("Prisoners are not returned in this game."),
    Reason.NO_PRISONER: Text("{player} has no prisoner to give."),
    Reason.NO_TAO: Text("This game has no Tao stones."),
}
"""The template of a sentence for each reason, with the ``player`` who would move and the ``opponent``."""

_RECAPTURES: Final[dict[str, Text]] = {
    "larger": Text("{opponent} has just captured, so {player} may only capture more stones than that."),
    "freeze": Text("{opponent} has just given atari, so {player} may not capture now."),
    "tibetan": Text("A stone has just been removed from this point, so none may be placed here now."),
}
ENDS: Final[dict[str, Text]] = {
    "score": Text("{winner} wins."),
    "resignation": Text("{loser} resigns: {winner} wins."),
    "no_moves": Text("{loser} has no move left: {winner} wins."),
    "goal": Text("The goal is reached: {winner} wins."),
    "time": Text("{loser} is out of time: {winner} wins."),
    "forfeit": Text("{loser} forfeits: {winner} wins."),
    "no_result": Text("The position came back: the game ends without result."),
    "draw_by_cycle": Text("The position came back: the game is a draw."),
}
"""The template of a sentence for each end of a game (spec 0.9); `ending` adds the margin of a score."""

_COUNTS: Final[dict[str, Text]] = {
    "area": Text("Area, for comparison: Black {black:g}, White {white:g}."),
    "territory": Text("Territory, for comparison: Black {black:g}, White {white:g}."),
    "stones": Text("Stones, for comparison: Black {black:g}, White {white:g}."),
}
_MOST_NAMED: Final = 12
"""The maximum number of points that a sentence names; otherwise it gives their number."""


def handicap_terms(rules: Rules) -> Text:
    """Return the terms of a handicap game: handicap, komi and White's points for the handicap, or "".

    >>> from tengen.rules import variant
    >>> handicap_terms(variant("aga", handicap=3).rules)
    'Black is 3 stones ahead. Komi is 0.5, as in every handicap game unless it is set: White wins ties. White gets 2 \
points for the handicap.'
    """
    if not rules.handicap:
        return NOTHING
    if rules.handicap_kind == "turns":
        told = [Text.counted("Black is {count} turn ahead.", "Black is {count} turns ahead.", rules.handicap)]
    else:
        told = [Text.counted("Black is {count} stone ahead.", "Black is {count} stones ahead.", rules.handicap)]
    if rules.komi == HANDICAP_KOMI and rules.ends_by_passes:
        komi = Text("Komi is {komi:g}, as in every handicap game unless it is set: White wins ties.", komi=rules.komi)
        told.append(komi)
    elif rules.komi:
        told.append(Text("Komi is {komi:g}.", komi=rules.komi))
    if rules.bonus:
        told.append(
            Text.counted(
                "White gets {count} point for the handicap.", "White gets {count} points for the handicap.", rules.bonus
            )
        )
    return joined(told)


def sentence(reason: Reason, rules: Rules, player: Colour) -> Text:
    """Return why a move of ``player`` is illegal, in one sentence that holds under these rules.

    >>> sentence(Reason.KO, Rules(), "black")
    'White has just captured here; retaking at once would bring the same position back (ko).'
    """
    template = _template(reason, rules)
    return template.with_values(
        player=NAMES[player], opponent=NAMES[other(player)], tiles=rules.tile_stack, rule=AXES["where"].say(rules.where)
    )


def unpaid(player: Colour, price: int, held: int) -> Text:
    """Return the sentence for too few prisoners for a Tao stone (spec 3.9).

    >>> unpaid("black", 2, 1)
    'Black cannot pay for a Tao stone: it costs 2; Black holds 1.'
    """
    template = Text("{player} cannot pay for a Tao stone: it costs {price}; {player} holds {held}.")
    return template.with_values(player=NAMES[player], price=price, held=held)


def moving(rules: Rules, player: Colour, turns: int, seat: int) -> Text:
    """Return a player's number of consecutive turns (spec 6.7), or which of several players moves; or "".

    >>> moving(Rules(order="2 a turn"), "white", 2, 2), moving(Rules(seats=4), "black", 1, 3)
    ('White has 2 turns in a row.', 'Player 3 of 4 moves.')
    """
    if rules.seats > 2:
        return Text("Player {seat} of {count} moves.", seat=seat, count=rules.seats)
    if rules.order == "alternate" or turns < 2:
        return NOTHING
    return Text("{player} has {count} turns in a row.", player=NAMES[player], count=turns)


def price_text(price: int | None, rules: Rules) -> Text:
    """Return the price of a Tao stone in words.

    >>> price_text(2, Rules(tao="on")), price_text(1, Rules(tao="on", tao_payment="points")), price_text(0, Rules())
    ('a Tao stone costs 2 prisoners', 'a Tao stone costs 1 point', 'a Tao stone costs nothing')
    """
    if price is None:
        return Text("no Tao stone can be bought")
    if not price:
        return Text("a Tao stone costs nothing")
    if rules.tao_payment == "points":
        return Text.counted("a Tao stone costs {count} point", "a Tao stone costs {count} points", price)
    return Text.counted("a Tao stone costs {count} prisoner", "a Tao stone costs {count} prisoners", price)


def _template(reason: Reason, rules: Rules) -> Text:
    repetition = REPETITIONS[rules.repetition]
    if reason is Reason.REPETITION:
        return as_text(repetition.why or REASONS[reason])
    if reason is Reason.KO and repetition.ko is Ko.SINGLETON:
        return Text("The stone this would capture has itself just captured a single stone (ko).")
    if reason is Reason.TILE_LIMIT and rules.tile_stack != 1:
        return Text("A tile is due, and this point already has {tiles} of them.")
    if reason is Reason.NO_TAO and rules.tao == "on" and not rules.tao_prices.sold:
        return Text("No Tao stone can be bought in this game, and {player} has none in hand.")
    if rules.handicap and (
        (reason is Reason.NO_PASSING and rules.may_pass)
        or (reason is Reason.NO_TAO and rules.tao == "on")
        or (reason is Reason.NO_RETURN and rules.may_return)
    ):
        return Text("The handicap stones are placed first.")
    if reason is Reason.RECAPTURE:
        return _RECAPTURES.get(rules.recapture, REASONS[reason])
    if reason is Reason.SUICIDE and rules.suicide == "strict":
        return Text("A stone there would have no liberty before it captures anything.")
    if reason is Reason.NO_PASSING and (rules.passing == "forced" or (rules.where == "keima" and rules.may_pass)):
        return Text("{player} may pass only without a legal placement.")
    if reason is Reason.BLOCKED and rules.captured == "wall":
        return Text("A stone was captured here, so this point is closed.")
    if reason is Reason.OCCUPIED and rules.tao == "on":
        return Text("A stone or a Tao stone already stands there.")
    return REASONS[reason]


def incursion(mover: Colour, label: str) -> Text:
    """Return the sentence for a placement that is an incursion, and why (spec 2.1).

    >>> incursion("white", "D2")
    'White D2 is an incursion: its region touches only Black.'
    """
    template = Text("{player} {point} is an incursion: its region touches only {opponent}.")
    return template.with_values(player=NAMES[mover], point=label, opponent=NAMES[other(mover)])


def laid_tile(label: str, answers: bool) -> Text:
    """Return why a tile lies under a stone (spec 2.2); ``answers``: the stone is itself an incursion.

    >>> laid_tile("D2", True)
    'A tile lies under D2: the placement before it was an incursion too.'
    """
    if answers:
        return Text("A tile lies under {point}: the placement before it was an incursion too.", point=label)
    return Text("A tile lies under {point}: the placement before it was an incursion.", point=label)


def tile_due(rules: Rules, label: str | None = None) -> Text:
    """Describe the effect of the last placement, an incursion, on a point if known (spec 2.2).

    >>> tile_due(Rules(tiles="cushion"), "D2")
    'The last placement, D2, was an incursion: another incursion gets a tile.'
    """
    if not label:
        return Text("The last placement was an incursion: {due}.", due=due_under(rules))
    return Text("The last placement, {point}, was an incursion: {due}.", point=label, due=due_under(rules))


def due_under(rules: Rules) -> Text:
    """Return what gets a tile after an incursion (spec 2.2)."""
    return Text("the next stone gets a tile") if rules.tiles == "tile" else Text("another incursion gets a tile")


def ending(how: str, winner: Colour | None, margin: float | None = None, scoring: str = "area") -> Text:
    """Return how a game ended; some records lack the margin of a score.

    >>> ending("score", "white", -7.5), ending("score", "black", 1, "stones"), ending("score", None, 0)
    ('White wins by 7.5 points.', 'Black wins by 1 stone.', 'Both have the same score: a draw.')
    """
    if winner is None:
        return Text("Both have the same score: a draw.") if how == "score" else ENDS[how]
    names = {"winner": NAMES[winner], "loser": NAMES[other(winner)]}
    points = abs(margin or 0)
    if how == "score" and points and scoring == "stones":
        return Text.counted(
            "{winner} wins by {points:g} stone.", "{winner} wins by {points:g} stones.", points, points=points, **names
        )
    if how == "score" and points:
        return Text.counted(
            "{winner} wins by {points:g} point.", "{winner} wins by {points:g} points.", points, points=points, **names
        )
    return ENDS[how].with_values(**names)


def in_seki(colour: Colour, label: str, points: Sequence[str], shared: Sequence[str]) -> Text:
    """Describe a group in seki, why, and the cost (spec 1.13a); no ``shared`` points: the players agreed.

    >>> in_seki("black", "C2", ["A1"], ["C1"])
    "Black's group at C2 is in seki: neither side can fill C1 without coming into atari. A1 does not count."
    """
    group = {"colour": NAMES[colour], "point": label}
    why = Text("{colour}'s group at {point} is in seki, as agreed.", **group)
    if shared:
        why = Text(
            "{colour}'s group at {point} is in seki: neither side can fill {points} without coming into atari.",
            points=_named(shared),
            **group,
        )
    cost = Text("It has no points of its own.")
    if points:
        cost = Text.counted("{points} does not count.", "{points} do not count.", len(points), points=_named(points))
    return joined([why, cost])


def group_tax(points: Sequence[str]) -> Text:
    """Return the points that the groups give up (spec 1.13a)."""
    return Text("Every group gives up two of its points, or its only one: {points}.", points=_named(points))


def dame_left(points: Sequence[str]) -> Text:
    """Return the neutral points left."""
    return Text("Dame left: {points}.", points=_named(points))


def counted(kind: str, black: float, white: float) -> Text:
    """Return a second count, shown with the score (spec 4.8)."""
    return _COUNTS[kind].with_values(black=black, white=white)


def _named(labels: Sequence[str]) -> Listing | Text:
    """Return points as a list in words, or their number.

    >>> str(_named(["A1", "B2", "C3"])), str(_named(["A1"] * 20))
    ('A1, B2 and C3', '20 points')
    """
    if len(labels) > _MOST_NAMED:
        return Text.counted("{count} point", "{count} points", len(labels))
    return listed(labels)
