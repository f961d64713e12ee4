"""Where the files are that are no modules: the app's pages, its settings, the samples."""

from __future__ import annotations

from pathlib import Path

HERE = Path(__file__).resolve().parents[1]
# an installed package brings a copy; in a checkout the files stand at the top
SHIPPED = HERE / "_app"


def home() -> Path:
    """The folder that holds `app.py`, `pages/`, `sample_data/` and `.streamlit/`."""
    return SHIPPED if SHIPPED.is_dir() else HERE.parent
