"""Every game for Gymnasium: one agent against a fixed opponent, in one game or in many at once.

Importing this module registers ``tengen/Tao-5x5-v0`` and the like: every preset on 5x5, 7x7, 9x9, 13x13 and 19x19, for
`gymnasium.make` and, with ``vectorization_mode="vector_entry_point"``, for `gymnasium.make_vec`.
Needs the extra `tengen-go[rl]`.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from ..players import Player
from ..records import Resign, TengenError
from ..rules import variants
from .batch import Ending
from .mixed import VectorEnv
from .planes import GLOBALS
from .rendering import FRAMES, HEIGHT, MODES, OneGame

Opponent: TypeAlias = Player | Literal["random"]
Observation = dict[str, NDArray[Any]]
SIZES = (5, 7, 9, 13, 19)
_MOST = 1e7
"""The maximum of a global: axes end at a million (`rules.axis.MOST`), turns stay below two."""


def observation_space(env: VectorEnv) -> spaces.Dict:
    """Return the observation space of a game.

    Planes have tight bounds, so that they are not mistaken for an image: Stable-Baselines3 takes anything with three
    axes and bytes up to 255 for one, and its image network needs at least 36 by 36 pixels.
    """
    shape = env.observations.shape[1:]
    most = np.array([plane.most for plane in env.planes], np.uint8).reshape(-1, *[1] * (len(shape) - 1))
    return spaces.Dict(
        {
            "observation": spaces.Box(np.zeros(shape, np.uint8), np.broadcast_to(most, shape).copy(), dtype=np.uint8),
            "globals": spaces.Box(-_MOST, _MOST, (len(GLOBALS),), np.float32),
            "action_mask": spaces.Box(0, 1, (len(env.actions),), np.int8),
        }
    )


def observed(env: VectorEnv) -> Observation:
    """Return copies of the observations of all games."""
    return {
        "observation": env.observations.copy(),
        "globals": env.globals.copy(),
        "action_mask": env.masks.astype(np.int8),
    }


class AgainstOpponent(OneGame, gymnasium.Env[Any, Any]):
    """One game after another against an opponent, which moves within `step` and `reset`.

    ``opponent`` is "random" (uniformly legal moves, drawn from the environment's generator) or a `Player` such as
    `MCTS(level=2, tidy=True)`, which must capture dead stones, since they are not removed at the end. ``colour`` is the
    agent's: "black", "white", or "random" for one drawn at each reset. The reward is 1, 0 or -1 at the end. An illegal
    action loses immediately. ``render_mode`` is "human", "rgb_array" or "ansi" (the board as text), ``screen_height``
    the longer side of a picture in pixels. Other options are those of `VectorEnv`. An observation holds ``observation``
    (planes), ``globals`` and ``action_mask``; ``action_masks()`` returns the mask alone.

    >>> env = gymnasium.make("tengen/Tao-5x5-v0")
    >>> observation, info = env.reset(seed=1)
    >>> int(observation["action_mask"].sum())
    25
    """

    metadata: dict[str, Any] = {"render_modes": [*MODES], "render_fps": FRAMES}  # noqa: RUF012

    def __init__(
        self,
        game: Any = "chinese",
        *,
        opponent: Opponent = "random",
        colour: Literal["black", "white", "random"] = "black",
        render_mode: str | None = None,
        screen_height: int = HEIGHT,
        **options: Any,
    ) -> None:
        if colour not in ("black", "white", "random"):
            raise TengenError(f"colour is {colour!r}; it must be 'black', 'white' or 'random'")
        if opponent != "random" and not hasattr(opponent, "choose"):
            raise TengenError(f"opponent is {opponent!r}; it must be 'random' or a Player")
        super().__init__(render_mode, screen_height, game=game, **options)
        self.opponent = opponent
        self.colour = colour
        self.observation_space: spaces.Dict = observation_space(self.vector)
        self.action_space: spaces.Discrete = spaces.Discrete(len(self.vector.actions))
        self._side = 0
        self._verdict: tuple[float, str] | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a game; the opponent moves first if the agent is White."""
        super().reset(seed=seed)
        self._side = {"black": 0, "white": 1}.get(self.colour, int(self.np_random.integers(2)))
        self.vector.reset()
        self._verdict = (1.0, "resignation") if self._answer() else None
        self._follow()
        return self._observe(), self._ending()

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play an action and the opponent's answer; after the end of the game, only report how it ended."""
        if not self._ending():
            self._verdict = self._turn(int(action))
            self._follow()
        if self._verdict is not None:
            return self._observe(), self._verdict[0], True, False, self._ending()
        reward = float(self.vector.rewards[0, self._side])
        terminated, truncated = bool(self.vector.terminated[0]), bool(self.vector.truncated[0])
        return self._observe(), reward, terminated, truncated, self._ending()

    def _turn(self, action: int) -> tuple[float, str] | None:
        """Make both sides' moves; return reward and end if the game ended other than by its rules."""
        if not (0 <= action < len(self.vector.actions) and self.vector.masks[0, action]):
            return -1.0, "illegal action"
        self.vector.step([action])
        return (1.0, "resignation") if self._answer() else None

    def _ending(self) -> dict[str, Any]:
        if self._verdict is not None:
            return {"ending": self._verdict[1]}
        end = Ending(self.vector.ends[0])
        return {"ending": end.words} if end else {}

    def _answer(self) -> bool:
        """Let the opponent move until it is the agent's turn; return whether it resigned."""
        while not self.vector.ends[0] and self.vector.to_play[0] != self._side:
            if isinstance(self.opponent, str):
                legal = np.flatnonzero(self.vector.masks[0])
                chosen = int(legal[self.np_random.integers(len(legal))])
            else:
                move = self.opponent.choose(self.vector.game(0))
                if move is Resign:
                    return True
                chosen = self.vector.actions.number(move)
            self.vector.step([chosen])
        return False

    def _observe(self) -> Observation:
        return {name: array[0] for name, array in observed(self.vector).items()}

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the legal actions, for agents with masks."""
        return np.array(self.vector.masks[0])


def names() -> dict[str, dict[str, Any]]:
    """Return the registered ids, each with its preset and board."""
    return {
        f"tengen/{variant.name.title().replace('-', '')}-{size}x{size}-v0": {"game": variant.name, "board": size}
        for variant in variants()
        for size in SIZES
    }


for _name, _options in names().items():
    gymnasium.register(
        _name,
        entry_point=f"{__name__}:AgainstOpponent",
        vector_entry_point="tengen.envs.vector_gymnasium:ManyGames",
        kwargs=_options,
    )
