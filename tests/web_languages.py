"""Languages for tests: extra catalogues, offered next to those of the package."""

from collections.abc import Callable, Mapping
from pathlib import Path
from shutil import copy

from tengen.web import texts
from tengen.web.languages import catalogue, reader_language

PACKAGED = Path(catalogue.__file__).parent


def offer(put: Callable[[object, str, object], None], folder: Path, catalogues: Mapping[str, str]) -> None:
    """Offer languages with these catalogues; ``put`` sets an attribute, ``folder`` takes the files of all languages."""
    for path in PACKAGED.glob("*.po"):
        copy(path, folder)
    for language, po in catalogues.items():
        (folder / f"{language}.po").write_text(po, "utf-8")
    put(catalogue, "FOLDER", folder)
    put(reader_language, "LANGUAGES", (*catalogue.LANGUAGES, *catalogues))
    forget()


def forget() -> None:
    for kept in (catalogue.catalogue, texts._filler, texts.script_words):
        kept.cache_clear()
