"""Rules as data: the axes, the presets, and users' own variants.

>>> from tengen.rules import variant
>>> variant("chinese", komi=5.5).rules.komi
5.5
"""

from .axes import AXES, Axis
from .checking import Problem, check, load_variant, to_toml
from .rules import Rules
from .variants import Description, Row, Variant, axes_table, describe, variant, variants

__all__ = [
    "AXES",
    "Axis",
    "Description",
    "Problem",
    "Row",
    "Rules",
    "Variant",
    "axes_table",
    "check",
    "describe",
    "load_variant",
    "to_toml",
    "variant",
    "variants",
]
