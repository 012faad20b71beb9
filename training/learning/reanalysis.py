"""Episodes with the evaluations of the original games replaced by another engine's.

So a network for ordinary Go can learn from KataGo (Schrittwieser et al., *Online and offline reinforcement learning by
planning with a learned model*, 2021, call it reanalysing).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

import numpy as np

from tengen.engines.engine import Engine, Own
from tengen.game import Game
from tengen.players import Analysis, Budget
from tengen.players.process import ProgramError
from tengen.players.scope import action_of
from tengen.records import TengenError

from .episode_folder import EpisodeFolder, count_folder, read_folder
from .episodes import Episode, Thought, packed

_ENOUGH: Final = 150.0
"""Visits that represent the moves of a fully trusted engine."""


class Reanalysis:
    """A folder of games that an engine evaluates again, with ``visits`` per position, and the folder for the results.

    A game's number there is its place in the first folder, which tells the next one.

    Raises:
        TengenError: the other folder has games of another folder, engine or number of visits.
    """

    def __init__(self, source: Path, out: EpisodeFolder, engine: Engine, visits: int) -> None:
        self._source, self._visits = source, visits
        self.engine: Final = engine
        self.place: int = out.last
        """The games evaluated, before and now."""
        self.games: int = count_folder(source)
        if (newest := out.newest) is None:
            return
        level = f"{engine.name}:{visits}"
        if newest.level != level:
            raise TengenError(f"{out.folder} has evaluations by {newest.level}, not by {level}")
        same = next(read_folder(source, self.place - 1), None)
        if same is None or (same.axes, same.board, same.actions) != (newest.axes, newest.board, newest.actions):
            raise TengenError(f"{out.folder} has games of another folder than {source}")

    def run(self) -> Iterator[Episode | None]:
        """Yield the remaining games, each with the engine's evaluations; None for an unsupported game."""
        for place, episode in enumerate(read_folder(self._source, self.place), self.place + 1):
            found = reanalysed(episode, self.engine, self._visits)
            self.place = place
            yield found and replace(found, number=place)


def reanalysed(episode: Episode, engine: Engine, visits: int) -> Episode | None:
    """Return an episode with an engine's evaluation of every searched position; each has ``visits`` visits.

    The moves and the end stay unchanged; a reanalysed move counts as found by a full search. None if the engine does
    not support the game, or refuses a position.
    """
    if engine.why_not(episode.start()):
        return None
    positions = {number: game.copy() for number, game in episode.replay() if episode.thoughts[number] is not None}
    thoughts, paces = list(episode.thoughts), list(episode.paces)
    surely = not isinstance(engine, Own)
    try:
        for number, found in engine.analyse_all(positions, Budget(simulations=visits)):
            thoughts[number], paces[number] = _thought(found, positions[number], surely), "full"
    except ProgramError as error:
        if error.what != "refused":
            raise
        return None
    level = f"{engine.name}:{visits}"
    return replace(episode, thoughts=tuple(thoughts), paces=tuple(paces), level=level)


def _thought(found: Analysis, game: Game, surely: bool) -> Thought:
    """Return an evaluation as a search's; ``surely``: its moves are fully trusted, however few visits it has.

    If a single visit tried no move, the network's policy stands for visits.
    """
    points = len(game.board)
    weights = {action_of(game.read_move(each.move), points): float(each.visits) for each in found.candidates}
    if not any(weights.values()):
        weights = {action_of(game.read_move(each.move), points): each.prior for each in found.candidates}
    total = sum(weights.values()) or 1.0
    scale = max(_ENOUGH, total) / total if surely else 1.0
    visits = {action: round(scale * weight) for action, weight in weights.items()}
    owners = packed(np.array([found.ownership[label] for label in game.board.labels])) if surely else ""
    seen = {action: n for action, n in visits.items() if n}
    return Thought(round(found.win_rate, 4), round(found.lead, 2), seen, owners)
