"""The sentences that errors say, read out of the source: an f-string is a sentence with slots."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import product
from typing import Final

FOLDERS: Final = ("boards", "rules", "formats", "records", "game", "solve/formal", "web")
"""The parts of Tengen whose errors a page may show."""
NEVER_SHOWN: Final = re.compile(
    r"web/(store|operating|languages|settings|name_rules|texts|tasks|pages/positions)|rules/katago|game/game\.py|(?<!json/)__init__"
)
"""Modules whose errors are for programmers and operators."""

_ERRORS: Final = re.compile(
    r"[A-Z]\w*(?:Error|Conflict|Variant|Refused|Problem|Spent|Node|Busy|Down|Try|Postulate)|_?(?:fail|wrong|error|problem)\w*|_add"
)
_CLEAR: Final = 7
"""A sentence has at least this many letters outside its slots, so that no other is taken for it."""
_LABELS: Final = ("label", "point")


def raised() -> list[str]:
    """Return every sentence that an error says, in the order of the files, each once."""
    found: dict[str, None] = {}
    root = files("tengen")
    for name in FOLDERS:
        for path in sources(root.joinpath(name)):
            if not NEVER_SHOWN.search(str(path)):
                found |= dict.fromkeys(_in_source(path.read_text("utf-8")))
    return list(found)


def sources(folder: Traversable) -> Iterator[Traversable]:
    """Yield every module of a folder and of those in it, in order."""
    for path in sorted(folder.iterdir(), key=lambda path: path.name):
        if path.is_dir():
            yield from sources(path)
        elif path.name.endswith(".py"):
            yield path


def _in_source(source: str) -> Iterator[str]:
    tree = ast.parse(source)
    yield from _in_block(tree, _texts_named(tree.body))


def _in_block(block: ast.AST, known: Mapping[str, ast.expr]) -> Iterator[str]:
    """Yield the sentences of the errors in a part of the source; what a function calls a text is known within it."""
    for node in ast.iter_child_nodes(block):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from _in_block(node, {**known, **_texts_named(list(ast.walk(node)))})
            continue
        if isinstance(node, ast.Call) and _ERRORS.fullmatch(_name(node.func)) and not _is_logged(node.func):
            for argument in node.args:
                for each in _alternatives(argument, known, {}):
                    if " " in each and len(re.sub(r"\{\w+\}|\W", "", each)) >= _CLEAR:
                        yield each
        yield from _in_block(node, known)


def _texts_named(nodes: Sequence[ast.AST]) -> dict[str, ast.expr]:
    """Return the texts that are given a name, by that name, where it stands for nothing else."""
    found: dict[str, list[ast.expr]] = {}
    for node in nodes:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            found.setdefault(node.targets[0].id, []).append(node.value)
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value is not None:
            found.setdefault(node.target.id, []).append(node.value)
    return {name: values[0] for name, values in found.items() if len(values) == 1 and _is_text(values[0])}


def _is_text(node: ast.expr) -> bool:
    if isinstance(node, ast.IfExp):
        return _is_text(node.body) and _is_text(node.orelse)
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def _is_logged(node: ast.expr) -> bool:
    return isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "log"


def _name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def _alternatives(node: ast.expr, constants: Mapping[str, ast.expr], named: dict[str, str]) -> list[str]:
    """Return the texts that an expression may come to, with slots for what is not known."""
    if isinstance(node, ast.Constant):
        return [node.value] if isinstance(node.value, str) else []
    if isinstance(node, ast.List):
        return [each for element in node.elts for each in _alternatives(element, constants, named)]
    if isinstance(node, ast.IfExp):
        return _alternatives(node.body, constants, named) + _alternatives(node.orelse, constants, named)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return _joined([_alternatives(side, constants, named) for side in (node.left, node.right)])
    if isinstance(node, ast.JoinedStr):
        return _joined([_part(value, constants, named) for value in node.values])
    if isinstance(node, ast.Name) and node.id in constants:
        return _alternatives(constants[node.id], constants, named)
    return []


def _joined(parts: list[list[str]]) -> list[str]:
    return ["".join(each) for each in product(*parts)]


def _part(node: ast.expr, constants: Mapping[str, ast.expr], named: dict[str, str]) -> list[str]:
    """Return what a part of an f-string may come to."""
    if not isinstance(node, ast.FormattedValue):
        return _alternatives(node, constants, named)
    inner = node.value
    if isinstance(inner, ast.BinOp) and isinstance(inner.op, ast.Mult) and isinstance(inner.left, ast.Constant):
        return [str(inner.left.value), ""]
    known = _alternatives(inner, constants, named)
    if known and isinstance(inner, ast.IfExp | ast.Name | ast.JoinedStr):
        return known
    return [f"{{{_slot(node, named)}}}"]


def _slot(node: ast.FormattedValue, named: dict[str, str]) -> str:
    """Return the name of the slot for an expression: the same for the same expression, and one that tells its kind."""
    text = ast.unparse(node.value)
    if text not in named:
        spec = "" if node.format_spec is None else ast.unparse(node.format_spec)
        if text.startswith("len(") or "," in spec:
            kind = "n"
        elif node.conversion == -1 and any(text.endswith(mark) for mark in _LABELS):
            kind = "point"
        else:
            kind = "what"
        taken = sum(name.rstrip("0123456789") == kind for name in named.values())
        named[text] = f"{kind}{taken + 1}" if taken else kind
    return named[text]
