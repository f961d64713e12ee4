"""A page for the code of every finding: how it is detected, why it matters, what to do, and data.

The words are the rule's own; the data are made, and checked when the page is asked for.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from difflib import get_close_matches
from io import StringIO
from typing import TYPE_CHECKING

from breakeven.analysis.advice.consequences import CONSEQUENCES
from breakeven.analysis.advice.in_mind import in_a_row
from breakeven.analysis.advice.trials import trial_text
from breakeven.analysis.findings.check_limits import ROLES, SETTINGS, Limits
from breakeven.analysis.findings.check_rules import RULES
from breakeven.analysis.findings.examples.data_examples import EXAMPLES
from breakeven.analysis.findings.finding import Effect, Finding
from breakeven.analysis.findings.rule import CheckRule
from breakeven.api.files import read
from breakeven.data.wording import count_of, shorten
from breakeven.results.findings import check
from breakeven.results.table_formats import in_markdown

if TYPE_CHECKING:
    from breakeven.analysis.findings.examples.made_tables import FindingExample
    from breakeven.results.findings import Findings

EFFECTS: Mapping[Effect, str] = {
    "voids": "the numbers may not mean what they seem",
    "uncertain": "it makes the numbers uncertain, or about something else",
    "improves": "the numbers hold, and the system could be improved",
}
# rows of the made data that a page shows, and how much of a cell
SHOWN_ROWS = 6
SHOWN_CHARACTERS = 60


@dataclass(frozen=True)
class ExplainedFinding:
    """A rule, made data that raise its finding, and what their check says."""

    rule: CheckRule
    example: FindingExample
    findings: Findings

    @property
    def finding(self) -> Finding:
        """The finding that the made data raise."""
        return next(each for each in self.findings if each.code == self.rule.code)

    @property
    def file_name(self) -> str:
        """What the file of the made data is called."""
        return f"{self.rule.code}.csv"

    def to_csv(self) -> str:
        """The made data as a file."""
        return "".join(_csv_lines(self.example, range(len(self.example.columns["id"])), None))

    def to_markdown(self, file_link: str = "") -> str:
        """The page. `file_link`: the address of the made data, where they are offered as a file."""
        rule, limits = self.rule, Limits()
        lines = [
            f"# {in_markdown(rule.title)}",
            "",
            f"`{rule.code}` · usually {_with_article(rule.severity)} · {EFFECTS[rule.effect]}",
            "",
            "## How it is detected",
            "",
            in_markdown(rule.raised_text(limits)),
            *_changed_by(rule),
            "",
            "## Why it matters",
            "",
            in_markdown(rule.why),
            "",
            "## What to do",
            "",
            in_markdown(self.finding.action),
            *self._tried(),
            "",
            "## Made data that raise it",
            "",
            in_markdown(self.example.planted),
            "",
            *self._rows(),
            *self._file(file_link),
            "",
            "`breakeven check` says of them:",
            "",
            f"> **{self.finding.severity}: {in_markdown(rule.title)}** "
            f"{in_markdown(self.finding.what)}",
            "",
            self._others(),
        ]
        return "\n".join(lines) + "\n"

    def _tried(self) -> Iterator[str]:
        """What comes of the advice on the made data, and what else follows from the finding."""
        if self.finding.trial is not None:
            yield ""
            yield f"On the data below. {in_markdown(trial_text(self.finding.trial))}"
        follow = [each.title for each in RULES.values() if _may_follow(each.code, self.rule.code)]
        if follow:
            yield ""
            yield f"It may cause other findings, which then stand beneath it: {in_a_row(follow)}."

    def _rows(self) -> Iterator[str]:
        """Some of the rows that the finding is about, as they stand in the file."""
        rows = [int(row) for row in self.finding.documents[:SHOWN_ROWS]] or self._of_its_classes()
        yield "Some rows that it is about:" if rows else "The first rows:"
        yield ""
        rows = rows or list(range(SHOWN_ROWS))
        yield "```csv"
        yield "".join(_csv_lines(self.example, rows, SHOWN_CHARACTERS)).rstrip("\n")
        yield "```"

    def _of_its_classes(self) -> list[int]:
        """Rows of the finding's classes in the last split, those predicted wrongly first."""
        columns = self.example.columns
        if "predicted" not in columns or not self.finding.classes:
            return []
        names = {self.findings.review.truth.classes[c] for c in self.finding.classes}
        cells = list(zip(columns["split"], columns["true"], columns["predicted"], strict=True))
        last = columns["split"][-1]
        about = [
            (true == predicted, row)
            for row, (split, true, predicted) in enumerate(cells)
            if split == last and names & {*true.split("|"), *predicted.split("|")}
        ]
        return [row for _, row in sorted(about)[:SHOWN_ROWS]]

    def _file(self, link: str) -> Iterator[str]:
        if link:
            n = count_of(len(self.example.columns["id"]), "row")
            yield ""
            yield f"All of it, {n}: [{self.file_name}]({link})."

    def _others(self) -> str:
        """Which other findings the data raise, and why they cannot but do so."""
        also = [f"`{code}`, because {reason}" for code, reason in self.example.also.items()]
        if not also:
            return "Nothing else is found in them."
        return f"They also raise {'; '.join(also)}. Nothing else is found in them."


def _may_follow(code: str, cause: str) -> bool:
    """Whether a finding of a code may stand beneath one of another."""
    return any(each.cause == cause and each.names(code) for each in CONSEQUENCES)


def explain(code: str) -> ExplainedFinding:
    """The page on the finding with this code. ValueError, with the nearest codes, for another.

    >>> from breakeven.api.explained import explain
    >>> explain("leak.same-id").finding.severity
    'error'
    """
    if code not in RULES:
        raise ValueError(f"there is no finding {shorten(code)!r}; {_nearest(code)}")
    example = EXAMPLES[code]()
    every_row = range(len(example.columns["id"]))
    data = "".join(_csv_lines(example, every_row, None)).encode()
    return ExplainedFinding(RULES[code], example, check(read(data)))


def _nearest(code: str) -> str:
    """Which codes may have been meant: those spelt like it, else those of its family."""
    near = get_close_matches(code.strip().lower(), RULES, n=4, cutoff=0.5)
    parts = re.split(r"[.\s_-]+", code.strip().lower())
    near += [known for known in RULES if set(parts) & set(re.split(r"[.-]", known))]
    meant = list(dict.fromkeys(near))[:6] or list(RULES)
    return f"{'did you mean' if near else 'choose of'} {', '.join(meant)}{'?' if near else ''}"


def _with_article(severity: str) -> str:
    return f"{'an' if severity == 'error' else 'a'} {severity}"


def _changed_by(rule: CheckRule) -> Iterator[str]:
    """The options that move the limits of a rule."""
    names = [f.name for f in fields(Limits) if f"{{{f.name}" in rule.raised_by]
    names += [role for role in ROLES if role in rule.needs]
    if not names:
        return
    options = [f"`--{name.replace('_', '-')}` ({_meaning(name)})" for name in names]
    yield ""
    yield f"Options that change it: {_in_a_row(options)}."


def _meaning(name: str) -> str:
    words = SETTINGS[name].words if name in SETTINGS else ROLES[name]
    return words[0].lower() + words[1:]


def _in_a_row(texts: list[str]) -> str:
    """`a`, `a and b`, `a, b and c`: without quotation marks."""
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} and {texts[-1]}"


def _csv_lines(example: FindingExample, rows: range | list[int], most: int | None) -> Iterator[str]:
    """The header and these rows of the made data; no cell longer than `most` characters."""
    columns = example.columns
    cells = [[str(values[row]) for values in columns.values()] for row in rows]
    for line in [list(columns), *cells]:
        out = StringIO()
        csv.writer(out, lineterminator="\n").writerow(
            line if most is None else [shorten(cell, most) for cell in line]
        )
        yield out.getvalue()
