"""The commands that decide what is true of these games."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..options import Axes, Board, Coordinates, Json, Size, Theme, Variation


def count(
    board: Annotated[
        str | None, typer.Argument(help='Such as 7, "5x5 torus" or graph:petersen. [default: 7; for games 3x1]')
    ] = None,
    what: Annotated[str, typer.Option("--what", help="positions or games.")] = "positions",
    variant: Annotated[
        str, typer.Option("--variant", help="Whose games, or whose stones: as in `tengen variants`, or a TOML file.")
    ] = "chinese",
    axes: Axes = None,
    method: Annotated[
        str | None, typer.Option("--method", help="frontier or enumeration. [default: frontier, where it can be]")
    ] = None,
    memory: Annotated[str, typer.Option("--memory", metavar="SIZE", help="Use so much at most.")] = "4GiB",
    checkpoint: Annotated[
        Path | None, typer.Option("--checkpoint", metavar="FILE", help="Keep what is found there, and go on from it.")
    ] = None,
    json: Json = False,
) -> None:
    """Count the legal positions of a board, or the games on it, exactly."""
    from .count import Wishes, count_board

    count_board(Wishes(board, what, variant, axes or (), method, memory, checkpoint, json))


def life(
    source: Annotated[
        str | None, typer.Argument(metavar="FILE", help="A record or a diagram in any notation; - for stdin.")
    ] = None,
    move: Annotated[int | None, typer.Option("--move", min=0, help="Judge the position after this move.")] = None,
    node: Annotated[
        int | None, typer.Option("--node", min=0, help="Judge the record's node so far from the root.")
    ] = None,
    variation: Variation = "",
    smallest: Annotated[
        str | None,
        typer.Option(
            "--smallest", metavar="WHERE", help="Find a smallest living group: corner, edge, centre, anywhere."
        ),
    ] = None,
    footprint: Annotated[
        str | None,
        typer.Option("--footprint", help="Its stones: go, gengo, large-n, large-o, or a picture of x, o and n."),
    ] = None,
    one_chain: Annotated[bool, typer.Option("--one-chain", help="The group is to be one chain.")] = False,
    svg: Annotated[str | None, typer.Option("--svg", metavar="OUT", help="Draw it as SVG.")] = None,
    png: Annotated[str | None, typer.Option("--png", metavar="OUT", help="Paint it as PNG.")] = None,
    pdf: Annotated[str | None, typer.Option("--pdf", metavar="OUT", help="Print it as PDF.")] = None,
    theme: Theme = "light",
    size: Size = None,
    coordinates: Coordinates = None,
    rules: Annotated[str | None, typer.Option("--rules", help="Judge it by these rules, not by its own.")] = None,
    board: Board = None,
    axes: Axes = None,
    json: Json = False,
    ascii: Annotated[bool, typer.Option("--ascii", help="Draw in plain ASCII.")] = False,
) -> None:
    """Tell and draw what lives whatever the opponent does, what is safe territory, and how the rest can be taken."""
    from ..records.pictures import Pictures
    from ..records.show import Place
    from .life import Search, judge_file, search_smallest

    pictures = Pictures(svg, png, pdf, None, theme, size, coordinates)
    if smallest is not None:
        others = [move, node, variation or None, rules, axes]
        search_smallest(source, others, Search(smallest, footprint, board, one_chain), pictures, json, ascii)
    else:
        place = Place(move, node, None, None, variation, rules, board, axes or ())
        judge_file(source, place, Search("", footprint, None, one_chain), pictures, json, ascii)


def cycles(
    variant: Annotated[str | None, typer.Argument(help="A variant, as in `tengen variants`, or a TOML file.")] = None,
    board: Annotated[str | None, typer.Option("--board", help='Such as 3x1, "2x2 torus" or graph:petersen.')] = None,
    axes: Axes = None,
    position: Annotated[
        str | None,
        typer.Option("--position", metavar="NAME|FILE", help="triple-ko, ..., all; or where the game in a file ends."),
    ] = None,
    points: Annotated[str, typer.Option("--points", metavar="POINTS", help="Place on these points only.")] = "",
    passes: Annotated[bool, typer.Option("--passes/--no-passes", help="Whether anybody may pass.")] = True,
    prisoners: Annotated[
        int | None,
        typer.Option("--prisoners", metavar="N", help="Take prisoners into the state, up to N a side."),
    ] = None,
    symmetric: Annotated[
        bool, typer.Option("--symmetric", help="Take mirror images, and exchanged colours, as one: needs less memory.")
    ] = False,
    memory: Annotated[str, typer.Option("--memory", metavar="SIZE", help="Use so much at most.")] = "1GiB",
    checkpoint: Annotated[
        Path | None, typer.Option("--checkpoint", metavar="FILE", help="Keep the search there, and go on from there.")
    ] = None,
    sgf: Annotated[Path | None, typer.Option("--sgf", metavar="FILE", help="Write the cycle as a record.")] = None,
    json: Json = False,
) -> None:
    """Find out whether play can come back to where it was, how soon, and whether one side can force it."""
    from .cycles import Wishes, search_cycles

    limits = (points, passes, prisoners, symmetric, memory)
    search_cycles(Wishes(variant, board, axes or [], position, *limits, checkpoint, sgf, json))
