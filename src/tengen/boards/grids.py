"""Square grids ("19", "9x13 torus", "gengo 23", "9x9 without D4"): their surfaces, labels, hoshi, fixed handicaps."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from ..records import Text
from ..records.errors import BoardError
from .board import Board, Relation, overlapped, own_points
from .footprints import GO, NAMED, Footprint, Offset, footprint
from .limits import MAX_SIDE, check_entries, check_points, number, short, unknown

Cell = tuple[int, int]
Locate = Callable[[int, int], Cell | None]

SURFACES = {
    "plane": Text("{size}"),
    "cylinder": Text("{size} cylinder"),
    "torus": Text("{size} torus"),
    "mobius": Text("{size} Möbius strip"),
    "klein": Text("{size} Klein bottle"),
}
"""How the sides of a grid meet, and its title."""
SPELLINGS = {"möbius": "mobius", "moebius": "mobius", "klein-bottle": "klein", "toroidal": "torus"}


def locate(surface: str, width: int, height: int) -> Locate:
    """Return a function from a place, perhaps beyond the rim, to its cell, or None.

    The cylinder joins left and right; the torus also top and bottom. The Möbius strip and the Klein bottle turn upside
    down at the left and right rims.
    """
    wraps_x, wraps_y = surface != "plane", surface in ("torus", "klein")
    flips = surface in ("mobius", "klein")

    def find(x: int, y: int) -> Cell | None:
        turns, column = divmod(x, width)
        if turns and not wraps_x:
            return None
        row = y % height if wraps_y else y
        if not 0 <= row < height:
            return None
        return (column, height - 1 - row if flips and turns % 2 else row)

    return find


def edges(cells: dict[Cell, int], find: Locate) -> Relation:
    """Return the drawn lines; on narrow wrapped boards doubled lines count once and loops vanish."""
    return _relation(cells, find, GO.neighbours, loops=False)


def stones(
    cells: dict[Cell, int], find: Locate, footprint: Footprint, surface: str, labels: tuple[str, ...]
) -> tuple[Relation, Relation]:
    """Return neighbours and footprint of every point (spec 4.1); wrapped grids are checked."""
    check_entries(
        len(cells) * (len(footprint.overlap) + len(footprint.neighbours)), Text("the footprint on this board")
    )
    neighbours = _relation(cells, find, footprint.neighbours)
    overlap = _relation(cells, find, footprint.overlap)
    if surface != "plane":
        _check_wrapped(neighbours, overlap, labels, 2 * footprint.reach + 1)
    if footprint.symmetric:
        _check_turned("neighbours", neighbours, labels)
        _check_turned("footprint", overlap, labels)
    elif surface in ("mobius", "klein") and footprint.turned(1, -1) != footprint:
        raise BoardError(
            "a {surface} board turns footprints over at the rim; draw a footprint that is its own mirror image, top to "
            "bottom",
            surface=surface,
        )
    return neighbours, overlap


def _relation(cells: dict[Cell, int], find: Locate, offsets: Iterable[Offset], loops: bool = True) -> Relation:
    steps = tuple(offsets)
    relation = []
    for (x, y), point in cells.items():
        places = (find(x + dx, y + dy) for dx, dy in steps)
        found = [cells[place] for place in places if place is not None and place in cells]
        relation.append(tuple(sorted(found)) if loops else tuple(sorted(set(found) - {point})))
    return tuple(relation)


def _check_wrapped(neighbours: Relation, overlap: Relation, labels: tuple[str, ...], side: int) -> None:
    for point, (near, under) in enumerate(zip(neighbours, overlap, strict=True)):
        if len(set(near)) < len(near) or len(set(under)) < len(under):
            raise BoardError(
                "around {label} two offsets of the footprint meet over the rim; sides of {side} or more are always "
                "wide enough to wrap",
                label=labels[point],
                side=side,
            )
        if common := set(near) & set(under):
            raise BoardError(
                "the neighbour {neighbour} of {label} falls into its footprint over the rim; sides of {side} or more "
                "are always wide enough to wrap",
                neighbour=labels[min(common)],
                label=labels[point],
                side=side,
            )


def _check_turned(name: str, relation: Relation, labels: tuple[str, ...]) -> None:
    related = [set(points) for points in relation]
    for point, points in enumerate(related):
        for other in points:
            if point not in related[other]:
                raise BoardError(
                    "turned over at the rim, the {relation} of {label} hold {other} but not vice versa; draw a "
                    "footprint that is its own mirror image, top to bottom",
                    relation=name,
                    label=labels[point],
                    other=labels[other],
                )


LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
CLAUSES = ("footprint", "without", "overlap")

_OF_GRIDS = (Text("the size of the board"), Text("the width of the board"), Text("the height of the board"))
_OF_LATTICES = (Text("the size of {kind}"), Text("the width of {kind}"), Text("the height of {kind}"))
"""Names of a board's sides in errors."""


@dataclass(frozen=True)
class Grid:
    """A grid as written, parsed into parts."""

    width: int
    height: int
    surface: str = "plane"
    footprint: Footprint = GO
    without: tuple[str, ...] = ()
    overlap: bool = False

    @property
    def text(self) -> str:
        """The canonical text: a square plain grid of ordinary stones is one number."""
        name, plain = self.footprint.name, self.footprint == GO
        square = self.width == self.height and not (plain and (self.surface != "plane" or self.without))
        words = [] if plain or not name else [name]
        words.append(str(self.width) if square else f"{self.width}x{self.height}")
        words += [self.surface] if self.surface != "plane" else []
        words += ["footprint", self.footprint.picture] if not name else []
        words += ["without", *self.without] if self.without else []
        return " ".join(words + (["overlap"] if self.overlap else []))


def column_name(column: int) -> str:
    """Return GTP's letters for a column counted from 0.

    >>> [column_name(c) for c in (0, 7, 8, 24, 25, 26, 51)]
    ['A', 'H', 'J', 'Z', 'AA', 'AB', 'BB']
    """
    name = ""
    column += 1
    while column:
        column, letter = divmod(column - 1, len(LETTERS))
        name = LETTERS[letter] + name
    return name


def cell_name(cell: Cell, height: int) -> str:
    """Return the label of a cell: columns from the left, rows numbered from the bottom."""
    return f"{column_name(cell[0])}{height - cell[1]}"


def read_grid(words: Sequence[str], default: str | None = None) -> Board:
    """Parse the words of a grid's text; ``default`` is the footprint if the text names none."""
    named = words[0] if words[0] in NAMED else ""
    head, clauses = split_clauses(words[1:] if named else words)
    if not head:
        example = f"{named} 19"
        raise BoardError("{named} needs a size, such as {example}", named=short(named), example=example)
    if named and "footprint" in clauses:
        raise BoardError("the board names two footprints, {named} and a picture; name one", named=named)
    width, height = read_size(head[0], "", MAX_SIDE)
    check_points(width * height - len(clauses.get("without", ())), f"{width}x{height}")
    drawn = "/".join(clauses["footprint"]) if "footprint" in clauses else named or default or "go"
    shape = footprint(drawn)
    drawn_rows = clauses.get("footprint", [])  # a blank in a board's text begins a new row
    if len(drawn_rows) > 1 and all(len(row) == 1 for word in drawn_rows for row in word.split("/")):
        raise BoardError("the footprint's marks are separated; write its rows without blanks, such as .nn/nxn/.n.")
    overlap = "overlap" in clauses
    if clauses.get("overlap"):
        raise BoardError("unexpected {word} after overlap", word=short(clauses["overlap"][0]))
    if overlap and len(shape.overlap) == 1:
        raise BoardError("overlap means nothing here: these stones block their own point only; leave it out")
    grid = Grid(width, height, _surface(head[1:]), shape, overlap=overlap)
    return build_grid(replace(grid, without=_cut(clauses, width, height)))


def split_clauses(words: Sequence[str]) -> tuple[list[str], dict[str, list[str]]]:
    """Split the words into size and surface, and the clauses that follow, each with its words."""
    head: list[str] = []
    clauses: dict[str, list[str]] = {}
    current = head
    for word in words:
        if word in CLAUSES:
            if word in clauses:
                raise BoardError("{word!r} appears twice in the board; write it once", word=word)
            current = clauses.setdefault(word, [])
        else:
            current.append(word)
    for clause, example in (("footprint", "footprint .n./nxn/.n."), ("without", "without D4 E5")):
        if clauses.get(clause) == []:
            raise BoardError(
                "nothing follows {clause!r}; write, for example, {example}", clause=clause, example=example
            )
    return head, clauses


def read_size(text: str, kind: str, most: int) -> tuple[int, int]:
    """Parse "19" or "9x13", width and height; ``kind`` is the lattice's, "" for a grid."""
    size, width, height = (name.with_values(kind=kind) for name in (_OF_LATTICES if kind else _OF_GRIDS))
    sides = text.split("x")
    if len(sides) > 2:
        raise BoardError("{size} is {given}; give a side (19) or width x height (9x13)", size=size, given=short(text))
    if len(sides) == 1:
        side = number(text, size, 1, most)
        return side, side
    return number(sides[0], width, 1, most), number(sides[1], height, 1, most)


def _surface(words: Sequence[str]) -> str:
    if not words:
        return "plane"
    surface = SPELLINGS.get(words[0], words[0])
    if surface not in SURFACES:
        close = Text("a grid cannot be {name}; did you mean {close}?")
        otherwise = Text("a grid cannot be {name}; a size may be followed by {known}")
        raise BoardError(unknown(words[0], (*SURFACES, *CLAUSES), close, otherwise))
    if len(words) > 1:
        raise BoardError(
            "unexpected {word} after {surface}; to cut out points, write: without D4",
            word=short(words[1]),
            surface=surface,
        )
    return surface


def _cut(clauses: dict[str, list[str]], width: int, height: int) -> tuple[str, ...]:
    cells = {cell_name((x, y), height): (x, -y) for x in range(width) for y in range(height)}
    cut = {label.upper() for label in clauses.get("without", ())}
    for label in sorted(cut - cells.keys()):
        raise BoardError(
            "{label} cannot be cut out: it is not on the {width}x{height} board (A1 to {last}; there is no column I)",
            label=short(label),
            width=width,
            height=height,
            last=cell_name((width - 1, 0), height),
        )
    if len(cut) == len(cells):
        raise BoardError("every point is cut out; leave at least one")
    return tuple(sorted(cut, key=cells.__getitem__))


def build_grid(grid: Grid) -> Board:
    width, height = grid.width, grid.height
    check_points(width * height - len(grid.without), grid.text)
    cut = set(grid.without)
    places = ((x, y) for y in range(height) for x in range(width))
    cells = {place: point for point, place in enumerate(p for p in places if cell_name(p, height) not in cut)}
    labels = tuple(cell_name(cell, height) for cell in cells)
    find = locate(grid.surface, width, height)
    lines = edges(cells, find)
    neighbours, overlap = lines, own_points(len(cells))
    if grid.footprint != GO:
        neighbours, overlap = stones(cells, find, grid.footprint, grid.surface, labels)
    stars = _stars(width, height) if grid.surface == "plane" else ()
    board = Board(
        text=grid.text,
        labels=labels,
        edges=lines,
        neighbours=neighbours,
        footprint=overlap,
        rows=tuple(tuple(cells.get((x, y), -1) for x in range(width)) for y in range(height)),
        wrapped=grid.surface != "plane",
        centre=cells.get((width // 2, height // 2)) if width % 2 and height % 2 else None,
        hoshi=tuple(sorted(cells[star] for star in stars if star in cells)),
        surface=grid.surface,
    )
    return replace(board, neighbours=overlapped(neighbours, overlap), overlap=True) if grid.overlap else board


def _stars(width: int, height: int) -> list[Cell]:
    """Return the cells of the hoshi in the order of GTP 2 (4.1.1) for fixed handicap stones.

    Four corners from 7x7 up, on the third line below 13 and on the fourth from there; sides and centre as well if both
    sides are odd and at least 9. The last is the centre.
    """
    if min(width, height) < 7:
        return []
    line = 3 if min(width, height) >= 13 else 2
    left, right, top, bottom = line, width - 1 - line, line, height - 1 - line
    corners = [(left, bottom), (right, top), (left, top), (right, bottom)]
    if width % 2 == 0 or height % 2 == 0 or min(width, height) < 9:
        return corners
    x, y = width // 2, height // 2
    return [*corners, (left, y), (right, y), (x, bottom), (x, top), (x, y)]


def fixed_handicap(board: Board, stones: int) -> tuple[int, ...]:
    """Return the points of a fixed handicap of 2 to 9 stones, as in GTP 2 (spec 0.6).

    At most four stones if a side is even or 7; BoardError on boards other than unwrapped grids with hoshi.

    >>> from tengen import boards
    >>> board = boards.parse("19")
    >>> [board.labels[p] for p in boards.fixed_handicap(board, 5)]
    ['D4', 'Q16', 'D16', 'Q4', 'K10']
    """
    if board.surface != "plane" or not board.hoshi or board.shape is None:
        raise BoardError("{board} has no fixed handicap: that needs an unwrapped grid of 7x7 or more", board=board.name)
    cells = _stars(*board.shape)
    if not 2 <= stones <= len(cells):
        raise BoardError(
            "a fixed handicap of {stones} is impossible on {board}; use 2 to {count} stones",
            stones=stones,
            board=board.name,
            count=len(cells),
        )
    chosen = cells[: stones - stones % 2] if stones > 4 else cells[:stones]
    chosen = [*chosen, cells[-1]] if stones > 4 and stones % 2 else chosen
    points = [board.rows[y][x] for x, y in chosen]
    if -1 in points:
        raise BoardError(
            "a fixed handicap of {stones} needs a point that is cut out of {board}", stones=stones, board=board.name
        )
    return tuple(points)
