"""Every game for Gymnasium: one agent against a fixed opponent.

Importing this module registers ``tengen/Tao-5x5-v0`` and the like: every preset on 5x5, 7x7, 9x9, 13x13 and 19x19.
Needs the extra `tengen[rl]`.
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
from .vector import Ending, VectorEnv

Opponent: TypeAlias = Player | Literal["random"]
Observation = dict[str, NDArray[Any]]
SIZES = (5, 7, 9, 13, 19)


class AgainstOpponent(gymnasium.Env[Any, Any]):
    """One game after another against an opponent, which moves within `step` and `reset`.

    ``opponent`` is "random" (uniformly legal moves, drawn from the environment's generator) or a `Player` such as
    `MCTS(level=2, tidy=True)`: nobody takes dead stones off at the end here, so it has to. ``colour`` is the agent's:
    "black", "white", or "random" for one drawn at each reset. The reward is 1, 0 or -1 at the end. An illegal action
    loses at once. Other options are those of `VectorEnv`. An observation holds ``observation`` (planes) and
    ``action_mask``; ``action_masks()`` gives the mask alone, for agents that ask for it.

    >>> env = gymnasium.make("tengen/Tao-5x5-v0")
    >>> observation, info = env.reset(seed=1)
    >>> int(observation["action_mask"].sum())
    25
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: Any = "chinese",
        *,
        opponent: Opponent = "random",
        colour: Literal["black", "white", "random"] = "black",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        if colour not in ("black", "white", "random"):
            raise TengenError(f"colour is {colour!r}; it must be 'black', 'white' or 'random'")
        if opponent != "random" and not hasattr(opponent, "choose"):
            raise TengenError(f"opponent is {opponent!r}; it must be 'random' or a Player")
        self.render_mode, self.opponent, self.colour = render_mode, opponent, colour
        self.vector = VectorEnv(game, games=1, autoreset=False, **options)
        actions = len(self.vector.actions)
        shape = self.vector.observations.shape[1:]
        self.observation_space = spaces.Dict(
            {
                "observation": spaces.Box(0, 255, shape, np.uint8),
                "action_mask": spaces.Box(0, 1, (actions,), np.int8),
            }
        )
        self.action_space = spaces.Discrete(actions)
        self._side = 0
        self._verdict: tuple[float, str] | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a game; the opponent moves first where the agent is White."""
        super().reset(seed=seed)
        self._side = {"black": 0, "white": 1}.get(self.colour, int(self.np_random.integers(2)))
        self.vector.reset()
        self._verdict = (1.0, "resignation") if self._answer() else None
        return self._observe(), self._ending()

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play an action, and the opponent's answer to it; once the game is over, only tell how it ended."""
        if not self._ending():
            self._verdict = self._turn(int(action))
        if self._verdict is not None:
            return self._observe(), self._verdict[0], True, False, self._ending()
        reward = float(self.vector.rewards[0, self._side])
        terminated, truncated = bool(self.vector.terminated[0]), bool(self.vector.truncated[0])
        return self._observe(), reward, terminated, truncated, self._ending()

    def _turn(self, action: int) -> tuple[float, str] | None:
        """Make both sides' moves; return reward and end where it is not the rules that ended the game."""
        if not (0 <= action < len(self.vector.actions) and self.vector.masks[0, action]):
            return -1.0, "illegal action"
        self.vector.step([action])
        return (1.0, "resignation") if self._answer() else None

    def _ending(self) -> dict[str, Any]:
        """Return how the game ended, if it has."""
        if self._verdict is not None:
            return {"ending": self._verdict[1]}
        end = Ending(self.vector.ends[0])
        return {"ending": end.name.lower().replace("_", " ")} if end else {}

    def _answer(self) -> bool:
        """Let the opponent move until it is the agent's turn; say whether it resigned."""
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
        return {"observation": self.vector.observations[0].copy(), "action_mask": self.vector.masks[0].astype(np.int8)}

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the legal actions, as agents with masks ask for them."""
        return np.array(self.vector.masks[0])

    def render(self) -> Any:
        """Return the board as text, where ``render_mode`` asks for it."""
        return None if self.render_mode is None else str(self.vector.game(0))

    def close(self) -> None:
        """Let the environment go."""
        self.vector.close()


def names() -> dict[str, dict[str, Any]]:
    """Return the registered ids and what each is made of."""
    return {
        f"tengen/{variant.name.title().replace('-', '')}-{size}x{size}-v0": {"game": variant.name, "board": size}
        for variant in variants()
        for size in SIZES
    }


def _register() -> None:
    for name, options in names().items():
        gymnasium.register(name, entry_point=f"{__name__}:AgainstOpponent", kwargs=options)


_register()
