"""Rules as data: the axes, the presets, and users' own variants.

>>> from tengen.rules import variant
>>> variant("chinese", komi=5.5).rules.komi
5.5
"""

from .axes import AXES
from .axis import Axis
from .preset_files import library, preset, variants
from .prose import AxisRow, Description, describe
from .repetition import REPETITIONS, Compares, Ko, Repetition, Then, register, unregister
from .rules import Axes, Rules
from .serving import ANY, check_served
from .start_checks import check_handicap, check_liberties, played_on
from .starts import Start
from .variant_data import Variant
from .variant_files import Problem, check, load_variant, variant
from .variant_toml import to_toml

__all__ = [
    "ANY",
    "AXES",
    "REPETITIONS",
    "Axes",
    "Axis",
    "AxisRow",
    "Compares",
    "Description",
    "Ko",
    "Problem",
    "Repetition",
    "Rules",
    "Start",
    "Then",
    "Variant",
    "check",
    "check_handicap",
    "check_liberties",
    "check_served",
    "describe",
    "library",
    "load_variant",
    "played_on",
    "preset",
    "register",
    "to_toml",
    "unregister",
    "variant",
    "variants",
]
