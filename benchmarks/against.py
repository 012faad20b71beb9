"""This checkout against another one, task by task, alternating: ``python -m benchmarks.against BASE [TASK ...]``.

BASE is the root of the other checkout, or a revision of this one. The command fails if a task is clearly slower here:
in every pair, by more than `LEAST` allows. Each side runs in its own process, which stays alive, so that both are warm;
every task is measured on one side, then on the other, pair after pair. Rates are per second of CPU time.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from statistics import median

ROOT = Path(__file__).parents[1]
RECORDS = ROOT / "examples" / "games"
MINE, OTHER = "this checkout", "the other"
LEAST = 0.9
"""A task is slower below this ratio, if it is so in every pair; single pairs are noisy."""

Rate = Callable[[], float]
"""A measurement: units of work per second of CPU time."""


def timed(work: Callable[[], int], least: float = 0.4) -> Rate:
    """Return a measurement that repeats some work (returning its amount) for at least some seconds."""

    def measure() -> float:
        done, began = 0, time.process_time()
        while (took := time.process_time() - began) < least:
            done += work()
        return done / took

    return measure


def playouts(text: str, variant: str, games: int) -> Rate:
    """Random games on one thread, in placements."""
    import tengen

    board, rules = tengen.boards.parse(text), tengen.variant(variant).rules
    return timed(lambda: int(tengen.kernel.playouts(board, rules, games=games, seed=1).moves.sum()))


def texts() -> list[str]:
    """Return the records for both sides."""
    return [path.read_text("utf-8") for path in sorted(RECORDS.glob("*.sgf"))]


def moves(variant: str) -> Rate:
    """Checked moves of recorded games, by their text."""
    import tengen

    games = [[node.move for node in tengen.formats.sgf.read(text).main_line() if node.move] for text in texts()]

    def work() -> int:
        for played in games[:4]:
            game = tengen.Game(variant)
            for move in played:
                game.play(move)
        return sum(map(len, games[:4]))

    return timed(work)


def reading() -> Rate:
    """SGF to records, in nodes."""
    import tengen

    given = texts()
    return timed(lambda: sum(sum(1 for _ in tengen.formats.sgf.read(text).main_line()) for text in given))


def replaying(variant: str) -> Rate:
    """Recorded games replayed under other rules, as by ``tengen replay``, in moves."""
    import tengen
    from tengen.match.record_replay import replay

    records = [tengen.formats.sgf.read(text) for text in texts()]
    return timed(lambda: sum(replay(record, tengen.variant(variant)).moves for record in records[:6]))


def searching() -> Rate:
    """Simulations of the tree search on 9x9."""
    import tengen

    game = tengen.Game("chinese", board="9x9")

    def work() -> int:
        player = tengen.players.MCTS(budget=tengen.players.Budget(simulations=3000), seed=1)
        player.choose(game)
        return 3000

    return timed(work, 1.0)


def environment(variant: str, side: int, games: int) -> Rate:
    """Steps of a batch of games, each drawing from its own mask."""
    from tengen.envs import VectorEnv

    env = VectorEnv(variant, board=side, games=games, threads=1, seed=1)
    for _ in range(100):
        env.step(env.sample())

    def work() -> int:
        env.step(env.sample())
        return games

    return timed(work)


TASKS: dict[str, Callable[[], Rate]] = {
    "playouts 9x9": lambda: playouts("9x9", "chinese", 2000),
    "playouts 19x19": lambda: playouts("19x19", "chinese", 150),
    "playouts Gengo 19x19": lambda: playouts("gengo 19", "gengo", 60),
    "playouts Tile 9x9": lambda: playouts("9x9", "tile", 800),
    "Game.play chinese": lambda: moves("chinese"),
    "Game.play cushion": lambda: moves("cushion"),
    "SGF reading": reading,
    "replay cushion": lambda: replaying("cushion"),
    "MCTS 9x9": searching,
    "VectorEnv chinese 9x9": lambda: environment("chinese", 9, 256),
    "VectorEnv tile 9x9": lambda: environment("tile", 9, 256),
}


class Side:
    """A checkout whose tasks run in its own process."""

    def __init__(self, root: Path) -> None:
        env = {**os.environ, "PYTHONPATH": str(root / "src")}
        warm = [sys.executable, "-m", "tengen.cli", "warm"]  # plain Python plays until compiled code is ready
        subprocess.run(warm, env=env, cwd=root, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
        command = [sys.executable, str(Path(__file__)), "--serve"]
        self.process = subprocess.Popen(
            command, env=env, cwd=root, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def measure(self, task: str) -> float:
        """Return the rate of a task; RuntimeError if the process has ended."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(f"{task}\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if not answer:
            raise RuntimeError(f"{task}: the process has ended with {self.process.wait()}")
        return float(answer)

    def close(self) -> None:
        """End the process."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


def serve(names: Iterable[str]) -> None:
    """Measure the tasks named on standard input, one per line."""
    made: dict[str, Rate] = {}
    for name in map(str.strip, names):
        if name not in made:
            made[name] = TASKS[name]()
            made[name]()
        print(made[name](), flush=True)


@contextmanager
def checkout(base: str) -> Iterator[Path]:
    """Yield the root of another checkout: a folder, or a revision of this one, checked out temporarily."""
    if (Path(base) / "src" / "tengen").is_dir():
        yield Path(base).resolve()
        return
    with tempfile.TemporaryDirectory(prefix="tengen-base-") as folder:
        subprocess.run(["git", "worktree", "add", "--quiet", "--detach", folder, base], cwd=ROOT, check=True)
        try:
            yield Path(folder)
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", folder], cwd=ROOT, check=True)


def compared(task: str, mine: Side, other: Side, pairs: int) -> float:
    """Measure a task on both sides alternately, print a row of the table, and return the highest ratio."""
    found = [(mine.measure(task), other.measure(task)) for _ in range(pairs)]
    ratios = sorted(a / b for a, b in found)
    rates = [f"{median(side):,.0f}/s" for side in zip(*found, strict=True)]
    span = f"{median(ratios):.2f} ({ratios[0]:.2f}, {ratios[-1]:.2f})"
    print(f"| {task} | {rates[0]} | {rates[1]} | {span} |", flush=True)
    return ratios[-1]


def main() -> int:
    """Measure every task on both sides, print a table, and return 1 if a task is clearly slower."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.against", description=__doc__)
    parser.add_argument("base", nargs="?", help="the root of the other checkout, or a revision of this one")
    parser.add_argument("tasks", nargs="*", help=f"any of: {', '.join(TASKS)}")
    parser.add_argument("--pairs", type=int, default=7, help="how often each pair is measured in turn (7)")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.serve:
        serve(sys.stdin)
        return 0
    if options.base is None:
        parser.error("name the root of another checkout, or a revision")
    if unknown := [task for task in options.tasks if task not in TASKS]:
        parser.error(f"unknown task {unknown[0]!r}; the tasks are {', '.join(TASKS)}")
    with checkout(options.base) as root, closing(Side(ROOT)) as mine, closing(Side(root)) as other:
        print(f"| task | {MINE} | {OTHER} | ratio (lowest, highest) |\n|---|---|---|---|")
        tasks = options.tasks or TASKS
        slower = [task for task in tasks if compared(task, mine, other, options.pairs) < LEAST]
    if slower:
        print(f"clearly slower (below {LEAST} in all pairs): {', '.join(slower)}", file=sys.stderr)
    return 1 if slower else 0


if __name__ == "__main__":
    sys.exit(main())
