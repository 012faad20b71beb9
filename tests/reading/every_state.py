"""The fate of a group, by listing all states of its surroundings: slow, and written only from the rules."""

from collections import deque
from collections.abc import Sequence
from functools import cache, partial
from typing import NamedTuple

Stones = tuple[int, ...]
State = tuple[Stones, int, Stones | None]
"""Colours of the points (0 vacant, 1, 2), the side to move, and the position that a ko forbids it to make."""


class Asked(NamedTuple):
    """A claim that the chain of a stone is captured, on some points, where one side may take back kos at once."""

    near: Sequence[Sequence[int]]
    target: int
    defender: int
    points: Sequence[int]
    favoured: int


def chain(near: Sequence[Sequence[int]], stones: Stones, start: int) -> tuple[set[int], set[int]]:
    """Return a chain's stones and liberties (spec 0.3)."""
    seen, todo, liberties = {start}, [start], set[int]()
    while todo:
        for q in near[todo.pop()]:
            if not stones[q]:
                liberties.add(q)
            elif stones[q] == stones[start] and q not in seen:
                seen.add(q)
                todo.append(q)
    return seen, liberties


def put(near: Sequence[Sequence[int]], stones: Stones, p: int, colour: int) -> tuple[Stones, int] | None:
    """Return the position after a placement and the number of stones captured (spec 0.4); None for suicide."""
    after = list(stones)
    after[p] = colour
    taken = 0
    for q in near[p]:
        if after[q] == 3 - colour:
            captured, liberties = chain(near, tuple(after), q)
            if not liberties:
                taken += len(captured)
                for s in captured:
                    after[s] = 0
    return (tuple(after), taken) if chain(near, tuple(after), p)[1] else None


def has_two_eyes(asked: Asked, stones: Stones) -> bool:
    """Return whether the target's chain is alive by Benson's algorithm, with eyes among the points in play."""
    near, own = asked.near, asked.defender
    chains = {frozenset(chain(near, stones, p)[0]) for p in range(len(stones)) if stones[p] == own}
    left = {p for p in asked.points if stones[p] != own}
    vital: list[tuple[set[frozenset[int]], set[frozenset[int]]]] = []
    while left:
        region, todo = set[int](), [left.pop()]
        while todo:
            p = todo.pop()
            region.add(p)
            todo += (q for q in near[p] if stones[q] != own and q not in region)
        left -= region
        if region <= {*asked.points}:
            beside = {each for each in chains if any(q in each for p in region for q in near[p])}
            reached = {each for each in beside if all(any(q in each for q in near[p]) for p in region if not stones[p])}
            vital.append((beside, reached))
    alive = chains
    while fallen := {each for each in alive if sum(beside <= alive and each in to for beside, to in vital) < 2}:
        alive -= fallen
    return any(asked.target in each for each in alive)


def moves(asked: Asked, state: State) -> list[State]:
    """Return a state's successors: the attacker must place a stone, the defender may pass."""
    stones, mover, forbidden = state
    found: list[State] = [(stones, 3 - mover, None)] if mover == asked.defender else []
    for p in asked.points:
        after = None if stones[p] else put(asked.near, stones, p, mover)
        if after is not None and after[0] != forbidden:
            bound = after[1] == 1 and 3 - mover != asked.favoured
            found.append((after[0], 3 - mover, stones if bound else None))
    return found


def is_captured(asked: Asked, stones: Stones, mover: int, most: int) -> bool | None:
    """Return whether the target is captured, with endless play for the favoured side; None beyond ``most`` states.

    The states that the other side can end in a finite number of moves are found backwards from the decided ones.
    """
    start: State = (stones, mover, None)
    numbers, states, following = {start: 0}, [start], list[list[int]]()
    wins: dict[int, bool] = {}
    attacker_ends = asked.favoured == asked.defender
    lives = cache(partial(has_two_eyes, asked))
    for i, state in enumerate(states):
        if len(states) > most:
            return None
        onward: list[int] = []
        if state[0][asked.target] != asked.defender:
            wins[i] = attacker_ends
        elif lives(state[0]):
            wins[i] = not attacker_ends
        else:
            for after in moves(asked, state):
                if after not in numbers:
                    numbers[after] = len(states)
                    states.append(after)
                onward.append(numbers[after])
            if not onward:
                wins[i] = not attacker_ends
        following.append(onward)
    return _forced(states, following, wins, asked, attacker_ends) == attacker_ends


def _forced(
    states: list[State], following: list[list[int]], wins: dict[int, bool], asked: Asked, attacker_ends: bool
) -> bool:
    """Return whether the side that needs an end can force one from the first state; ``wins`` are the decided ones."""
    before: list[list[int]] = [[] for _ in states]
    for i, onward in enumerate(following):
        for j in onward:
            before[j].append(i)
    left = [len(onward) for onward in following]
    forced = {i for i, won in wins.items() if won}
    todo = deque(forced)
    while todo:
        for i in before[todo.popleft()]:
            left[i] -= 1
            chooses = (states[i][1] != asked.defender) == attacker_ends
            if i not in forced and i not in wins and (chooses or not left[i]):
                forced.add(i)
                todo.append(i)
    return 0 in forced
