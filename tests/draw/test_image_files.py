"""Pictures as files: sizes, kinds, missing packages and limits."""

import importlib
from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from tengen import boards
from tengen.draw import image_files
from tengen.draw.svg import svg
from tengen.draw.themes import THEMES
from tengen.records import Markup, Position, TengenError, TengenWarning


def picture(stones: int = 1, text: str = "5", size: int = 120, **options: Any) -> str:
    board = boards.parse(text)
    return svg(board, Position(dict.fromkeys(board.labels[:stones], "black")), size=size, **options)


def opened(data: bytes) -> Any:
    return Image.open(BytesIO(data))


@pytest.mark.parametrize("text", ["5", "1", "3x7", "graph:petersen", "9x9 torus", "gengo 9"])
def test_a_png_has_the_size_of_its_picture(text: str) -> None:
    made = opened(image_files.png(picture(text=text, size=240)))
    assert (made.format, max(made.size)) == ("PNG", 240)


def test_a_png_shows_what_the_picture_shows() -> None:
    made = opened(image_files.png(picture(25, coordinates=False, size=100))).convert("L")
    bare = opened(image_files.png(picture(0, coordinates=False, size=100))).convert("L")
    assert made.getpixel((50, 50)) < 60 < 140 < bare.getpixel((40, 40))


def test_a_pdf_is_one_page_of_the_same_size() -> None:
    made = image_files.pdf(picture(title="A & B <C>"))
    assert made.startswith(b"%PDF-")
    assert b"/MediaBox[0 0 120 120]" in made
    assert b"(A & B <C>)" in made
    assert image_files.pdf(picture(title="A & B <C>")) == made


@pytest.mark.parametrize("kind", ["gif", "webp"])
def test_moving_pictures(kind: str) -> None:
    steps: list[None] = []
    made = opened(
        image_files.animation(
            [picture(n, coordinates=True) for n in (0, 1, 2)], kind, 0.25, step=lambda: steps.append(None)
        )
    )
    assert (made.format, made.n_frames, made.size) == (kind.upper(), 3, (120, 120))
    assert len(steps) == 3
    whiles = []
    for frame in range(3):
        made.seek(frame)
        made.load()
        whiles.append(made.info["duration"])
    assert whiles == [250, 250, 1000]
    assert made.info["loop"] == 0


@pytest.mark.parametrize("theme", ["light", "dark", "print"])
def test_the_margin_is_painted(theme: str) -> None:
    drawn = svg(boards.parse("3"), Position({}), size=120, theme=theme, coordinates=True)
    for made in (image_files.png(drawn), image_files.animation([drawn, drawn], "gif", 0.25)):
        shown = opened(made).convert("RGBA").getpixel((0, 0))
        paper = (*bytes.fromhex(THEMES[theme].paper[1:]), 255)
        assert max(abs(one - two) for one, two in zip(shown, paper, strict=True)) < 6  # a palette rounds


def test_one_picture_does_not_move() -> None:
    assert opened(image_files.animation([picture()], "gif", 1)).n_frames == 1


def test_typesetting_takes_texts_as_texts() -> None:
    source = "#set document(date: none)\n#sys.inputs.said"
    said = '#panic("no") $ \\ * _ [ ] "'
    assert image_files.typeset(source, {"said": said}).startswith(b"%PDF-")


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (lambda: image_files.png(picture(size=8001)), "at most 8,000 pixels"),
        (lambda: image_files.png("<svg/>"), "has no width"),
        (lambda: image_files.png('<svg width="10" height="10">'), "cannot be painted"),
        (lambda: image_files.typeset("#nonsense", {}), "cannot be painted"),
        (lambda: image_files.animation([], "gif", 1), "at least one picture"),
        (lambda: image_files.animation([picture()], "mp4", 1), "'mp4'"),
        (lambda: image_files.animation([picture()], "gif", 0.001), "0.02 to 60 seconds"),
        (lambda: image_files.animation([picture(size=2000)] * 1000, "gif", 1), "make them 632 pixels"),
    ],
)
def test_impossible_pictures_are_reported(make: Any, told: str) -> None:
    with pytest.raises(TengenError, match=told):
        make()


@pytest.mark.parametrize(("missing", "made"), [("typst", "PNG and PDF files"), ("PIL.Image", "moving pictures")])
def test_what_is_not_installed_is_named(missing: str, made: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def absent(name: str) -> Any:
        if name == missing:
            raise ImportError(name)
        return importlib.import_module(name)

    monkeypatch.setattr(image_files, "import_module", absent)
    with pytest.raises(TengenError, match=rf"{made} need the extra `pictures`: pip install 'tengen-go\[pictures\]'"):
        image_files.animation([picture()], "gif", 1) if missing != "typst" else image_files.pdf(picture())


def labelled(text: str) -> str:
    return svg(boards.parse("3"), Position({}), markup=Markup(labels={"B2": text}), size=120, title="天")


def test_characters_without_a_font_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    own = importlib.import_module("typst")
    compiler = own.Compiler(font_paths=own.Fonts(include_system_fonts=False))
    monkeypatch.setattr(image_files, "_compiler", lambda: compiler)
    with pytest.warns(
        TengenWarning, match="no installed font has the characters \U00012000, which became boxes"
    ) as told:
        image_files.png(labelled("a\u3000\u0301\U00012000"))
    assert len(told) == 1
    assert "\n" not in str(told[0].message)
    monkeypatch.setattr(image_files, "_without_font", lambda chars: chars)
    with pytest.warns(TengenWarning, match=r"characters 元天, .*install .*Noto Sans CJK \(fonts-noto-cjk"):
        image_files.pdf(labelled("天元"))


def test_characters_that_a_font_has_and_titles_are_just_written() -> None:
    assert image_files._without_font("…Жα●") == ""
    assert opened(image_files.png(labelled("Жα…"))).size == (120, 120)
