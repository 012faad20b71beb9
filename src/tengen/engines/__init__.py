"""Engines: who gives an opinion on a position. Every opinion (`players.Analysis`) says ``by`` whom it is.

How to use it, from whatever asks for an opinion::

    with adviser("best") as engine:       # KataGo where there is one, and Tengen's own wherever it cannot answer;
        found = engine.judge(game)        # "tengen": Tengen's own alone
        found.by, found.note              # whose opinion it is; why another engine than the wanted one gave it

- `Engine` is the protocol: `judge` for a position, `analyse` for one whose interim results are worth showing, and
  `analyse_all` for many positions at once. ``why_not`` says which rules and boards an engine does not know. ``budget``
  says what it spends on a "glance", a "look" or a "study": one visit of KataGo's is worth many of Tengen's simulations,
  so those who ask count neither.
- `Own` is Tengen's own search; it supports every game on every board.
- `KataGo` is KataGo over its analysis protocol: one process for many questions.
- `Relay` asks one engine first and another where the first cannot answer: those who ask it see no `ProgramError`.
- `Consulted` is an engine as a `Player` and `Analyst`, for matches, GTP and the prompt.
- `adviser` makes what a name asks for; `registry` knows which engines there are.

- `hint` asks for a move and why it is good, `estimate` for owners, lead and dead stones, `mistakes` for the moves of a
  game that cost most: one call each, of any engine.

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
