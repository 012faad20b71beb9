"""For translators (docs/translating.md): ``make messages`` updates every catalogue from the sources."""

from __future__ import annotations

import sys
from pathlib import Path

from .extraction import coverage, extracted, update


def main() -> int:
    """Update the catalogues, and print how much of each is translated."""
    here = Path(__file__).parent
    template = extracted()
    for path in sorted(here.glob("*.po")):
        print(f"{path.stem}: {coverage(update(path, template))}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
