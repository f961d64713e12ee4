"""What the catalogue says of one measure, and of one misprint in its sources."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Misprint:
    """An error in a source: `id` is stable, texts are Markdown with formulas between dollars.

    `where` in the source; what is `printed` there (in our words); what is `correct`; the
    `evidence`, with numbers that anyone can check.
    """

    id: str
    source: str
    where: str
    printed: str
    correct: str
    evidence: str


@dataclass(frozen=True)
class Entry:
    """A measure or procedure. Texts are Markdown with formulas between dollars.

    `formula` is LaTeX without dollars. `undefined` says what happens at 0/0. `range`, `best`
    and `undefined` are empty where the word has no sense, as for a procedure.
    """

    key: str
    name: str
    group: str
    formula: str
    meaning: str
    range: str
    best: str
    undefined: str
    source: str
    note: str = ""
    misprints: tuple[Misprint, ...] = ()
