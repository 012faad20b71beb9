"""Every game for OpenSpiel: importing this module registers ``tengen`` there.

``pyspiel.load_game("tengen(game=tao,board=5x5)")`` gives Tao Go; more axes are given as ``axes=komi:0.5;passes:3``.
Needs the extra `tengen-go[openspiel]`.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import pyspiel
from open_spiel.python.observation import IIGObserverForPublicInfoGame

from ..game.fairness import SIDES
from ..records import TengenError
from ..rules.axis import read_axes
from .core.arrays import MOST_TURNS
from .memory import check_rules
from .mixed import VectorEnv
from .planes import MOST_HISTORY
from .starting import check_number, game_kind

_PARAMETERS: dict[str, Any] = {"game": "chinese", "board": "", "axes": "", "limit": 0, "history": 7}
_TYPE = pyspiel.GameType(
    short_name="tengen",
    long_name="Tengen: every Go on every board",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=_PARAMETERS,
)


class TengenGame(pyspiel.Game):
    """A variant on a board: ``game``, ``board``, ``axes``, ``limit`` (0: three turns for every point), ``history``."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        chosen = _PARAMETERS | (params or {})
        check_number("limit", chosen["limit"], 0, MOST_TURNS)
        check_number("history", chosen["history"], 0, MOST_HISTORY)
        named: dict[str, Any] = {"board": chosen["board"] or None, "limit": chosen["limit"] or None}
        axes = read_axes(part.replace(":", "=", 1) for part in chosen["axes"].split(";") if part)
        kind = game_kind(chosen["game"], games=1, **named, **axes)
        check_rules(kind.start.rules)
        self.start: Final = kind.start
        self.limit: Final = kind.limit
        self.history: Final = int(chosen["history"])
        self.actions: Final = kind.actions
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.actions),
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.limit,
        )
        super().__init__(_TYPE, info, params or {})

    def new_initial_state(self, state: Any = None) -> TengenState:
        """Return the start of a game."""
        return TengenState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """Return an observer: planes as a tensor, the board as text."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return PlanesObserver(self, params)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class TengenState(pyspiel.State):
    """A game in progress; after the limit of turns it is a draw."""

    def __init__(self, game: TengenGame) -> None:
        super().__init__(game)
        self.actions: Final = game.actions
        self.limit: Final = game.limit
        self.played: Final = game.start.copy()

    def current_player(self) -> int:
        """Return 0 for the player who began with Black, 1 for the other one, or the code for a game that is over."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return SIDES.index(self.played.seats[self.played.to_play])

    def _legal_actions(self, player: int) -> list[int]:
        swap = [] if self.actions.swap is None or self.played.why_no_swap() else [self.actions.swap]
        return sorted([*map(self.actions.number, self.played.legal_moves()), *swap])

    def _apply_action(self, action: int) -> None:
        if action == self.actions.swap:
            self.played.swap()
        else:
            self.played.play(self.actions.move(action))

    def _action_to_string(self, player: int, action: int) -> str:
        return self.actions.text(action)

    def is_terminal(self) -> bool:
        """Return whether the game is over, cut off, or stuck in a handicap without a legal move."""
        return (
            self.played.outcome is not None
            or len(self.played.moves) >= self.limit
            or not next(iter(self.played.legal_moves()), None)
        )

    def returns(self) -> list[float]:
        """Return 1, 0 or -1 for each player."""
        first = {"first": 1.0, "second": -1.0, None: 0.0}[self.played.winner]
        return [first, -first]

    def __str__(self) -> str:
        return str(self.played)


class PlanesObserver:
    """Writes the planes of `VectorEnv` for OpenSpiel; its own game follows the given state."""

    def __init__(self, game: TengenGame, params: Any) -> None:
        if params:
            raise TengenError(f"observers of Tengen's games take no parameters, not {params!r}")
        self._env = VectorEnv(game.start, games=1, autoreset=False, limit=game.limit, history=game.history)
        self._followed: list[int] = []
        shape = self._env.observations.shape[1:]
        self.tensor: Final = np.zeros(int(np.prod(shape)), np.float32)
        self.dict: Final = {"observation": self.tensor.reshape(shape)}

    def set_from(self, state: Any, player: int) -> None:
        """Write the observation of the side to move."""
        history = state.history()
        if history[: len(self._followed)] != self._followed:
            self._env.reset()
            self._followed = []
        for action in history[len(self._followed) :]:
            self._env.step([action])
        self._followed = history
        self.dict["observation"][:] = self._env.observations[0]

    def string_from(self, state: Any, player: int) -> str:
        """Return the board and whose turn it is as text."""
        return f"{state.played.to_play} to play\n{state.played}"


pyspiel.register_game(_TYPE, TengenGame)
