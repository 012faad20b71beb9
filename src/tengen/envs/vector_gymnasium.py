"""Many games at once for Gymnasium: a vector environment whose games restart in the step in which they end.

Needs the extra `tengen-go[rl]`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Literal, TypeAlias

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from gymnasium.vector import VectorEnv as GymnasiumVectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from ..records import TengenError
from .batch import LEAVE, Ending
from .gymnasium import Observation, observation_space, observed
from .mixed import VectorEnv
from .rendering import FRAMES, HEIGHT, Renderer
from .starting import array_of, check_number

Answer: TypeAlias = Literal["self", "random"] | Callable[[Observation], Any]


class ManyGames(GymnasiumVectorEnv[Any, Any, Any]):
    """Games of one kind side by side, each of one agent against an opponent, or of an agent that plays both sides.

    ``opponent`` is "random" (uniformly legal moves), a function that maps the observations of all games to an action
    for each (ignored for games in which it is not to move), or "self": then each step is a turn of the side to move,
    and the reward is for that side. ``colour`` is the agent's: "black", "white", or "both" for Black in every other
    game. Illegal actions lose. Other options are those of `tengen.envs.VectorEnv`.

    >>> env = ManyGames("tao", num_envs=8, board="5x5")
    >>> seen, info = env.reset(seed=1)
    >>> seen["action_mask"].shape, env.metadata["autoreset_mode"].value
    ((8, 51), 'SameStep')
    """

    metadata: dict[str, Any] = {  # noqa: RUF012
        "render_modes": ["rgb_array", "ansi"], "render_fps": FRAMES, "autoreset_mode": AutoresetMode.SAME_STEP,
    }  # fmt: skip

    def __init__(
        self,
        game: Any = "chinese",
        *,
        num_envs: int = 256,
        opponent: Answer = "random",
        colour: Literal["black", "white", "both"] = "black",
        render_mode: str | None = None,
        screen_height: int = HEIGHT,
        **options: Any,
    ) -> None:
        check_number("num_envs", num_envs, 1, 1 << 24)
        if colour not in ("black", "white", "both"):
            raise TengenError(f"colour is {colour!r}; it must be 'black', 'white' or 'both'")
        if opponent not in ("self", "random") and not callable(opponent):
            raise TengenError(f"opponent is {opponent!r:.60}; it must be 'self', 'random' or a function")
        if "autoreset" in options or "games" in options:
            raise TengenError("num_envs sets the number of games, and they always restart")
        self.num_envs = num_envs
        self.opponent = opponent
        if render_mode == "human":
            raise TengenError("render_mode 'human' shows one game; it must be 'rgb_array', 'ansi' or None here")
        self.render_mode = render_mode
        self._renderer: Final = Renderer(render_mode, screen_height)
        self.vector: Final = VectorEnv(game, games=num_envs, **options)
        self.single_observation_space: spaces.Dict = observation_space(self.vector)
        self.single_action_space: spaces.Discrete = spaces.Discrete(len(self.vector.actions))
        self.observation_space: spaces.Space[Any] = batch_space(self.single_observation_space, num_envs)
        self.action_space: spaces.Space[Any] = batch_space(self.single_action_space, num_envs)
        own = {"black": np.zeros(num_envs), "white": np.ones(num_envs), "both": np.arange(num_envs) % 2}
        self._sides = own[colour].astype(np.uint8)
        self._all = np.arange(num_envs)
        self._clear()

    def _clear(self) -> None:
        self._rewards = np.zeros(self.num_envs, np.float32)
        self._terminated, self._truncated = np.zeros((2, self.num_envs), np.bool_)
        self._final = np.full(self.num_envs, None, object)
        self._endings = np.full(self.num_envs, None, object)

    def reset(
        self, *, seed: int | list[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin all games, or with ``options={"reset_mask": ...}`` some; the opponent moves first as Black."""
        if seed is not None:
            super().reset(seed=seed if isinstance(seed, int) else seed[0])
        mask = (options or {}).get("reset_mask")
        self.vector.reset(seed if mask is None or seed is None or isinstance(seed, int) else None, games=mask)
        self._clear()
        self._answer()
        return observed(self.vector), {}

    def step(self, actions: Any) -> tuple[Observation, Any, Any, Any, dict[str, Any]]:
        """Play an action in every game and the opponent's answers; ended games restart, with their ends in infos."""
        given = array_of("actions", actions)
        if given.shape != (self.num_envs,) or given.dtype.kind not in "iu":
            raise TengenError(f"step takes {self.num_envs} whole numbers, not {given.dtype} of shape {given.shape}")
        if self.opponent == "self":
            self._sides = self.vector.to_play.copy()
        self._clear()
        masks = self.vector.masks
        known = (given >= 0) & (given < masks.shape[1])
        legal = known & masks[self._all, np.where(known, given, 0)]
        self._turn(legal, given)
        if not legal.all():
            self._lose(np.flatnonzero(~legal))
        self._answer()
        infos: dict[str, Any] = {}
        ended = self._terminated | self._truncated
        if ended.any():  # reported like Gymnasium's own vector environments
            told = {"ending": self._endings, "_ending": ended.copy()}
            infos = {"final_obs": self._final, "_final_obs": ended.copy(), "final_info": told, "_final_info": ended}
        return observed(self.vector), self._rewards, self._terminated, self._truncated, infos

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the legal actions of every game, for agents with masks."""
        return self.vector.masks.copy()

    def _turn(self, moving: NDArray[np.bool_], actions: Any) -> None:
        """Make a turn in some games, and record what it ended."""
        self.vector.step(np.where(moving, actions, LEAVE))
        ended = np.flatnonzero(moving & (self.vector.terminated | self.vector.truncated))
        if len(ended):
            self._rewards[ended] = self.vector.rewards[ended, self._sides[ended]]
            self._terminated[ended] |= self.vector.terminated[ended]
            self._truncated[ended] |= self.vector.truncated[ended]
            for game in ended.tolist():
                seen = self.vector.final_observations[game], self.vector.final_globals[game]
                self._note(game, Ending(self.vector.ends[game]).words, *seen)

    def _lose(self, games: NDArray[np.intp]) -> None:
        """End games whose actions were illegal, and restart them."""
        for game in games.tolist():
            self._note(game, "illegal action", self.vector.observations[game], self.vector.globals[game])
        self._rewards[games], self._terminated[games] = -1, True
        self.vector.reset(games=games)

    def _note(self, game: int, ending: str, planes: NDArray[np.uint8], numbers: NDArray[np.float32]) -> None:
        """Record how a game ended, and its final observation, in which no action is legal."""
        none = np.zeros(len(self.vector.actions), np.int8)
        self._final[game] = {"observation": planes.copy(), "globals": numbers.copy(), "action_mask": none}
        self._endings[game] = ending

    def _answer(self) -> None:
        """Let the opponent move until it is the agent's turn everywhere."""
        if self.opponent == "self":
            return
        while (waiting := self.vector.to_play != self._sides).any():
            if callable(self.opponent):
                actions = array_of("the opponent's actions", self.opponent(observed(self.vector)))
            else:
                actions = self.vector.sample()
            self._turn(waiting, actions)

    def render(self) -> tuple[Any, ...] | None:
        """Return the boards of all games as texts or as rows of pixels, depending on ``render_mode``."""
        if self.render_mode is None:
            return None
        return tuple(self._renderer.render(self.vector.game(place)) for place in range(self.num_envs))

    def close_extras(self, **_: Any) -> None:
        """Close the games."""
        self.vector.close()
