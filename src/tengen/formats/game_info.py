"""What a record's ``info`` may say of its game: SGF's names for it, which other formats use, too."""

from __future__ import annotations

import re
from typing import Final

INFO: Final = frozenset(re.findall(r"\w+", "AN BR BT CP DT EV GC GN HA KM ON OT PB PC PW RE RO RU SO TM US WR WT"))
"""The game information of FF[4]; at the root it is the record's `info`."""
