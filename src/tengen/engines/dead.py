"""The expected end of a game, by playouts or an engine's opinion: dead stones, owners and the lead."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from ..boards import Board
from ..game import Game
from ..game.benson import benson, beside, spread, territory
from ..game.scoring import komi_sign
from ..players import MCTS, Analysis, Budget
from ..players.player import OWN
from ..reading import GroupReader
from ..records import COLOURS, Colour, UnservedRules, other
from ..rules import variant
from ..rules.serving import Served, any_of, strangers
from .engine import Engine, Own
from .neutral import neutral_looks
from .registry import asked

SIMULATIONS: Final = 2_000
"""Playouts with either side to move."""

Pause = Callable[[], None]
"""Called between the parts of a search."""

_FORESIGHT: Final = 0.2
"""The share of the playouts that looks for an even komi."""
_SAYS: Final = 1.0
"""Seconds after which an engine that may have to pause reports progress."""
_LOST: Final = 0.35
"""The least certainty, from 0 to 1, that the points of a dead chain become the enemy's: a mean over both sides to move.

On finished boards, dead chains are above 0.5, and others that no seki protects are below 0.25.
"""
_NODES: Final = 4_000
"""Positions searched per group; eye shapes of up to six points take 1,400 at most."""
_CERTAIN: Final = 0.9
"""`_LOST` for a chain that the automatic mark has in seki: playouts break sekis, and reach 0.75."""
_LIVING: Final[Served] = {
    **any_of(
        "suicide recapture repetition cycle pass_lifts_ko singleton_of tile_stack tao_start tao_price tao_payment"
    ),
    **any_of("tao_in_hand own_overlap friendly_fire goal order seats passes end scoring tax prisoner_value komi"),
    **any_of("handicap handicap_kind handicap_bonus fairness coupons pass_stones weights payoff"),
    "passing": ("pass", "both"),
}
"""Rules under which Benson's theorem holds: the owner may always pass."""
_FILLING: Final[Served] = {**_LIVING, "suicide": ("forbidden", "allowed"), "recapture": ("any",)}
"""Rules under which a side can fill the territory of its living chains, and capture the stones there."""
_LIKELY: Final = 0.5
"""The certainty from which a point has an owner."""


@dataclass(frozen=True)
class ExpectedEnd:
    """The expected end of a game, by looks with Black (``first``) and White to move; ``by`` is "" if rules decide."""

    game: Game
    first: Analysis
    second: Analysis

    @property
    def by(self) -> str:
        """The source: both names if one engine replaced another, "" if the rules decide."""
        return " and ".join(dict.fromkeys(each.by for each in (self.first, self.second) if each.by))

    @cached_property
    def owners(self) -> dict[str, float]:
        """The owner of every point, from -1 (White) to 1 (Black), as a mean over both sides to move."""
        first, second = self.first.ownership, self.second.ownership
        return {label: (first[label] + second[label]) / 2 for label in first}

    @cached_property
    def dead(self) -> tuple[str, ...]:
        """The dead stones, chain by chain: proved dead, or the enemy's on average over both sides to move."""
        if self.game.variant.dead_stones == "stay":
            return ()
        known = proved(self.game)
        shares = {chain: self._share(chain, known) for chain in _chains(self.game)}
        fallen = [chain for chain, share in shares.items() if share >= _LOST]
        marked = _in_seki(self.game, ())
        taken = [chain for chain in fallen if chain[0] in marked and shares[chain] >= _CERTAIN]
        dead: frozenset[str] = frozenset().union(*taken)
        while True:  # a seki may end once its dead stones are removed
            seki = _in_seki(self.game, dead)
            more = [chain for chain in fallen if chain[0] not in seki and chain[0] not in dead]
            if not more:
                break
            dead = dead.union(*more)
        found = sorted((chain for chain in fallen if chain[0] in dead), key=lambda chain: -shares[chain])
        kept = _consistent(self.game, found)
        return tuple(label for chain in fallen if chain in kept for label in chain)

    def _share(self, chain: tuple[str, ...], known: Mapping[str, bool]) -> float:
        """Return how surely the points of a chain become the enemy's, from -1 to 1, or beyond that range if proved."""
        if (is_dead := known.get(chain[0])) is not None:
            return 2.0 if is_dead else -2.0
        sign = -1 if self.game.stones[chain[0]] == "black" else 1
        return sign * sum(self.owners[label] for label in chain) / len(chain)


def proved(game: Game) -> Mapping[str, bool]:
    """Return which stones, by label, are proved dead (True) or not dead (False) if their side moves first.

    Proofs are unconditional life by Benson's algorithm, enemy chains without room to live there (spec 4.9), and reading
    of all others (`reading`). Nothing is proved if a player may not pass at will, or if tiles and Tao stones decide who
    may play in an eye.
    """
    rules, board = game.rules, game.board
    if any(strangers(rules, _LIVING)):
        return {}
    stones = {
        colour: frozenset(board.point(label) for label, content in game.stones.items() if content == colour)
        for colour in COLOURS
    }
    found: dict[str, bool] = {}
    for colour in COLOURS:
        own, enemy = stones[colour], stones[other(colour)]
        last = benson(board, own, enemy, suicide=rules.suicide == "allowed")[-1]
        living = frozenset().union(*last.chains)
        fills = not any(strangers(rules, _FILLING))
        hopeless = frozenset().union(*territory(board, living)) & enemy if fills else frozenset()
        found |= dict.fromkeys(board.names(living), False) | dict.fromkeys(board.names(hopeless), True)
    return found | _read(game, found)


def _read(game: Game, known: Mapping[str, bool]) -> dict[str, bool]:
    """Return the reading of chains that are not ``known``: whether they are dead although their side moves first."""
    try:
        reader = GroupReader(game, budget=_NODES)
    except UnservedRules:
        return {}
    found: dict[str, bool] = {}
    for chain in _chains(game):
        if chain[0] not in known:
            colour = COLOURS[game.stones[chain[0]] == "white"]
            if reader.is_captured(chain[0], colour, favoured=colour):
                found |= dict.fromkeys(chain, True)
            elif reader.is_captured(chain[0], colour, favoured=other(colour)) is False:
                found |= dict.fromkeys(chain, False)
    # Reading assumes that walls live: drop its verdict on dead chains next to dead enemies.
    colours, dead = game.stones, {label for label, is_dead in {**known, **found}.items() if is_dead}
    for chain in _chains(game):
        if chain[0] in dead and any(q in dead and colours[q] != colours[chain[0]] for q in _beside(game.board, chain)):
            found = {label: is_dead for label, is_dead in found.items() if label not in chain}
    return found


def expected_end(
    game: Game,
    *,
    seed: int = 0,
    simulations: int = SIMULATIONS,
    pause: Pause | None = None,
    engine: Engine | None = None,
    budget: Budget | None = None,
) -> ExpectedEnd:
    """Return the expected end of the game; the arguments are those of `estimate_dead`.

    ``budget`` is what an ``engine`` spends on each side to move in place of a "look"; of a budget for Tengen's own
    search, only the playouts count. The looks depend on the position alone (`neutral`).
    """
    if budget is not None and budget.simulations is not None:
        simulations = budget.simulations

    def search(position: Game, simulations: int) -> Analysis:
        *_, found = MCTS(budget=Budget(simulations), seed=seed, megabytes=32, pause=pause).analyse(position)
        return found

    def own(position: Game) -> Analysis:
        if not position.rules.ends_by_passes:
            return search(position, simulations)
        # an even komi: a side far behind plays for swindles
        sign = komi_sign(position.rules)
        komi = sign * round(search(position, max(1, round(_FORESIGHT * simulations))).lead)
        even = Game.from_position(variant(position.variant, komi=komi), position.board, position.position)
        found = search(even, simulations)
        return replace(found, lead=found.lead + sign * komi)

    def judge(position: Game) -> Analysis:
        if is_own or engine is None:
            return own(position)
        for found in engine.analyse(position, budget, None if pause is None else _SAYS):  # noqa: B007 (the last counts)
            if pause is not None:
                pause()
        return replace(own(position), note=found.note) if found.by == OWN else found

    is_own = engine is None or isinstance(engine, Own)
    return ExpectedEnd(game, *neutral_looks(game, judge, turned=is_own))


def estimate_dead(
    game: Game,
    *,
    seed: int = 0,
    simulations: int = SIMULATIONS,
    pause: Pause | None = None,
    engine: Engine | None = None,
) -> tuple[str, ...]:
    """Return the stones, chain by chain, that clearly become the enemy's with either side to move.

    Excludes chains whose fate depends on the move, that live unconditionally, or that the automatic mark has in seki
    (spec 1.13a), unless their capture is certain. Depends on the position alone. Empty under rules that count the
    position as it stands. ``pause`` is as for `MCTS`; an ``engine`` replaces the playouts. For `Game.settle`:

    >>> game = Game.setup("chinese", [".OX.X", "XXXXX", ".....", "OOOOO", ".O.O."], komi=0.5)
    >>> estimate_dead(game)
    ('B5',)
    """
    return expected_end(game, seed=seed, simulations=simulations, pause=pause, engine=engine).dead


@dataclass(frozen=True)
class Estimate:
    """The expected end of a game: ``owners`` gives for every point how surely it will be Black's (1) or White's (-1).

    ``margin`` is Black's expected points less White's and komi, None if no points are counted or the game is over;
    ``dead`` are the stones that look dead whoever moves first, chain by chain. ``endangered``, during play, are all
    others whose points are likely to be the enemy's, including stones in a seki that the search misses. ``by`` names
    the source of owners and margin, ``dead_by`` that of the dead stones, which differs if an engine failed in between.
    Both are "" if the rules decide.
    """

    owners: Mapping[str, float]
    margin: float | None
    dead: tuple[str, ...]
    endangered: tuple[str, ...]
    by: str
    dead_by: str

    def owner(self, label: str) -> Colour | None:
        """Return the likely owner of a point, or None if it is open."""
        return _likely(self.owners[label])

    def points(self, colour: Colour) -> int:
        """Return the number of points that a colour is likely to own."""
        return sum(self.owner(label) == colour for label in self.owners)


def estimate(game: Game, engine: Engine | None = None, budget: Budget | None = None) -> Estimate:
    """Estimate the end of a game with an engine; ``budget`` is for a look at its position with either side to move.

    Without an engine, the best one is started, as for `hint`.

    >>> from tengen.engines import Own
    >>> game = Game.setup("chinese", [".X.O.", "XX.OO", ".X.O.", "XX.OO", ".X.O."], komi=0)
    >>> found: Estimate = estimate(game, Own(), Budget(simulations=200))
    >>> found.owner("A1"), found.owner("E1"), found.points("black"), found.dead
    ('black', 'white', 10, ())
    """
    with asked(engine) as advising:
        return estimate_of(expected_end(game, engine=advising, budget=budget))


def estimate_of(ending: ExpectedEnd) -> Estimate:
    """Return the estimate from the looks at a game's position."""
    game = ending.game
    if game.outcome is not None:
        return Estimate(ending.owners, None, ending.dead, (), ending.by, ending.by)
    look = ending.first if game.to_play == COLOURS[0] else ending.second
    endangered = tuple(
        label
        for label, content in game.stones.items()
        if content in COLOURS and label not in ending.dead and _likely(look.ownership[label]) not in (None, content)
    )
    margin = look.lead if game.rules.ends_by_passes else None
    return Estimate(look.ownership, margin, ending.dead, endangered, look.by, ending.by)


def _likely(share: float) -> Colour | None:
    return None if abs(share) < _LIKELY else COLOURS[share < 0]


def _chains(game: Game) -> Iterator[tuple[str, ...]]:
    told: set[str] = set()
    for label, content in game.stones.items():
        if content in COLOURS and label not in told:
            chain = game.board.names(game.chain(label))
            told.update(chain)
            yield chain


def _in_seki(game: Game, dead: Collection[str]) -> set[str]:
    """Return the stones of holdings next to a point that neither side can fill, without the ``dead`` stones."""
    stones = {label: content for label, content in game.position.stones.items() if label not in dead}
    position = replace(game.position, stones=stones)
    taxed = Game.from_position(variant(game.variant, tax="seki"), game.board, position)
    return {label for holding in taxed.score("area").seki for label in holding.stones}


def _consistent(game: Game, found: Sequence[tuple[str, ...]]) -> set[tuple[str, ...]]:
    """Return the dead chains, surest first, that are not next to a surer one and that living enemies can reach."""
    board, colours, kept = game.board, game.stones, set[tuple[str, ...]]()
    dead: set[str] = set()
    for each in found:
        if all(colours[p] == colours[each[0]] for p in dead.intersection(_beside(board, each))):
            kept.add(each)
            dead.update(each)
    room = {p for p, label in enumerate(board.labels) if label in dead or colours.get(label) not in COLOURS}

    def is_reached(stone: str) -> bool:
        space = board.names(spread(board.point(stone), room, board.neighbours))
        enemies = (p for p in {*_beside(board, space)} - dead if colours.get(p) in COLOURS)
        return any(colours[p] != colours[stone] for p in enemies)

    return {each for each in kept if is_reached(each[0])}


def _beside(board: Board, labels: Iterable[str]) -> tuple[str, ...]:
    return board.names(beside(board, map(board.point, labels)))
