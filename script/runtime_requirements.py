"""For building the package: its requirements are those of requirements.txt, but for the tests'."""

from __future__ import annotations

from pathlib import Path

from hatchling.metadata.plugin.interface import MetadataHookInterface

# requirements.txt has it because the README's `pytest` needs it; the installed package does not
ONLY_TESTS = ("pytest",)


class RuntimeRequirements(MetadataHookInterface):
    """Fills in `dependencies`, which pyproject.toml calls dynamic."""

    def update(self, metadata: dict) -> None:
        text = (Path(self.root) / "requirements.txt").read_text(encoding="utf-8")
        lines = (line.partition("#")[0].strip() for line in text.splitlines())
        metadata["dependencies"] = [
            line for line in lines if line and not line.startswith(ONLY_TESTS)
        ]
