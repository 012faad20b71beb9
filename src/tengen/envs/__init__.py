"""Environments for learning: many games at once, and the usual interfaces of learning libraries.

>>> from tengen.envs import VectorEnv
>>> env = VectorEnv("tao", board="5x5", games=64)
>>> step = env.reset(seed=1)
>>> step.observations.shape, step.masks.shape
((64, 27, 5, 5), (64, 51))
>>> step = env.step(env.sample())
>>> bool(step.terminated.any())
False
"""

from .actions import Actions
from .batch import LEAVE, Ending, Step
from .mixed import MixedEnv, MixedSnapshot, VectorEnv, warm_up
from .planes import GLOBALS, GROUPS, Plane, plane_list
from .stretch import Snapshot

__all__ = [
    "GLOBALS",
    "GROUPS",
    "LEAVE",
    "Actions",
    "Ending",
    "MixedEnv",
    "MixedSnapshot",
    "Plane",
    "Snapshot",
    "Step",
    "VectorEnv",
    "plane_list",
    "warm_up",
]
