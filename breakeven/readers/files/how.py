"""How a file is to be read, where it is not as it seems."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class How:
    """What somebody said of a file before it is opened; None: as the file itself says.

    `format`: the key of a format in `readers.formats`, or "" for a plain table.
    """

    encoding: str | None = None
    format: str | None = None


Hows = Mapping[str, How]
