"""An error in a document that people learn from, as it is told on pages."""

from __future__ import annotations

from metrics.catalogue import Misprint


def told(m: Misprint, where: str) -> str:
    """A misprint in Markdown: what is printed, what is right, what shows it."""
    return (
        f"**{where}** :gray[{m.id}]  \n:gray[Printed] {ended(m.printed)}  \n"
        f":gray[Right] {ended(m.correct)}  \n:gray[Shown by] {ended(m.evidence)}"
    )


def ended(text: str) -> str:
    """The text with a full stop at its end."""
    return text if text.endswith(".") else f"{text}."
