"""For building the package: its requirements and extras are the sections of requirements.txt."""

from __future__ import annotations

import re
from pathlib import Path

from hatchling.metadata.plugin.interface import MetadataHookInterface

SECTION = re.compile(r"# \[(\w+)\] ")
# with a sign before it, it is of the extra and not installed from the file
REQUIREMENT = re.compile(r"(?:# )?([A-Za-z][\w.-]*(?:\[[\w,]+\])?>=[\d.]+(?:,<[\d.]+)?)")


def sections(text: str) -> dict[str, list[str]]:
    """The requirements of each extra by its name, and under no name those of the package."""
    found: dict[str, list[str]] = {"": []}
    name = ""
    for line in text.splitlines():
        if begins := SECTION.match(line):
            name = begins[1]
            found[name] = []
        elif requirement := REQUIREMENT.fullmatch(line):
            found[name].append(requirement[1])
    return found


class RuntimeRequirements(MetadataHookInterface):
    """Fills in `dependencies` and `optional-dependencies`, which pyproject.toml calls dynamic."""

    def update(self, metadata: dict) -> None:
        extras = sections((Path(self.root) / "requirements.txt").read_text(encoding="utf-8"))
        metadata["dependencies"] = extras.pop("")
        metadata["optional-dependencies"] = extras
