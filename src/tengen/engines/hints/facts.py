"""What a move does on the board: facts established by rules and reading, most telling first.

A fact is plain data: its kind, its number of stones, and a stone of each of their chains. Reading proves that a chain
is caught (`search.ladders`); if stones block more than their own point, only liberties are counted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Final, Literal, get_args

from ...game import Game, Outcome, Turn
from ...game.benson import benson
from ...records import Colour, Place, Reason, Return, Tao, TengenError, other
from ...search.ladders import ChainReading

Kind = Literal[
    "ends", "takes", "saves", "catches", "denies", "lives", "lost", "frees", "cuts", "joins", "threatens", "kos",
    "clears", "eye", "shields", "bars", "incursion", "cushion", "tile", "returns", "room", "follows",
]  # fmt: skip
"""The kinds of facts, most telling first; `sentences` has a sentence for each."""
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)

_FOLLOWED: Final = 7
"""Moves of an expected line that are played out; later ones are guesses."""
_LAST: Final = 3
"""The maximum number of remaining moves that are counted in words."""
_STRONGER: Final[dict[Kind, tuple[Kind, ...]]] = {
    "threatens": ("catches", "takes"), "catches": ("takes",), "denies": ("takes",), "frees": ("saves",),
}  # fmt: skip
"""Kinds that say more about the same stones."""
_CAPTURES: Final[tuple[Kind, ...]] = ("takes", "catches", "threatens", "follows")
"""Facts that do not speak for a move if capturing loses."""
_Chain = tuple[int, ...]


@dataclass(frozen=True)
class Fact:
    """A fact about a move: ``count`` stones (or moves), by the labels of points, a stone for each chain.

    ``by`` makes the move; ``line`` are the moves up to it, if it comes later; ``outcome`` is the end of the game.
    """

    kind: Kind
    by: Colour
    count: int = 0
    points: tuple[str, ...] = ()
    line: tuple[str, ...] = ()
    outcome: Outcome | None = None


def facts(game: Game, line: Sequence[str]) -> tuple[Fact, ...]:
    """Return what the first move of a line does for the side to move, most telling first; the game is unchanged.

    ``line`` is an engine's expected continuation; captures by its later moves are facts, too.

    Raises:
        TengenError: the first move cannot be made.

    >>> from tengen import Game
    >>> game = Game.setup("chinese", ["OX...", "O....", "X....", ".....", "....."])
    >>> [(fact.kind, fact.count, fact.points) for fact in facts(game, ["B4"])]
    [('takes', 2, ('A5',)), ('saves', 1, ('B5',))]
    """
    found = [*_Move(game, line[0]).facts(), *_follows(game, line)]
    if game.rules.aim.misere and game.rules.aim.kind.startswith("capture"):
        found = [fact for fact in found if fact.kind not in _CAPTURES]
    return tuple(sorted(found, key=lambda fact: KINDS.index(fact.kind)))


def reasons(game: Game, line: Sequence[str], instead: Sequence[str]) -> tuple[Fact, ...]:
    """Return the facts of a line's first move that do not hold for another move.

    ``instead`` is the other move, with its expected continuation if known. If it is illegal, every fact of the first
    move is returned. Errors are those of `facts`.

    >>> from tengen import Game
    >>> game = Game.setup("chinese", ["..O.", "O...", ".XOX", "X..."])
    >>> [fact.kind for fact in facts(game, ["C3"])], [fact.kind for fact in reasons(game, ["C3"], ["C1"])]
    (['saves', 'catches', 'cuts'], ['catches', 'cuts'])
    """
    found = facts(game, line)
    try:
        others = facts(game, instead)
    except TengenError:  # a record may hold an illegal move
        return found
    return tuple(fact for fact in found if not any(_says_as_much(other, fact) for other in others))


def _says_as_much(fact: Fact, other: Fact) -> bool:
    """Return whether the second of two facts about different moves holds for the first move, too."""
    if fact.kind != other.kind and fact.kind not in _STRONGER.get(other.kind, ()):
        return False
    if other.kind == "follows":
        return fact.count >= other.count
    if other.kind == "room":
        return fact.count <= other.count
    if other.points:
        return {*fact.points} >= {*other.points}
    return (fact.count, fact.outcome) == (other.count, other.outcome)


class _Board:
    """A position with its chains and their reading."""

    def __init__(self, game: Game) -> None:
        self.game = game

    @cached_property
    def reading(self) -> ChainReading:
        return ChainReading(self.game.state())

    @cached_property
    def chains(self) -> dict[Colour, list[_Chain]]:
        """The chains of both colours, by their first stones."""
        found: dict[Colour, list[_Chain]] = {"black": [], "white": []}
        seen: set[int] = set()
        for point in range(len(self.game.board)):
            colour = self.game.content(point)
            if point not in seen and (colour == "black" or colour == "white"):
                found[colour].append(chain := self.game.chain(point))
                seen.update(chain)
        return found

    def stones(self, colour: Colour) -> frozenset[int]:
        return frozenset(point for chain in self.chains[colour] for point in chain)

    def liberties(self, stone: int) -> int:
        return len(self.game.liberties(stone))

    def is_caught(self, stone: int, *, attacked: bool) -> bool | None:
        """Return whether a chain is lost; without reading, only whether it is in atari with its enemy to move."""
        liberties = self.liberties(stone)
        if liberties > (2 if attacked else 1):
            return False
        if self.reading.knows:
            return self.reading.is_caught(stone, attacked=attacked)
        return True if attacked and liberties == 1 else None


class _Move:
    """A move, with the positions before and after it."""

    def __init__(self, game: Game, text: str) -> None:
        after = game.copy()
        self.by, self.enemy = game.to_play, other(game.to_play)
        self.move = game.read_move(text)
        self.turn: Turn = after.play(self.move)
        self.before, self.after = _Board(game), _Board(after)

    def facts(self) -> Iterator[Fact]:
        if self.turn.ended is not None:
            yield Fact("ends", self.by, outcome=self.turn.ended)
            return
        if isinstance(self.move, Place):
            yield from self._captures()
            yield from self._danger()
            yield from self._threats()
            yield from self._shapes(self.move.point)
            yield from self._eyes(self.move.point)
            yield from self._tiles()
            if self.before.game.content(self.move.point) == "tao":
                yield self._about("clears", [(self.move.point,)])
        elif isinstance(self.move, Tao):
            yield from self._shielded(self.move.point)
        elif self.move is Return:
            yield Fact("returns", self.by, self.after.game.prisoners[self.by])
        yield from self._room()

    def _about(self, kind: Kind, chains: Iterable[_Chain]) -> Fact:
        held = list(chains)
        labels = tuple(self.before.game.board.labels[chain[0]] for chain in held)
        return Fact(kind, self.by, sum(map(len, held)), labels)

    # -- captures ------------------------------------------------------------------------------------------------------

    def _captures(self) -> Iterator[Fact]:
        taken = set(self.turn.captured)
        if taken:
            yield self._about("takes", [chain for chain in self.before.chains[self.enemy] if taken.issuperset(chain)])
        if self.turn.ko is not None:
            yield Fact("kos", self.by)

    def _danger(self) -> Iterator[Fact]:
        """Yield the fate of the mover's chains in danger: saved, out of atari for now, or lost."""
        saved, freed, lost = list[_Chain](), list[_Chain](), list[_Chain]()
        found: tuple[tuple[Kind, list[_Chain]], ...] = (("saves", saved), ("frees", freed), ("lost", lost))
        for chain in self.before.chains[self.by]:
            stone = chain[0]
            if not self.before.is_caught(stone, attacked=True) or self.after.game.content(stone) != self.by:
                continue
            caught = self.after.is_caught(stone, attacked=True)
            if caught is False and self.after.reading.knows:
                saved.append(chain)
            elif self.before.liberties(stone) == 1 < self.after.liberties(stone) and not caught:
                freed.append(chain)
            elif self.after.liberties(stone) == 1 and self.before.is_caught(stone, attacked=False):
                lost.append(chain)
        yield from (self._about(kind, chains) for kind, chains in found if chains)

    def _threats(self) -> Iterator[Fact]:
        """Yield the enemy chains that the move has caught or put into atari."""
        caught, threatened = list[_Chain](), list[_Chain]()
        for chain in self.after.chains[self.enemy]:
            stone = chain[0]
            if self.after.liberties(stone) == 1 < self.before.liberties(stone):
                lost = self.after.is_caught(stone, attacked=False)
                (caught if lost else threatened).append(chain)
        if caught:
            yield self._about("catches", caught)
        if threatened:
            yield self._about("threatens", threatened)

    # -- shape ---------------------------------------------------------------------------------------------------------

    def _shapes(self, point: int) -> Iterator[Fact]:
        """Yield the chains that the stone joins, and the enemy chains it separates."""
        game = self.before.game
        whole = {*self.after.game.chain(point)}
        joined = [chain for chain in self.before.chains[self.by] if whole.issuperset(chain)]
        if len(joined) > 1:
            yield self._about("joins", joined)
        if game.board.point_stones:
            beside = {game.chain(near) for near in game.board.neighbours[point] if game.content(near) == self.enemy}
            apart = [chain for chain in sorted(beside) if self.after.game.content(chain[0]) == self.enemy]
            stays = not self.after.is_caught(point, attacked=True)
            liberties = [{*self.after.game.liberties(chain[0])} for chain in apart]
            may_join = any(one & two for at, one in enumerate(liberties) for two in liberties[:at])  # by one stone
            if len(apart) > 1 and stays and not may_join:
                yield self._about("cuts", apart)

    def _eyes(self, point: int) -> Iterator[Fact]:
        """Yield the groups to which the stone gives or denies two eyes, or the one eye it makes."""
        gained = self._alive(self.after, self.by) - self._alive(self.before, self.by)
        stood = self.before.stones(self.by)
        living = [chain for chain in self.after.chains[self.by] if gained.issuperset(chain) and stood & {*chain}]
        if living:
            yield self._about("lives", living)
        elif eye := self._new_eye(point):
            yield self._about("eye", [(eye,)])
        lived = self._alive(self.before, self.enemy)
        if lost := self._alive(self.before, self.enemy, point) - lived - {point}:
            denied = [chain for chain in self.before.chains[self.enemy] if lost.issuperset(chain)]
            if denied and all(self.after.game.content(chain[0]) == self.enemy for chain in denied):
                yield self._about("denies", denied)

    def _alive(self, board: _Board, colour: Colour, also: int | None = None) -> frozenset[int]:
        """Return the stones of a colour that cannot be captured, after placing one of theirs on a point."""
        game = board.game
        if game.rules.passing == "forced":  # a side forced to move may have to fill an eye
            return frozenset()
        own = board.stones(colour) | (frozenset() if also is None else {also})
        allowed = game.rules.suicide == "allowed"
        rounds = benson(game.board, own, board.stones(other(colour)), allowed)
        return frozenset(point for chain in rounds[-1].kept for point in chain)

    def _new_eye(self, point: int) -> int | None:
        """Return a vacant point that only the stone's chain surrounds, as it did not before."""
        game, around = self.after.game, self.after.game.board.neighbours
        whole = {*game.chain(point)}
        for eye in game.liberties(point):
            before = {self.before.game.chain(near) for near in around[eye]}
            is_new = len(before) > 1 or point in around[eye]
            if is_new and game.content(eye) is None and whole.issuperset(around[eye]):
                return eye
        return None

    # -- tiles, Tao stones, the last moves -----------------------------------------------------------------------------

    def _tiles(self) -> Iterator[Fact]:
        if self.turn.tile:
            yield Fact("tile", self.by)
        if self.turn.incursion is not None:
            game = self.after.game
            yield Fact("cushion" if game.rules.tiles == "cushion" else "incursion", self.by)
            barred = [label for label in game.tiles if game.why_not(label) == (Reason.TILE_LIMIT,)]
            if barred:
                yield Fact("bars", self.by, len(barred), tuple(barred))

    def _shielded(self, point: int) -> Iterator[Fact]:
        game = self.before.game
        beside = {game.chain(near) for near in game.board.reached_from[point] if game.content(near) == self.by}
        if beside:
            yield self._about("shields", sorted(beside))

    def _room(self) -> Iterator[Fact]:
        """Yield the enemy's few remaining moves, if passing is impossible and the last move wins."""
        game = self.after.game
        if not game.rules.ends_by_passes and not game.rules.aim.is_instant:
            left = [*islice(game.legal_moves(), _LAST + 1)]
            if len(left) <= _LAST:
                yield Fact("room", self.by, len(left))


def _follows(game: Game, line: Sequence[str]) -> Iterator[Fact]:
    """Yield captures by later moves of a line, if they exceed the other side's."""
    played, by = game.copy(), game.to_play
    balance, best, until = 0, 0, 0
    for place, text in enumerate(line[:_FOLLOWED]):
        move = played.read_move(text)
        if played.outcome is not None or played.why_not(move):
            break
        turn = played.play(move)
        balance += len(turn.captured) if turn.mover == by else -len(turn.captured)
        if place and balance > best and turn.mover == by:
            best, until = balance, place + 1
        if not place:
            best = balance
    if until:
        yield Fact("follows", by, best, line=tuple(line[:until]))
