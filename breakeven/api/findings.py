"""What should be done next: findings that show themselves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any, overload

from breakeven.api import html
from breakeven.api.choices import selection_of
from breakeven.api.evaluation import evaluate
from breakeven.evaluation.evaluation import Evaluation
from breakeven.findings.finding import Finding, Order, in_order
from breakeven.findings.limits import Limits
from breakeven.findings.review import Checked, check_data, search_near
from breakeven.findings.rules import RULES
from breakeven.records import Review
from breakeven.reports import class_map
from breakeven.reports.cautions import of_order
from breakeven.reports.findings import as_markdown, of_checked
from breakeven.reports.where import of_where, under_title
from breakeven.selection.checked import check_evaluated
from breakeven.selection.where import Kept
from breakeven.text import count_of

if TYPE_CHECKING:
    import pandas as pd

    from breakeven.api.choices import AnyCut


@dataclass(frozen=True, repr=False, eq=False)
class Findings(Sequence[Finding]):
    """The findings of a review, most urgent first.

    `checked` also holds which checks found nothing, and which could not be made and why. `system`
    is empty where the review has none.
    """

    checked: Checked
    review: Review
    system: str
    split: str | None
    limits: Limits
    kept: Kept | None = None

    @overload
    def __getitem__(self, index: int) -> Finding: ...
    @overload
    def __getitem__(self, index: slice) -> list[Finding]: ...
    def __getitem__(self, index: int | slice) -> Finding | list[Finding]:
        return self.checked.findings[index]

    def __len__(self) -> int:
        return len(self.checked.findings)

    def __iter__(self) -> Iterator[Finding]:
        return iter(self.checked.findings)

    def _subject(self) -> dict[str, Any]:
        truth = self.review.truth
        return {
            "review": self.review.name,
            "documents": truth.n,
            "classes": len(truth.classes),
            "system": self.system or None,
            "split": self.split,
            **of_where(self.kept),
            "limits": asdict(self.limits),
        }

    def to_dict(self) -> dict[str, Any]:
        """What `breakeven check --format json` prints."""
        found = of_checked(self.review.truth, self.checked)
        return (
            {"review": self.review.name}
            | self._subject()
            | of_order(self.review.truth)
            | found
            | class_map.of_class_map(self.review)
        )

    def to_markdown(self) -> str:
        """What `breakeven check` prints."""
        document = as_markdown(self.review, self.checked, self._subject())
        return under_title(document, self.kept) + class_map.as_markdown(self.review)

    def frame(self) -> pd.DataFrame:
        """One row per finding."""
        import pandas as pd

        columns = ("severity", "code", "title", "what", "action", "errors", "error_share",
                   "gain_macro", "gain_micro")  # fmt: skip
        rows = [[getattr(finding, name) for name in columns] for finding in self]
        return pd.DataFrame(rows, columns=list(columns))

    def __repr__(self) -> str:
        of = self.system or "the data"
        return f"<{count_of(len(self), 'finding')} on {self.review.name}: {of}>"

    def _repr_html_(self) -> str:
        rows = [[f.severity, f.title, f.what, f.action] for f in self]
        head = ["severity", "finding", "what", "next"]
        return html.paragraph(repr(self)[1:-1]) + html.table(
            head, rows[: html.MOST_ROWS], len(rows), longest=500
        )


def check(
    review: Review,
    system: str | None = None,
    split: str | None = None,
    cut: AnyCut | None = None,
    limits: Limits | None = None,
    beta: float = 1.0,
    *,
    sort: Order = "errors",
    where: str | None = None,
) -> Findings:
    """Whether the splits are fit to judge by, and what should be done next, with the evidence.

    `system`, `split`, `cut`, `where`: as for `evaluate`; they are about what decisions show. Where
    nobody has labelled, or nothing is predicted, the data alone is checked.
    `limits`: what is still accepted. `sort`: by the errors that a finding explains, or
    by what mending it would gain in macro or micro F.

    >>> import breakeven as be
    >>> found = be.check(be.from_arrays(["a", "a", "b"], ["a", "b", "b"]))
    >>> {finding.severity for finding in found} <= {"error", "warning", "notice"}
    True
    """
    if (said := of_data_alone(review)) is not None:
        if where is not None:
            raise ValueError(f"{said}; leave where out")
        name, evaluated = selection_of(review, system, split, cut=cut).system, None
    else:
        evaluation = evaluate(review, system, split, cut, beta, where=where)
        name, evaluated = evaluation.system, (evaluation, evaluation.kept)
    return findings_of(review, name, evaluated, limits or Limits(), beta, sort)


def of_data_alone(review: Review) -> str | None:
    """Why the data alone can be checked and no decisions, in a clause; None where both can."""
    if not review.has_system:
        return "nothing is predicted, so all documents are checked and no decisions"
    return "nobody has labelled these documents" if review.truth.labels is None else None


def findings_of(
    review: Review,
    system: str,
    evaluated: tuple[Evaluation, Kept | None] | None,
    limits: Limits,
    beta: float,
    sort: Order,
) -> Findings:
    """Every finding, in order. `evaluated`: the system's decisions, and what a filter keeps.

    It is None where nobody has labelled, or there is no system.
    """
    truth = review.truth
    near = search_near(truth, limits)
    if evaluated is None:
        shown, kept = None, None
        checked = check_data(truth, limits, near, RULES, len(review.own))
    else:
        evaluation, kept = evaluated
        shown = evaluation.split
        checked = check_evaluated(review, evaluation, kept, limits, beta, near)
    ordered = replace(checked, findings=in_order(checked.findings, sort))
    return Findings(ordered, review, system, shown, limits, kept)
