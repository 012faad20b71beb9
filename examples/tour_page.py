"""Run examples/tour.ipynb, keep what it shows in it, and write docs/start/tour.md with its pictures from it.

Run it as ``python examples/tour_page.py docs``, or as ``make tour``.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

from tengen.files.whole import write_whole

HERE = Path(__file__).parent
NOTEBOOK = HERE / "tour.ipynb"
SECONDS = 600
KEPT = ("image/svg+xml", "text/plain")


def main() -> None:
    """Run the notebook, and write it and its page."""
    folder = Path(sys.argv[1])
    notebook = executed()
    text, pictures = page(notebook)
    write_whole(NOTEBOOK, written(notebook))
    write_whole(folder / "start" / "tour.md", text)
    for name, picture in pictures.items():
        write_whole(folder / "pictures" / name, picture)


def stored() -> Any:
    """Return the notebook as it is kept."""
    return nbformat.read(NOTEBOOK, as_version=4)


def written(notebook: Any) -> str:
    """Return the text of a notebook's file."""
    return nbformat.writes(notebook) + "\n"


def executed() -> Any:
    """Return the notebook with the outputs of running it anew, without what changes with every run."""
    notebook = stored()
    here = {"metadata": {"path": str(HERE)}}
    NotebookClient(notebook, timeout=SECONDS, coalesce_streams=True, resources=here).execute()
    for cell in notebook.cells:
        cell.metadata = {}
        for output in cell.get("outputs", ()):
            if "data" in output:
                output.data = {kind: shown for kind, shown in output.data.items() if kind in KEPT}
    notebook.metadata.pop("widgets", None)
    notebook.metadata.language_info = {"name": "python"}
    return notebook


def page(notebook: Any) -> tuple[str, dict[str, str]]:
    """Return the notebook as a page of the documentation, and its pictures by their file names."""
    pictures: dict[str, str] = {}
    parts: list[str] = []
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            parts.append(cell.source)
            continue
        parts.append(f"```python\n{cell.source}\n```")
        parts.extend(_shown(output, pictures) for output in cell.outputs)
    return "\n\n".join(parts) + "\n", pictures


def _shown(output: Mapping[str, Any], pictures: dict[str, str]) -> str:
    """Return an output in Markdown; a picture is kept under a name of its own."""
    data = output.get("data", {"text/plain": output.get("text", "")})
    if "image/svg+xml" not in data:
        return f"```\n{data['text/plain'].rstrip()}\n```"
    name = f"tour-{len(pictures) + 1}.svg"
    pictures[name] = data["image/svg+xml"]
    about = data["text/plain"].strip("<>").replace("\n", " ")
    return f"![{about}](../pictures/{name})"


if __name__ == "__main__":
    main()
