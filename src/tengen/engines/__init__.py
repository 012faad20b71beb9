"""Engines, which give opinions on positions. Every opinion (`players.Analysis`) names its source in ``by``.

Use from any code that needs an opinion::

    with adviser("best") as engine:       # KataGo if installed, with Tengen's own as a fallback;
        found = engine.judge(game)        # "tengen": Tengen's own alone
        found.by, found.note              # whose opinion it is; why the fallback gave it

- `Engine` is the protocol: `judge` for a position, `analyse` for interim results, and `analyse_all` for many positions
  at once. ``why_not`` names rules and boards that an engine does not support. ``budget`` is what it spends on a
  "glance", a "look" or a "study": one visit of KataGo's is worth many of Tengen's playouts, so callers count neither.
- `Own` is Tengen's own search; it supports every game on every board.
- `KataGo` is KataGo over its analysis protocol: one process for many queries.
- `Relay` uses one engine, and a second where the first cannot answer, so that callers see no `ProgramError`.
- `Consulted` is an engine as a `Player` and `Analyst`, for matches, GTP and the prompt.
- `adviser` makes an engine by name; `registry` lists the installed engines.
- `hint` returns a move and its reasons, `estimate` owners, lead and dead stones, `mistakes` the costliest moves of a
  game, each in one call with any engine.

`tengen.engines.dead` takes an ``engine`` for its estimates of dead stones and owners.
"""

from .dead import Estimate, estimate
from .engine import EFFORTS, Consulted, Effort, Engine, Own, Relay
from .hints.hint import Hint, hint
from .katago.installation import Installation
from .katago.katago import KataGo
from .registry import BEST, adviser, engine_named
from .reports.mistakes import Mistake, mistakes

__all__ = [
    "BEST",
    "EFFORTS",
    "Consulted",
    "Effort",
    "Engine",
    "Estimate",
    "Hint",
    "Installation",
    "KataGo",
    "Mistake",
    "Own",
    "Relay",
    "adviser",
    "engine_named",
    "estimate",
    "hint",
    "mistakes",
]
