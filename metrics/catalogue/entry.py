"""What the catalogue says of one measure, and of one misprint in its sources."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, Literal

# table: the columns of the tables of classes and averages on pages; export: the values of every
# class in exports
# further: the table of further measures below that of averages
ShownIn = Literal["table", "export", "further"]
# average: what is averaged over decisions, classes and documents, as `metrics.measures` lists it
ShownPlace = Literal[ShownIn, "average"]


@dataclass(frozen=True, kw_only=True)
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


@dataclass(frozen=True, kw_only=True)
class TestFacts:
    """What a test of two systems is for. Plain text.

    `name` as a table of tests says it; `asks` a question; what it `assumes`, and what it is
    `not_for`; `trials`: what it counts, in the plural.
    """

    __test__ = False  # pytest would collect a class of this name

    name: str
    asks: str
    assumes: str
    not_for: str
    trials: str


@dataclass(frozen=True, kw_only=True)
class Entry:
    """A measure or procedure. Texts are Markdown with formulas between dollars.

    `function` computes it: the function itself where importing it costs nothing, else its dotted
    name; None for what no function of `metrics` does. `symbol` heads a narrow column. `formula`
    is LaTeX without dollars. `range`: the ends of an interval, or words. `undefined` says what
    happens at 0/0. `range`, `best` and `undefined` are empty where the word has no sense, as
    for a procedure. `aliases`: other names, each with who uses it. `misprints` are ids.
    `shown_in`: where a measure of one contingency table is shown without being asked for, beside
    its averages.
    """

    key: str
    name: str
    group: str
    formula: str
    meaning: str
    function: Callable[..., Any] | str | None = None
    symbol: str = ""
    range: tuple[float, float] | str = ""
    best: float | str = ""
    undefined: str = ""
    source: tuple[str, ...]
    note: str = ""
    misprints: tuple[str, ...] = ()
    shown_in: tuple[ShownIn, ...] = ()
    test: TestFacts | None = None
    aliases: Mapping[str, str] = field(default_factory=dict)

    @property
    def aliases_text(self) -> str:
        """`sensitivity (medicine); hit rate`: the other names, with who uses them."""
        return "; ".join(f"{name} ({who})" if who else name for name, who in self.aliases.items())

    @property
    def range_text(self) -> str:
        """`0 to 1`, or the words for it."""
        if isinstance(self.range, str):
            return self.range
        return f"{self.range[0]:g} to {self.range[1]:g}"

    @property
    def best_text(self) -> str:
        """The best value, or the words for it."""
        return self.best if isinstance(self.best, str) else f"{self.best:g}"

    @property
    def source_text(self) -> str:
        """The sources, parted by semicolons."""
        return "; ".join(self.source)

    def resolved(self) -> Callable[..., Any] | None:
        """The function itself. ImportError or AttributeError where the entry names one in vain."""
        if not isinstance(self.function, str):
            return self.function
        module, _, name = self.function.rpartition(".")
        found: Callable[..., Any] = getattr(import_module(module), name)
        return found
