"""Environments for learning: many games at once, and the interfaces that learners know.

>>> from tengen.envs import VectorEnv
>>> env = VectorEnv("tao", board="5x5", games=64)
>>> step = env.reset(seed=1)
>>> step.observations.shape, step.masks.shape
((64, 24, 5, 5), (64, 51))
>>> step = env.step(env.sample())
>>> bool(step.terminated.any())
False
"""

from .actions import Actions
from .keeping import Snapshot
from .planes import GROUPS, Plane, plane_list
from .vector import LEAVE, Ending, Step, VectorEnv, warm_up

__all__ = ["GROUPS", "LEAVE", "Actions", "Ending", "Plane", "Snapshot", "Step", "VectorEnv", "plane_list", "warm_up"]
