"""Check every regular expression in the source: ``python tools/regex_sources.py`` lists those that are refused.

Refused are patterns that can take more than linear time, and possessive groups, which Python before 3.11.5 matches
wrongly.

`make lint` runs this. Patterns are found in the syntax tree and evaluated in their module, so those made of constants
are included; a variable of a function stands for a word. A compiled pattern is checked for each method called on its
name, and for all of them if there is none.
"""

from __future__ import annotations

import ast
import importlib
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from types import ModuleType
from typing import Any, Final, NamedTuple

from regex_growth import FULLMATCH, MATCH, SEARCH, grows

SOURCE: Final = Path(__file__).parent.parent / "src"
EXEMPT: Final = {
    "tengen/notebook/goban.py": "reads the package's own scripts",
    "tengen/web/script_modules.py": "reads the package's own scripts",
    "tengen/formats/encoding.py: _ENDS['iso2022_jp']": "its atomic group allows one way only",
}
"""Places with unchecked patterns, and the reasons."""

_USES: Final = {
    **dict.fromkeys(("search", "findall", "finditer", "sub", "subn", "split"), SEARCH),
    "match": MATCH,
    "fullmatch": FULLMATCH,
}
Methods = Mapping[str, set[str]]


class Use(NamedTuple):
    """A regular expression, and how the source uses it in one place."""

    pattern: str | bytes
    use: str
    flags: int
    where: str

    def growth(self) -> str:
        """Return why the pattern is refused, such as "polynomial" time; "" if it is not."""
        return grows(self.pattern, self.use, self.flags)


def uses() -> list[Use]:
    """Return every use of every pattern of the package, each once."""
    trees = {path: ast.parse(path.read_text("utf-8")) for path in sorted(SOURCE.rglob("*.py"))}
    everywhere = _methods(trees.values())
    found = [use for path, tree in trees.items() if _imports_re(tree) for use in _uses_in(tree, path, everywhere)]
    return list({use[:3]: use for use in found if not use.where.startswith(tuple(EXEMPT))}.values())


def _imports_re(tree: ast.Module) -> bool:
    return any(alias.name == "re" for node in tree.body if isinstance(node, ast.Import) for alias in node.names)


def _methods(trees: Iterable[ast.Module]) -> Methods:
    """Return how patterns are used, by their names, which also name their holders, as a field ``begins``."""
    found: dict[str, set[str]] = {}
    for node in (node for tree in trees for node in ast.walk(tree)):
        match node:
            case ast.Attribute(value=ast.Name(id=name) | ast.Attribute(attr=name), attr=attr) if attr in _USES:
                for key in (name, _plain(name)):
                    found.setdefault(key, set()).add(_USES[attr])
    return found


def _plain(name: str) -> str:
    return name.lower().strip("_")


def _uses_in(tree: ast.Module, path: Path, everywhere: Methods) -> Iterator[Use]:
    module, here, names = _module(path), _methods([tree]), dict[int, str]()
    place = path.relative_to(SOURCE).as_posix()
    for node in ast.walk(tree):
        match node:
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                names[id(node.value)] = name
            case ast.Return():
                names[id(node.value)] = "return"  # found where the result is stored
            case ast.Call(func=ast.Attribute(value=ast.Name(id="re"), attr=attr)) if attr == "compile" or attr in _USES:
                name = names.get(id(node), "")
                known = here.get(name) or everywhere.get(_plain(name)) or set(_USES.values())
                for use in [_USES[attr]] if attr in _USES else known if name != "return" else ():
                    yield Use(_value(node.args[0], module), use, _flags(node, module), f"{place}:{node.lineno}")
    for name, kept in vars(module).items():
        for key, pattern in kept.items() if isinstance(kept, dict) else ():
            if isinstance(pattern, re.Pattern):
                where = f"{place}: {name}[{key!r}]"
                yield from (Use(pattern.pattern, use, pattern.flags, where) for use in (FULLMATCH, MATCH))


def _module(path: Path) -> ModuleType:
    parts = path.relative_to(SOURCE).with_suffix("").parts
    with suppress(ImportError):  # PyTorch, for one, need not be there
        return importlib.import_module(".".join(parts[:-1] if parts[-1] == "__init__" else parts))
    return ModuleType("without what it needs")


def _flags(call: ast.Call, module: ModuleType) -> int:
    given = (_value(each, module) for each in (*call.args[1:], *(keyword.value for keyword in call.keywords)))
    return next((int(value) for value in given if isinstance(value, re.RegexFlag)), 0)


def _value(node: ast.expr, module: ModuleType) -> Any:
    """Return the value of an expression in a module, with a word for each part that only a function knows."""
    if isinstance(node, ast.JoinedStr):
        return "".join(str(_value(value, module)) for value in node.values)
    if isinstance(node, ast.FormattedValue):
        return _value(node.value, module)
    try:
        return eval(ast.unparse(node), {**vars(module), "re": re})
    except (NameError, AttributeError):
        return "word"


def main() -> int:
    """Print every use of a pattern that is refused; return 1 if there is any."""
    found = uses()
    refused = [(use, why) for use in found if (why := use.growth())]
    for use, why in refused:
        print(f"{use.where}: {why} under {use.use}: {use.pattern!r}")
    print(f"{len(found)} uses of regular expressions, {len(refused)} refused")
    return 1 if refused else 0


if __name__ == "__main__":
    sys.exit(main())
