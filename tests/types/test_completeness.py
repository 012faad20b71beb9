"""The report of `make types` on Pyright's findings."""

from typing import Any

from completeness import excused_modules, judged


def _symbol(name: str, *messages: str, known: bool = False, exported: bool = True) -> dict[str, Any]:
    said = [{"message": message} for message in messages]
    return {"name": name, "isTypeKnown": known, "isExported": exported, "diagnostics": said}


def _found(*symbols: dict[str, Any]) -> dict[str, Any]:
    return {"typeCompleteness": {"symbols": [*symbols]}}


def test_all_is_well_where_every_public_name_is_known() -> None:
    found = _found(_symbol("tengen.known", known=True), _symbol("tengen._hidden", exported=False))
    assert judged(found) == (0, "The types of all 1 public names are known in full")


def test_an_unknown_name_comes_before_its_consequences() -> None:
    found = _found(
        _symbol("tengen.follows", 'Type of parameter "a" is partially unknown\n  Parameter type is "B"'),
        _symbol("tengen.lacks", 'Type is missing type annotation\n  Inferred type is "int"'),
        _symbol("tengen.known", known=True),
    )
    code, told = judged(found)
    lines = told.splitlines()
    assert code == 1
    assert lines[0] == "2 of 3 public names have types that are not known in full"
    assert lines[1] == '  tengen.lacks: Type is missing type annotation Inferred type is "int"'
    assert lines[2].startswith("  tengen.follows: Type of parameter")


def test_only_heirs_of_untyped_packages_are_excused() -> None:
    base = _symbol("tengen.envs.pettingzoo.Env", "Type of base class unknown")
    assert judged(_found(base))[0] == 1
    code, told = judged(_found(base), excused_modules())
    assert code == 0
    assert told.endswith(", except for 1 by packages without types")
    own = _symbol("tengen.envs.pettingzoo.own", 'Type annotation for parameter "a" is missing')
    assert judged(_found(base, own), excused_modules())[0] == 1
