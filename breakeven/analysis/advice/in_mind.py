"""What must be kept in mind of numbers: the findings that void them or make them uncertain.

Verdict, `evaluate`, report and pages take it from the one list, in its order. Tested in
`test_in_mind`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from breakeven.analysis.advice.findings_list import on_top
from breakeven.analysis.findings.finding import Finding

# a card and a verdict name so many, the rest is counted
MOST_TITLES = 2


@dataclass(frozen=True)
class Reservations:
    """Findings that speak of the numbers themselves, each in the order of the list.

    `void`: the numbers do not mean what they seem; `uncertain`: they may be off, or be about
    something else.
    """

    void: tuple[Finding, ...]
    uncertain: tuple[Finding, ...]

    @property
    def errors(self) -> tuple[Finding, ...]:
        """Those for which nobody should use the numbers."""
        return tuple(finding for finding in self.void if finding.severity == "error")

    @property
    def grave_texts(self) -> tuple[str, ...]:
        """Each in a sentence or two, but for those that are a notice and void nothing."""
        return tuple(
            f"{finding.title}. {finding.what}"
            for finding in (*self.void, *self.uncertain)
            if finding.effect == "voids" or finding.severity != "notice"
        )

    @property
    def notices_text(self) -> str:
        """The titles of the others in a sentence; "" without any."""
        titles = [f.title for f in self.uncertain if f.severity == "notice"]
        return f"Also found: {in_a_row(titles)}." if titles else ""

    @property
    def short_text(self) -> str:
        """The titles alone, in a sentence or two; "" where there is nothing to keep in mind."""
        kinds = (
            ("These numbers may not mean what they seem", self.void),
            ("What makes the numbers uncertain", self.uncertain),
        )
        parts = [(head, in_a_row([f.title for f in some], MOST_TITLES)) for head, some in kinds]
        return " ".join(f"{head}: {titles}." for head, titles in parts if titles)


def reservations_of(findings: Iterable[Finding], but: Collection[str] = ()) -> Reservations:
    """What of a list speaks of the numbers; `but`: codes that are said elsewhere."""
    tops = [finding for finding in on_top(findings) if finding.code not in but]
    return Reservations(
        void=tuple(f for f in tops if f.effect == "voids"),
        uncertain=tuple(f for f in tops if f.effect == "uncertain"),
    )


def in_a_row(titles: Sequence[str], most: int | None = None) -> str:
    """Titles in a sentence: in small letters, the rest of more than `most` as a number."""
    names = list(dict.fromkeys(f"{title[0].lower()}{title[1:]}" for title in titles))
    shown = names if most is None else names[:most]
    more = len(names) - len(shown)
    return "; ".join(shown) + (f" and {more:,} more" if more else "")
