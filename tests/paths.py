"""Where things are, for tests at any depth of the tree."""

from __future__ import annotations

from pathlib import Path

TESTS = Path(__file__).resolve().parent
ROOT = TESTS.parent
APP = str(ROOT / "app.py")
DATA = TESTS / "data"
GOLDEN = TESTS / "golden"
