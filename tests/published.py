"""What is published with the samples, measured by the program that made them."""

from __future__ import annotations

import json
from typing import Any

from tests.paths import DATA

PUBLISHED: dict[str, Any] = json.loads((DATA / "reuters_results.json").read_text(encoding="utf-8"))
