"""Every game for PettingZoo: an AEC environment, and a parallel one in which only the side to move counts.

Needs the extra `tengen-go[rl]`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import conversions, wrappers

from ..records import TengenError
from .batch import Ending
from .core.arrays import MOST_TURNS
from .planes import seen_by_the_other
from .rendering import FRAMES, HEIGHT, MODES, OneGame
from .starting import check_number

AGENTS = ("black_0", "white_0")


def env(*, max_cycles: int | None = None, limit: int | None = None, **options: Any) -> AECEnv[Any, Any, Any]:
    """Return the environment in PettingZoo's usual wrappers: an illegal action loses, calls out of order are refused.

    ``max_cycles`` turns of each agent, or ``limit`` turns of both, cut a game off; for the other options see `raw_env`.

    >>> found = env(game="tao", board="5x5")
    >>> found.reset(seed=1); found.agent_selection
    'black_0'
    """
    raw = raw_env(limit=_turns(limit, max_cycles, 2), **options)
    checked = wrappers.TerminateIllegalWrapper(raw, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(checked))


def parallel_env(
    *, max_cycles: int | None = None, limit: int | None = None, **options: Any
) -> ParallelEnv[Any, Any, Any]:
    """Return the environment in PettingZoo's parallel form: of the two actions only that of the side to move counts.

    A cycle is one turn; ``max_cycles`` of them, or ``limit`` turns, cut a game off.
    """
    aec = raw_env(limit=_turns(limit, max_cycles, 1), **options)
    checked = wrappers.OrderEnforcingWrapper(wrappers.TerminateIllegalWrapper(aec, illegal_reward=-1))
    return conversions.turn_based_aec_to_parallel(checked)


def _turns(limit: int | None, cycles: int | None, turns: int) -> int | None:
    """Return the limit of turns, given directly or in cycles; TengenError if both are given."""
    if limit is not None and cycles is not None:
        raise TengenError("max_cycles and limit set the same thing; give one of them")
    if cycles is None:
        return limit
    check_number("max_cycles", cycles, 1, MOST_TURNS // turns)
    return turns * cycles


class raw_env(OneGame, AECEnv[Any, Any, Any]):
    """One game between two agents; PettingZoo's name for an unwrapped environment.

    Options are those of `VectorEnv` except ``games``, ``threads`` and ``autoreset``; an illegal action raises
    TengenError. An observation holds ``observation`` (planes, uint8) from the agent's view, and ``action_mask``, all 0
    for the side not to move. ``render_mode`` is "human", "rgb_array" or "ansi" (the board as text), ``screen_height``
    the longer side of a picture in pixels.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012
        "name": "tengen_v0", "render_modes": [*MODES], "is_parallelizable": False, "render_fps": FRAMES,
    }  # fmt: skip

    def __init__(self, *, render_mode: str | None = None, screen_height: int = HEIGHT, **options: Any) -> None:
        super().__init__(render_mode, screen_height, **options)
        self.possible_agents: list[str] = list(AGENTS)
        self._turned = seen_by_the_other(self.vector.planes)
        shape = self.vector.observations.shape[1:]
        self._observations = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 255, shape, np.uint8),
                    "action_mask": spaces.Box(0, 1, (len(self.vector.actions),), np.int8),
                }
            )
            for agent in AGENTS
        }
        self._actions = {agent: spaces.Discrete(len(self.vector.actions)) for agent in AGENTS}

    def observation_space(self, agent: Any) -> spaces.Space[Any]:
        return self._observations[agent]

    def action_space(self, agent: Any) -> spaces.Space[Any]:
        """Return an agent's actions: see `Actions`."""
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; nothing in it is random, so a seed changes nothing."""
        self.vector.reset(seed)
        self.agents: list[str] = list(AGENTS)
        self.rewards: dict[str, float] = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations: dict[str, bool] = dict.fromkeys(AGENTS, False)
        self.truncations: dict[str, bool] = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, Any] = {agent: {} for agent in AGENTS}
        self.agent_selection: str = self._mover()
        self._follow()

    def step(self, action: Any) -> None:
        """Play an action of the agent to move; None after the end of the game."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[self.agent_selection] = 0.0
        self.vector.step([int(action)])
        for place, agent in enumerate(AGENTS):
            self.rewards[agent] = float(self.vector.rewards[0, place])
            self.terminations[agent] = bool(self.vector.terminated[0])
            self.truncations[agent] = bool(self.vector.truncated[0])
            if self.vector.ends[0]:
                self.infos[agent] = {"ending": Ending(self.vector.ends[0]).words}
        self.agent_selection = self._mover()
        self._accumulate_rewards()
        self._follow()

    def _mover(self) -> str:
        return AGENTS[int(self.vector.to_play[0])]

    def observe(self, agent: Any) -> dict[str, Any]:
        """Return copies of planes and mask."""
        planes, mask = self.vector.observations[0], self.vector.masks[0]
        if agent == self._mover():
            return {"observation": planes.copy(), "action_mask": mask.astype(np.int8)}
        return {"observation": self._turned.see(planes), "action_mask": np.zeros(len(mask), np.int8)}

    def __str__(self) -> str:
        return "tengen_v0"
