"""Make a judging network: KataGo's labels, learning, the file, and a report on games kept back.

    python -m training.judging.make FOLDER --label-minutes 3 --learn-minutes 8 --at-once 256 --players 4

The same command continues after an interruption. KataGo is found as by `tengen engines`; PyTorch is needed.
docs/how/training.md describes the steps.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from tengen import boards
from tengen.boards import Board
from tengen.engines.registry import installation
from tengen.files.whole import write_whole
from tengen.search.planes import MOVE, STONES
from tengen.search.policy_net import Layers, PolicyNet, read_layers
from tengen.search.strengths_file import the_strengths
from training.judging.labels import LabelPlan, label_games, labeller
from training.learning.episode_folder import EpisodeFolder, read_folder
from training.learning.episodes import Episode
from training.learning.played import collection
from training.learning.reanalysis import Reanalysis
from training.learning.strengths import workshop

if TYPE_CHECKING:
    from training.learning.policy_model import Noted

BOARDS = [*["9x9", "13x13", "19x19"] * 3, *(f"{side}x{side}" for side in range(10, 19) if side != 13), "19x19"]
RATIO = 16  # training games for each game kept back


def arguments() -> argparse.Namespace:
    """Return the command line's options."""
    parser = argparse.ArgumentParser(description="Make a judging network and report what it is worth.")
    parser.add_argument("folder", type=Path, help="folder for labels, network.npz and report.json")
    parser.add_argument("--engine", default="katago", help="KataGo of `tengen engines` [katago]")
    parser.add_argument("--label-minutes", type=float, default=3.0, help="time for labels [3]")
    parser.add_argument("--learn-minutes", type=float, default=8.0, help="time for learning [8]")
    parser.add_argument("--board", action="append", help="board to learn; repeatable [9x9 to 19x19]")
    parser.add_argument("--at-once", type=int, default=256, help="games of a process side by side [256]")
    parser.add_argument("--players", type=int, default=1, help="processes that play the games to learn from [1]")
    parser.add_argument("--kept", type=int, default=400, help="positions kept back that are searched [400]")
    parser.add_argument("--visits", type=int, default=100, help="KataGo's visits of a position kept back [100]")
    parser.add_argument("--width", type=int, default=128, help="channels [128]")
    parser.add_argument("--blocks", type=int, default=9, help="blocks of two layers [9]")
    parser.add_argument("--batch", type=int, default=256, help="positions of a step [256]")
    parser.add_argument("--pool", type=int, default=600_000, help="positions in memory to draw from [600000]")
    parser.add_argument("--reuse", type=float, default=16.0, help="draws of a position before it is replaced [16]")
    parser.add_argument("--replayers", type=int, default=2, help="threads of a board that fill the pool [2]")
    return parser.parse_args()


def play(options: argparse.Namespace) -> None:
    """Have KataGo play training games and games to keep back, until the time for labels is spent."""
    spent = options.folder / "labels.json"
    seconds = json.loads(spent.read_text("utf-8")) if spent.exists() else 0.0
    if (left := options.label_minutes - seconds / 60) <= 0:
        return
    kinds = [("kept", max(1, options.at_once // RATIO))]
    kinds += [(f"labels-{k}", options.at_once) for k in range(options.players)]
    begun = time.monotonic()
    players = [
        multiprocessing.get_context("spawn").Process(target=label, args=(options, name, at_once, seed, 60 * left))
        for seed, (name, at_once) in enumerate(kinds)
    ]
    for player in players:
        player.start()
    for player in players:
        player.join()
    write_whole(spent, json.dumps(seconds + time.monotonic() - begun))
    if codes := [player.exitcode for player in players if player.exitcode]:
        raise SystemExit(f"labels failed: exit codes {codes}")


def label(options: argparse.Namespace, name: str, at_once: int, seed: int, seconds: float) -> None:
    """Have KataGo play games into a folder for some time."""
    with labeller(installation(options.engine), at_once) as engine, EpisodeFolder(options.folder / name) as folder:
        engine.start()
        end = time.monotonic() + seconds
        plan = LabelPlan(tuple(options.board), at_once, seed)
        for episode in label_games(engine, plan, folder.last + 1, lambda: time.monotonic() > end):
            folder.add(episode)
        print(f"{folder.count} games in {folder.folder}", file=sys.stderr)


def thinned(episode: Episode, step: int) -> Episode:
    """Return a game with one label in ``step``, and its last."""
    known = [turn for turn, thought in enumerate(episode.thoughts) if thought]
    chosen = {*known[episode.number % step :: step], known[-1]}
    return replace(episode, thoughts=tuple(each if k in chosen else None for k, each in enumerate(episode.thoughts)))


def search_kept(options: argparse.Namespace) -> None:
    """Have KataGo search some positions of the games kept back."""
    kept, thin, judged = (options.folder / name for name in ("kept", "thin", "judged"))
    if not thin.exists():
        games = list(read_folder(kept))
        step = max(1, sum(map(bool, (thought for game in games for thought in game.thoughts))) // options.kept)
        with EpisodeFolder(thin) as folder:
            for game in games:
                folder.add(thinned(game, step))
    with labeller(installation(options.engine), 16) as engine, EpisodeFolder(judged) as folder:
        engine.start()
        for episode in Reanalysis(thin, folder, engine, options.visits).run():
            if episode is not None:
                folder.add(episode)


def learn(options: argparse.Namespace) -> None:
    """Learn from the labels, from the last checkpoint."""
    import torch  # not needed, and slow to import, in the processes that label

    from training.learning.policy import PolicyTraining, teach

    course = PolicyTraining(
        positions=10**12, minutes=options.learn_minutes, pause=60.0, width=options.width, layers=2 * options.blocks,
        batch=options.batch, share=0.5, pool=options.pool, reuse=options.reuse, replayers=options.replayers,
        device="cuda" if torch.cuda.is_available() else "cpu",
    )  # fmt: skip
    story = {"source": "games of KataGo by its policy", "command": " ".join(sys.argv)}
    teach(sorted(options.folder.glob("labels-*")), options.folder / "network.npz", options.board, course, story)


def measured(layers: Layers, board: Board, noted: Noted) -> dict[str, float]:
    """Return the errors of a network relative to KataGo on a board."""
    found = PolicyNet(layers, board)(noted.planes)
    chance = (1 + np.tanh((found.margins - noted.needed) / (2 * found.spreads))) / 2  # the logistic function
    stones = noted.planes[:, :, STONES:MOVE].any(2)
    right = (found.owners > 0) == (noted.owners > 0)
    finished = noted.policy.sum(1) < 0.5  # KataGo would pass
    done = stones & finished[:, None]
    known = noted.policy.sum(1) > 0
    best = (found.chances.argmax(1) == noted.policy.argmax(1))[known]
    return {
        "positions": len(noted.planes),
        "lead": float(np.abs(found.margins - noted.lead).mean()),
        "chance": float(np.abs(chance - noted.chance).mean()),
        "same move %": 100 * float(best.mean()),
        "stones right %": 100 * float(right[stones].mean()),
        "finished": int(finished.sum()),
        "finished lead": float(np.abs(found.margins - noted.lead)[finished].mean()) if finished.any() else np.nan,
        "finished stones right %": 100 * float(right[done].mean()) if done.any() else np.nan,
        "ms": milliseconds(PolicyNet(layers, board), noted.planes[:1]),
    }


def milliseconds(net: PolicyNet, planes: np.ndarray) -> float:
    """Return the processor time of one position, the median of 15."""
    took = []
    for _ in range(15):
        begun = time.process_time()
        net(planes)
        took.append(time.process_time() - begun)
    return 1000 * sorted(took)[7]


def report(options: argparse.Namespace) -> None:
    """Print and write the network's quality on the positions kept back, board by board."""
    from training.learning.policy_model import joined, note

    file = options.folder / "network.npz"
    layers, rows = read_layers(file), {}
    games = collection([options.folder / "judged"], file, options.board)
    for board in dict.fromkeys(game.board for game in games):
        search = workshop(board, the_strengths())
        parts = [note(search, game, 1.0, np.random.default_rng(1)) for game in games if game.board == board]
        rows[board.text] = measured(layers, board, joined(parts))
    blank = np.zeros((1, 361, layers.first.shape[0] // 9), np.uint8)
    told = {"MB": file.stat().st_size / 1e6, "visits": options.visits, "boards": rows,
            "ms 19x19": milliseconds(PolicyNet(layers, boards.parse("19x19")), blank)}  # fmt: skip
    write_whole(options.folder / "report.json", json.dumps(told, indent=1) + "\n")
    print(f"{told['MB']:.2f} MB; {told['ms 19x19']:.1f} ms for a position of 19x19 on one core")
    names = [*next(iter(rows.values()))]
    print("| board | " + " | ".join(names) + " |", "|---" * (len(names) + 1) + "|", sep="\n")
    for name, row in rows.items():
        print(f"| {name} | " + " | ".join(f"{value:.4g}" for value in row.values()) + " |")


def main() -> None:
    """Take the remaining steps."""
    options = arguments()
    options.board = options.board or BOARDS
    options.folder.mkdir(parents=True, exist_ok=True)
    play(options)
    search_kept(options)
    out = options.folder / "network.npz"
    if not out.exists() or out.with_name(f"{out.name}.checkpoint").exists():
        learn(options)
    report(options)


if __name__ == "__main__":
    main()
