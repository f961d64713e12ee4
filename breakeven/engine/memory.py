"""How much memory an engine may take, as it is written."""

from __future__ import annotations

import re

DEFAULT_LIMIT = "2GB"
LIMIT = re.compile(r"([0-9]+(?:\.[0-9]+)?) ?([KMGT])(i?)B")
HOW = "write it as 2GB or 500MB"
