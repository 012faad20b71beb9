"""What is answered: results in KataGo's terms, and errors."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import blake2b
from typing import Any

from ..game import Game, Outcome
from ..players import Analysis, Candidate
from ..players.calibration import in_rows, points_of, terms
from ..records import Colour
from .queries import QueriedTurn

Answer = dict[str, Any]
_DIGITS = 6


def result(request: QueriedTurn, found: Analysis, is_during: bool) -> Answer:
    """Return what was found about a position, at the end or during the search."""
    game, told = request.game, request.wishes.told
    seen_by = request.wishes.seen_by(game.to_play)
    said = _headed(request, is_during)
    said["moveInfos"] = [
        _move_info(each, order, request, seen_by) for order, each in enumerate(found.candidates) if each.visits
    ]
    known = terms(found.win_rate, found.lead, found.visits, game.to_play, seen_by)
    said["rootInfo"] = {
        "currentPlayer": "B" if game.to_play == "black" else "W",
        "visits": found.visits,
        "thisHash": _digest(game),
        **_told_terms(known, found),
    }
    if "includeOwnership" in told:
        said["ownership"] = _owners(found.ownership, game, seen_by)
    if "includeOwnershipStdev" in told and found.spread is not None:
        said["ownershipStdev"] = in_rows(found.spread.ownership_spread, game.board)
    return said


def no_result(request: QueriedTurn) -> Answer:
    """Return the answer for a position that was given up before anything was known of it."""
    return {**_headed(request, is_during=False), "noResults": True}


def ended(request: QueriedTurn, outcome: Outcome) -> Answer:
    """Return what there is to say of a game that is over, and that nobody can go on with."""
    game = request.game
    score = game.score("area")
    owners = dict(zip(game.board.labels, (float(side) for side in memoryview(score.sides).cast("b")), strict=True))
    win_rate = 0.5 if outcome.winner is None else float(outcome.winner == game.to_play)
    said = result(request, Analysis((), win_rate, outcome.margin or 0.0, owners, 0), is_during=False)
    said["outcome"] = str(outcome)
    return said


def error(what: str, query: str | None = None, field: str | None = None, turn: int | None = None) -> Answer:
    """Return what cannot be done, and whose fault that is."""
    where = {"id": query, "field": field, "turnNumber": turn}
    return {"error": what, **{name: value for name, value in where.items() if value is not None}}


def _headed(request: QueriedTurn, is_during: bool) -> Answer:
    return {"id": request.query, "turnNumber": request.turn, "isDuringSearch": is_during}


def _move_info(each: Candidate, order: int, request: QueriedTurn, seen_by: Colour) -> Answer:
    game, wishes = request.game, request.wishes
    known = terms(each.win_rate, each.lead, each.visits, game.to_play, seen_by)
    said: Answer = {
        "move": each.move,
        "visits": each.visits,
        "edgeVisits": each.visits,
        "order": order,
        "prior": round(each.prior, _DIGITS),
        "pv": list(each.variation[: wishes.line + 1]),
        **_told_terms(known, each),
    }
    if "includePVVisits" in wishes.told:
        said["pvVisits"] = said["pvEdgeVisits"] = list(each.variation_visits[: wishes.line + 1])
    if "includeMovesOwnership" in wishes.told and each.apart is not None:
        said["ownership"] = _owners(each.apart.ownership, game, seen_by)
    if "includeMovesOwnershipStdev" in wishes.told and each.apart is not None:
        said["ownershipStdev"] = in_rows(each.apart.ownership_spread, game.board)
    return said


def _told_terms(known: Mapping[str, float], found: Analysis | Candidate) -> Answer:
    """Return terms as they are reported, with the score at the end of the games, of which the lead is the mean."""
    errors = {"winrateError": found.win_rate_error, "scoreLeadError": found.lead_error}
    said = {name: round(value, _DIGITS) for name, value in {**known, **errors}.items()}
    said["scoreSelfplay"] = said["scoreLead"]
    spread = found.spread if isinstance(found, Analysis) else found.apart
    return said if spread is None else {**said, "scoreStdev": round(spread.lead_spread, _DIGITS)}


def _owners(ownership: Mapping[str, float], game: Game, seen_by: Colour) -> list[float]:
    return [points_of(seen_by, owner) for owner in in_rows(ownership, game.board)]


def _digest(game: Game) -> str:
    """Return a text that is another one for every other position, side to move or point closed by ko."""
    situation, turns = game.situations[-1], game.turns
    ko = turns[-1].ko if turns else None
    told = repr((game.board.text, situation.content, game.position, game.to_play, ko))
    return blake2b(told.encode(), digest_size=16).hexdigest().upper()
