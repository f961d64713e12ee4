"""For building the package: the documents go along as a site, where `script/docs` built it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PackagedDocs(BuildHookInterface):
    """Adds the folder `site`, if it is there: without it the app has no link to the documents."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        site = Path(self.root) / "site"
        if version != "editable" and (site / "index.html").is_file():
            build_data["force_include"][str(site)] = "breakeven/_app/site"
