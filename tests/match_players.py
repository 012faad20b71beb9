"""Scripted players for matches, and programs that misbehave in every way."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tengen import Game
from tengen.players import Budget
from tengen.records import Move


class Scripted:
    """Plays a list of moves again and again; exceptions among them are raised, functions called."""

    def __init__(self, *moves: Any, name: str = "Scripted") -> None:
        self.name = name
        self.moves = moves
        self.budgets: list[Budget | None] = []

    def choose(self, game: Game, budget: Budget | None = None) -> Move:
        self.budgets.append(budget)
        move = self.moves[(len(self.budgets) - 1) % len(self.moves)]
        if isinstance(move, BaseException):
            raise move
        if isinstance(move, Callable):  # type: ignore[arg-type]
            move = move(game)
        return game.read_move(move) if isinstance(move, str) else move


_PROGRAM = """
import sys, time
for line in sys.stdin:
    word = line.split()[0]
    answer = {"name": "%(name)s", "version": "1", "list_commands": "name\\nversion\\nplay\\ngenmove\\nundo\\nquit"}
    if word == "genmove":
        %(genmove)s
    print("=", answer.get(word, ""), end="\\n\\n", flush=True)
    if word == "quit":
        break
"""


def program(folder: Path, name: str, genmove: str) -> str:
    """Return the command line of a program that obeys GTP, except for its behaviour on a move request."""
    file = folder / f"{name}.py"
    file.write_text(_PROGRAM % {"name": name, "genmove": genmove}, "utf-8")
    return f'"{sys.executable}" "{file}"'
