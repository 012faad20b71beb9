"""Invented rules of repetition and values of axes, and all parts that must obey or refuse them.

Each of `CONSUMERS` does a little under some rules, and returns the result as plain data.
"""

import json
import random
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

import pytest
from agreement import Tally, start_pair

from benchmarks.game_counts.counts import games as number_of_games
from tengen import Game, boards, variant
from tengen.boards import Board
from tengen.draw.sentences import sentence
from tengen.envs import VectorEnv
from tengen.kernel import playouts, start_state
from tengen.players import MCTS, Budget, Random
from tengen.players.external import External
from tengen.records import COLOURS, Reason, TengenError, Text
from tengen.rules import AXES, REPETITIONS, Axis, Rules, axes, describe, to_toml
from tengen.rules.katago import kata_rules
from tengen.rules.repetition import Compares, Ko, Repetition, Then
from tengen.solve.budget import Budget as Limits
from tengen.solve.checkpoints import Count
from tengen.solve.counting import count_of_positions_of
from tengen.solve.life.unconditional import life_of
from tengen.solve.proofs.prover import ProofNode, Prover
from tengen.solve.states.explorer import explore
from tengen.solve.states.ko_positions import first_break, local, positions
from tengen.solve.states.recurrence import cycles
from tengen.solve.superko import certificate, history
from tengen.solve.superko.certificate import certified
from tengen.solve.superko.history import Superko
from tengen.solve.value import value

LINE, SQUARE = boards.parse("2x1"), boards.parse("2x2")

NEW = (
    Repetition("threefold", "1.1", "The third time is a draw.", compares=Compares.SIDE, times=3, then=Then.DRAW),
    Repetition("twice", "1.1", "A position may stand twice.", ko=Ko.SIMPLE, compares=Compares.POSITION, times=3),
    Repetition("remade", "1.1", "Who makes a position again ends it.", compares=Compares.CREATOR, then=Then.NO_RESULT),
)
"""Invented rules, made from possible rows."""
IMPOSSIBLE = Repetition("whole", "1.1", "No whole state may come back.", compares=Compares.STATE)
"""A rule with a possible row that a game cannot follow: a state is whole only after the turn."""


def add_value(patch: pytest.MonkeyPatch, axis: str, word: str, says: str = "This was invented.") -> None:
    values = MappingProxyType({**AXES[axis].values, word: Text(says)})
    known = replace(AXES[axis], values=values, accepts=lambda given: isinstance(given, str) and given in values)
    patch.setitem(axes._BY_NAME, axis, known)


AddRule = Callable[[Repetition], str]
"""The fixture `add_rule` of `conftest`."""


@dataclass(frozen=True, slots=True)
class OddRules(Rules):
    """Rules with one more axis, once `add_axis` has registered it."""

    odd: str = "no"


def add_axis(patch: pytest.MonkeyPatch) -> None:
    """Register another axis, the field of `OddRules`; all other rules have its default."""
    values = {"no": Text("It is not odd."), "yes": Text("It is odd.")}
    row = Axis("odd", Text("Whether it is odd."), "1.1", "no", values, values.__contains__)
    to_dict = Rules.to_dict
    patch.setattr(Rules, "odd", property(lambda self: "no", lambda self, value: None), raising=False)
    patch.setattr(Rules, "to_dict", lambda self: {"odd": "no", **to_dict(self)})
    patch.setitem(axes._BY_NAME, "odd", row)


# ---- what is asked ---------------------------------------------------------------------------------------------------


def _play(rules: Rules, board: Board = SQUARE) -> Any:
    rng = random.Random(1)
    told: list[Any] = []
    for _ in range(4):
        game = Game(rules, board=board)
        for _ in range(40):
            told.append([game.why_not(label) for label in board.labels])
            if game.outcome is not None:
                break
            game.play(rng.choice(list(game.legal_moves())))
        told.append([str(game.outcome)])
    return told


def _kernel(rules: Rules) -> Any:
    return start_state(SQUARE, rules).table.tobytes()


def _playouts(rules: Rules) -> Any:
    found = playouts(SQUARE, rules, games=20, seed=1)
    return found.moves.tolist(), found.scores.tolist()


def _searched(rules: Rules) -> Any:
    game = Game(rules, board=SQUARE)
    for move in ("A1", "B1"):
        game.play(move)
    *_, found = MCTS(seed=1, budget=Budget(simulations=60), megabytes=4).analyse(game)
    return [(each.move, each.visits, each.win_rate) for each in found.candidates]


def _chosen(player: Any, rules: Rules) -> Any:
    game = Game(rules, board=SQUARE)
    for _ in range(8):
        if game.outcome is None:
            game.play(player.choose(game))
    return game.moves


def _vector(rules: Rules) -> Any:
    env = VectorEnv(rules, board="2x2", games=3, seed=1)
    told = []
    for _ in range(30):
        env.step(env.sample())
        told.append((env.masks.tolist(), env.observations.sum().item(), env.ends.tolist()))
    return env.planes, told


def _gymnasium(rules: Rules) -> Any:
    from tengen.envs.gymnasium import AgainstOpponent

    env = AgainstOpponent(rules, board="2x2")
    return env.reset(seed=1)[0]["observation"].tolist()


def _pettingzoo(rules: Rules) -> Any:
    from tengen.envs import pettingzoo

    env = pettingzoo.env(game=rules, board="2x2")
    env.reset(seed=1)
    return env.observe(env.agent_selection)["observation"].tolist()


def _openspiel(rules: Rules) -> Any:
    from tengen.envs.openspiel import TengenGame

    changed = rules.differences(Rules())
    game = TengenGame({"board": "2x2", "axes": ";".join(f"{k}:{v}" for k, v in changed.items() if k != "komi")})
    state = game.new_initial_state()
    observer = game.make_py_observer()
    observer.set_from(state, 0)
    return state.legal_actions(), observer.tensor.tolist()


def _solved(board: Board) -> Callable[[Rules], Any]:
    def ask(rules: Rules) -> Any:
        nodes = 20_000 if REPETITIONS[rules.repetition].is_superko else 1_000
        found = value(Game(rules, board=board), budget=Limits(nodes=nodes))
        return found.low, found.high, found.complete, found.moves, found.line, found.route

    return ask


def _check(refusal: TengenError | None) -> None:
    if refusal is not None:
        raise refusal


def _superko(rules: Rules) -> Any:
    _check(history.refusal(Game(rules, board=SQUARE)))
    solver = Superko(SQUARE, rules.repetition, suicide=rules.suicide == "allowed", scoring=rules.scoring)
    return solver.value(solver.start())


def _certificate(rules: Rules) -> Any:
    _check(certificate.refusal(Game(rules, board="7x1")))
    prover = Prover(boards.parse("3x1"), 3, superko=rules.repetition, megabytes=1)
    root = ProofNode(0, 0, 0)
    return prover.prove(root) and certified(prover, root, rules.repetition) is not None


def _states(rules: Rules) -> Any:
    graph = explore(Game(rules, board=LINE))
    return len(graph), len(graph.targets), cycles(graph).exists


def _life(rules: Rules) -> Any:
    return life_of(Game.setup(rules, [".X.X.", "XXXX."])).owners


def _gtp(rules: Rules) -> Any:
    return kata_rules(rules)


def _oracle(rules: Rules) -> Any:
    return start_pair(rules, SQUARE, Tally()).oracle.outcome


def _written(rules: Rules) -> Any:
    game = Game(rules, board=SQUARE)
    game.play("A1")
    assert Game.from_sgf(game.sgf()).rules == Game.from_json(game.to_json()).rules == rules
    return game.moves


def _told(rules: Rules) -> Any:
    assert json.dumps([row.value for row in describe(rules).rows])
    assert to_toml(variant(rules))
    return [sentence(reason, rules, colour) for reason in Reason for colour in COLOURS]


def _external(rules: Rules) -> Any:
    script = (
        "import sys\n"
        "known = 'boardsize clear_board komi kata-set-rules'.replace(' ', '\\n')\n"
        "answers = {'list_commands': known, 'genmove': 'A1'}\n"
        "for line in sys.stdin: print('=', answers.get(line.split()[0], ''), end='\\n\\n', flush=True)\n"
    )
    with External([sys.executable, "-S", "-c", script]) as program:
        return program.choose(Game(rules, board=SQUARE))


CONSUMERS: Mapping[str, Callable[[Rules], Any]] = {
    "Game": _play,
    "kernel": _kernel,
    "playouts": _playouts,
    "search": _searched,
    "Random": lambda rules: _chosen(Random(seed=1), rules),
    "MCTS": lambda rules: _chosen(MCTS(level=1, seed=1, megabytes=4), rules),
    "VectorEnv": _vector,
    "Gymnasium": _gymnasium,
    "PettingZoo": _pettingzoo,
    "OpenSpiel": _openspiel,
    "value on 2x1": _solved(LINE),
    "value on 2x2": _solved(SQUARE),
    "superko": _superko,
    "certificate": _certificate,
    "states": _states,
    "life": _life,
    "number of positions": lambda rules: finished(count_of_positions_of(boards.parse("3x1"), rules)),
    "number of games": lambda rules: number_of_games(LINE, rules),
    "GTP": _gtp,
    "External": _external,
    "oracle": _oracle,
    "formats": _written,
    "words": _told,
}


def finished(count: Count) -> int | None:
    for _ in count.run():
        pass
    return count.result


UNMOVED: Mapping[str, Callable[[], Any]] = {
    "cycles": lambda: [
        first_break(each, each.game(name)) for each in positions().values() for name in ("chinese", "tile")
    ],
    "states of a cycle": lambda: len(local(positions()["triple-ko"])),
}
"""Consumers with rules of their own choice."""


def answer(consumer: str, rules: Rules) -> tuple[Any, str]:
    """Return a consumer's result under some rules, or its refusal."""
    try:
        return CONSUMERS[consumer](rules), ""
    except TengenError as error:
        return None, str(error)
