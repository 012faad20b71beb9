"""Episodes looked at again: another engine's opinions stand where those were with which the games were played.

So a network for ordinary Go learns from KataGo, where somebody has it (Schrittwieser et al., *Online and offline
reinforcement learning by planning with a learned model*, 2021, call it reanalysing).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from ..engines.engine import Engine
from ..game import Game
from ..players import Analysis, Budget
from ..players.actions import action_of
from ..players.process import ProgramError
from .episodes import Episode, Thought
from .examples import ENOUGH

TRUST: Final = 0.75
"""How much of a result's target is such an engine's opinion: the players of the game have lost some that were won."""


def reanalysed(episode: Episode, engine: Engine, visits: int) -> Episode | None:
    """Return an episode with an engine's opinion of every position that was searched, with so many visits for each.

    The moves and the end stay what they were; a move whose position was looked at again counts as found by a full
    search. None where the engine does not know the game, or refuses a position.

    Raises:
        ProgramError: the engine's program failed.
    """
    if engine.why_not(episode.start()):
        return None
    positions = {number: game.copy() for number, game in episode.replay() if episode.thoughts[number] is not None}
    thoughts, paces = list(episode.thoughts), list(episode.paces)
    try:
        for number, found in engine.analyse_all(positions, Budget(simulations=visits)):
            thoughts[number], paces[number] = _thought(found, positions[number]), "full"
    except ProgramError as error:
        if error.what != "refused":
            raise
        return None
    level = f"{engine.name}:{visits}"
    return replace(episode, thoughts=tuple(thoughts), paces=tuple(paces), level=level, trust=TRUST)


def _thought(found: Analysis, game: Game) -> Thought:
    """Return an opinion as a search's; however few visits it rests on, its moves are trusted wholly.

    Where one visit looked at no move, the network's trust in moves stands for visits.
    """
    points = len(game.board)
    weights = {action_of(game.read_move(each.move), points): float(each.visits) for each in found.candidates}
    if not any(weights.values()):
        weights = {action_of(game.read_move(each.move), points): each.prior for each in found.candidates}
    total = sum(weights.values()) or 1.0
    scale = max(ENOUGH, total) / total
    visits = {action: round(scale * weight) for action, weight in weights.items()}
    return Thought(round(found.win_rate, 4), round(found.lead, 2), {action: n for action, n in visits.items() if n})
