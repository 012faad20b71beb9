"""Environments next to `Game`, move by move: masks, planes, ends and rewards of both."""

import math
import random
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tengen.boards import Board
from tengen.boards.rims import rim_lines
from tengen.envs import GLOBALS, Ending, VectorEnv
from tengen.game import Game
from tengen.records import Place, Position, Reason, Tao, TengenError, other
from tengen.rules import played_on

ALL = ("stones", "history", "liberties", "ko", "tiles", "incursion", "tao", "price", "prisoners", "footprints",
       "passes", "side", "komi", "degree", "rim", "board")  # fmt: skip
HOWS = {"score": Ending.SCORE, "no_moves": Ending.NO_MOVES, "no_result": Ending.NO_RESULT,
        "draw_by_cycle": Ending.DRAW_BY_CYCLE, "goal": Ending.GOAL}  # fmt: skip
REPETITION = {Reason.KO, Reason.REPETITION}
Planes = dict[str, NDArray[np.uint8]]


def mask_of(game: Game, env: VectorEnv) -> NDArray[np.bool_]:
    mask = np.zeros(len(env.actions), np.bool_)
    mask[[env.actions.number(move) for move in game.legal_moves()]] = True
    return mask


def liberties(game: Game) -> list[int]:
    """Count the liberties of every stone's chain, from the definitions (spec 0.3); 0 without a stone."""
    board, stones = game.board, game.stones
    colours = {p: stones[label] for p, label in enumerate(board.labels) if stones.get(label) in ("black", "white")}
    near = board.neighbours
    blocked = {q for p in colours for q in board.footprint[p]}
    found = [0] * len(board)
    for point in colours:
        chain, waiting, free = {point}, [point], set()
        while waiting and not found[point]:
            p = waiting.pop()
            for q in near[p]:
                if colours.get(q) == colours[point] and q not in chain and p in near[q]:
                    chain.add(q)
                    waiting.append(q)
                elif q not in blocked:
                    free.add(q)
        for p in chain:
            found[p] = found[p] or len(free)
    return found


def planes_of(game: Game, past: list[Position], history: int) -> Planes:
    """Return every plane of a game as described by `docs/how/environments.md`, a value for every point."""
    board, me, now = game.board, game.to_play, game.position
    labels, you = board.labels, other(game.to_play)
    found: Planes = {}

    def points(name: str, values: list[int]) -> None:
        found[name] = np.array([min(int(value), 255) for value in values], np.uint8)

    for ago in range(history + 1):
        stones = past[-1 - ago].stones if ago < len(past) else {}
        when = f", {ago} ago" if ago else ""
        points(f"own stones{when}", [stones.get(label) == me for label in labels])
        points(f"opponent's stones{when}", [stones.get(label) == you for label in labels])
    free = liberties(game)
    points("one liberty", [count == 1 for count in free])
    points("two liberties", [count == 2 for count in free])
    points("three liberties or more", [count >= 3 for count in free])
    reasons = [set(game.why_not(Place(p))) if game.outcome is None else set() for p in range(len(board))]
    points("forbidden by repetition", [bool(why) and why <= REPETITION for why in reasons])
    points("tiles", [now.tiles.get(label, 0) for label in labels])
    points("Tao stones", game.state().points["tao"].tolist())  # those under footprints, too
    for colour, whose in ((me, "own"), (you, "opponent's")):
        blocked = {q for p, label in enumerate(labels) if now.stones.get(label) == colour for q in board.footprint[p]}
        points(f"{whose} footprints", [q in blocked for q in range(len(board))])
        points(f"{whose} prisoners", [now.prisoners[colour]] * len(labels))
        points(f"{whose} Tao stones in hand", [now.tao_in_hand[colour]] * len(labels))
        asked = game.tao_prices[colour] if game.rules.tao == "on" else 1
        points(f"{whose} price of a Tao stone", [255 if asked is None else asked] * len(labels))
    points("incursion", [now.last_incursion] * len(labels))
    points("passes", [int(game.state().table["passes"][0])] * len(labels))
    points("Black to move", [me == "black"] * len(labels))
    own = game.rules.compensation * (1 if me == "white" else -1)
    points("komi", [min(max(math.floor(2 * own + 0.5) + 128, 1), 255)] * len(labels))
    points("degree", [len(near) for near in played_on(board, game.rules).neighbours])
    points("rim", list(rim_lines(board)))
    points("points", [1] * len(labels))
    return found


def compare(env: VectorEnv, index: int, game: Game, past: list[Position], history: int) -> None:
    """Assert that an environment's game equals a `Game`, as far as it shows."""
    story = f"{game.board.text} | {game.rules} | {game.start} | {[game.write_move(move) for move in game.moves]}"
    assert env.to_play[index] == (game.to_play == "white"), story
    if game.outcome is None and env.ends[index] == Ending.GOES_ON:
        assert np.array_equal(env.masks[index], mask_of(game, env)), story
    else:
        assert not env.masks[index].any(), story
    expected = planes_of(game, past, history)
    for plane, found in zip(env.planes, env.observations[index]):
        at = found.reshape(-1)[cells(game.board)]
        if plane.name != "forbidden by repetition" or game.outcome is None:
            assert np.array_equal(at, expected[plane.name]), f"{plane.name}: {at} {expected[plane.name]} {story}"
        assert found.sum() == at.sum(), story
    compare_globals(env, index, game, story)
    compare_end(env, index, game, story)


def compare_globals(env: VectorEnv, index: int, game: Game, story: str) -> None:
    told = dict(zip(GLOBALS, env.globals[index].tolist()))
    me, now, table = game.to_play, game.position, game.state().table
    mine = 1 if me == "black" else 2
    turns = (env.limit - len(game.moves)) / len(game.board)
    expected: dict[str, float] = {
        "komi": game.rules.compensation * (1 if me == "white" else -1), "Black to move": me == "black",
        "turns left": turns, "turn limit": env.limit / len(game.board), "passes": int(table["passes"][0]),
        "incursion": now.last_incursion, "handicap stones left": int(table["placing"][0]),
        "handicap turns left": int(table["handicap_turns"][0]), "the next coupon": game.coupon,
        f"scoring = {game.rules.scoring}": 1,
        f"friendly_fire = {game.rules.friendly_fire}": 1, f"tiles = {game.rules.tiles}": 1,
    }  # fmt: skip
    for colour, whose in ((me, "own"), (other(me), "opponent's")):
        side = mine if colour == me else 3 - mine
        expected[f"{whose} coupons"] = now.coupons[colour]
        expected[f"{whose} prisoners"] = now.prisoners[colour]
        expected[f"{whose} Tao stones in hand"] = now.tao_in_hand[colour]
        asked = game.tao_prices[colour] if game.rules.tao == "on" else 1
        expected[f"{whose} price of a Tao stone"] = -1 if asked is None else asked
        paid = int(table["tao_paid"][side]) if game.rules.tao_payment == "points" else 0
        expected[f"{whose} points paid for Tao stones"] = paid
    for name, value in expected.items():
        assert told[name] == np.float32(value), f"{name}: {told[name]} {value} {story}"


def compare_end(env: VectorEnv, index: int, game: Game, story: str) -> None:
    """Assert that an environment reports the end and result of a game."""
    end, reward = Ending(env.ends[index]), env.rewards[index].tolist()
    assert env.terminated[index] == (game.outcome is not None), story
    assert env.truncated[index] == (end == Ending.TOO_LONG), story
    kept = env.final_observations[index], env.final_globals[index]
    if end == Ending.GOES_ON:
        assert not env.owners[index].any(), story
    else:
        owners = game.score().owner
        sides = {"black": 1, "white": -1, None: 0}
        assert env.owners[index].tolist() == [sides[owners[label]] for label in game.board.labels], story
        assert all(map(np.array_equal, kept, (env.observations[index], env.globals[index]))), story
    if game.outcome is None:
        assert reward == [0, 0], story
        assert end == Ending.GOES_ON or (end == Ending.TOO_LONG) == bool(list(game.legal_moves())), story
        return
    winner = {"black": [1, -1], "white": [-1, 1], None: [0, 0]}[game.outcome.winner]
    paid = [float(np.float32(points / 50 - 1)) for points in game.payoff.values()] if game.payoff else winner
    assert (end, reward) == (HOWS[game.outcome.how], paid), story
    assert env.lengths[index] == len(game.moves), story
    if game.outcome.how == "score":
        assert env.margins[index] == game.outcome.margin, story


def cells(board: Board) -> list[int]:
    if not board.rows:
        return list(range(len(board)))
    flat = [p for row in board.rows for p in row]
    return [flat.index(p) for p in range(len(board))]


def follow(start: Game, rng: random.Random, turns: int, **options: Any) -> Ending | None:
    """Play one random game on both sides, mostly stones, comparing each turn; None if there was nothing to play."""
    history = options.pop("history", rng.randrange(4))
    try:
        env = VectorEnv(start, games=2, planes=ALL, history=history, autoreset=False, limit=turns, **options)
    except TengenError:
        assert start.outcome is not None
        return None
    game = start.copy()
    past = [game.position]
    compare(env, 0, game, past, history)
    while not env.ends[0]:
        env.step([choose(env, game, rng), int(env.sample()[1])])
        game.play(env.actions.move(int(env._memory.moves[0, len(past) - 1])))
        past.append(game.position)
        compare(env, 0, game, past, history)
        assert env.turns[0] == len(game.moves)
    assert env.position(0) == replaced(game.position)
    assert env.game(0).moves == game.moves
    return Ending(env.ends[0])


def replaced(position: Position) -> Position:
    """Return a position without its creator, which `VectorEnv.position` omits."""
    return replace(position, created_by=None)


def choose(env: VectorEnv, game: Game, rng: random.Random) -> int:
    """Draw a legal action: mostly a stone, now and then a Tao stone, a return or a pass."""
    legal = np.flatnonzero(env.masks[0]).tolist()
    stones = [action for action in legal if isinstance(env.actions.move(action), Place)]
    taos = [action for action in legal if isinstance(env.actions.move(action), Tao)]
    if stones and rng.random() < 0.85:
        return int(rng.choice(stones))
    if taos and rng.random() < 0.5:
        return int(rng.choice(taos))
    return int(rng.choice(legal))
