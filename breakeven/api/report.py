"""The report of a review: everything that is to be said of one system, to take along.

Tested in `test_report_three_doors`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from breakeven.analysis.findings.check_limits import Limits
from breakeven.analysis.findings.duplicates import search_near
from breakeven.analysis.selection.selection import Selection
from breakeven.data.installation import CODE_VERSION
from breakeven.data.records import Review
from breakeven.report import report_tables
from breakeven.report.formats import FORMATS, format_of, report_bytes
from breakeven.report.gather import report_of
from breakeven.report.model_card import Benchmark
from breakeven.report.plain_data import mlflow_metrics, plain_of
from breakeven.report.record import Report, ReportOptions
from breakeven.results import values
from breakeven.results.arguments import selection_of
from breakeven.results.story import StoryChoices
from breakeven.results.target_verdict import AnyTarget, rules_of_target
from metrics.averaging import Undefined
from metrics.typing import DEFAULT_BETA

if TYPE_CHECKING:
    from breakeven.results.arguments import AnyCut

# dataset and task of a benchmark on the Hugging Face Hub, and the measure that it asks for
AnyBenchmark = tuple[str, str, str]


@dataclass(frozen=True, repr=False, eq=False)
class ReportResult:
    """A report, which is saved in many formats; all of them say the same of `content`."""

    content: Report

    def save(
        self,
        path: str | Path,
        format: str | None = None,
        benchmark: AnyBenchmark | None = None,
    ) -> Path:
        """Write a file. Its format is that of its ending, or `format`; the path comes back.

        Formats: html, pdf, markdown, latex, json, model-card, mlflow, eval-results. The last, or
        any YAML in a folder `.eval_results`, needs a `benchmark`: dataset, task and measure, such
        as `("org/data", "default", "micro_f")`. ValueError for a name that says no format, or a
        measure that there is not; OSError where the file cannot be written.
        """
        if format is not None and format not in FORMATS:
            raise ValueError(f"there is no format {format!r}; choose one of {', '.join(FORMATS)}")
        name = format_of(path) if format is None else format
        about = None if benchmark is None else Benchmark(*benchmark)
        data = report_bytes(self.content, name, about)
        Path(path).write_bytes(data)
        return Path(path)

    def to_html(self) -> str:
        """The report as one HTML file, which runs and loads nothing."""
        return report_bytes(self.content, "html").decode()

    def to_markdown(self) -> str:
        """The report as Markdown, at most 64 KB: what is too long is cut, and says so."""
        return report_bytes(self.content, "markdown").decode()

    def to_latex(self) -> str:
        """The tables of numbers in LaTeX."""
        return report_bytes(self.content, "latex").decode()

    def to_model_card(self) -> str:
        """The `model-index` of a model card, YAML for the front matter of its README."""
        return report_bytes(self.content, "model-card").decode()

    def to_mlflow(self) -> dict[str, float]:
        """Names and numbers for `mlflow.log_metrics`."""
        return mlflow_metrics(self.content)

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data, undefined as None."""
        found: dict[str, Any] = plain_of(self.content)
        return found

    def __repr__(self) -> str:
        of = self.content.subject
        split = "all documents" if of.split is None else of.split
        return f"<Report of {of.title}: {of.system} on {split}>"

    def _repr_html_(self) -> str:
        table = report_tables.headline(self.content.headline)
        said = (*(of.said for of in self.content.verdict), *self.content.conditions)
        return "".join(
            [
                values.html_paragraph(repr(self)[1:-1]),
                *map(values.html_paragraph, said),
                values.html_table(table.head, table.rows),
            ]
        )


def report(  # noqa: PLR0913 - the choices of an evaluation, and what the report shows
    review: Review,
    system: str | None = None,
    split: str | None = None,
    cut: AnyCut | None = None,
    beta: float = DEFAULT_BETA,
    undefined: Undefined = "drop",
    *,
    where: str | None = None,
    texts: bool = False,
    story: bool = False,
    appendix: bool = False,
    title: str = "",
    limits: Limits | None = None,
    target: AnyTarget | None = None,
) -> ReportResult:
    """Everything that is to be said of a system on a split, to take along in many formats.

    `system`, `split`, `cut`, `beta`, `undefined`, `where`: as for `evaluate`; `limits` as for
    `check`; `target` as for `EvaluationResult.target_verdict`. `texts`: whether examples show what
    documents say, which leaves the house with the report. `story`: whether it begins with the
    story, in plain words and pictures. `appendix`: whether HTML, PDF, Word and Markdown have
    everything behind the first two pages; data formats always have it. `title`: instead of the
    review's name.

    ValueError as for `evaluate`.

    >>> import breakeven as be
    >>> review = be.from_arrays(["a", "b", "b", "a"], ["a", "b", "a", "a"], name="four")
    >>> be.report(review).to_markdown().splitlines()[0]
    '# four'
    """
    if not beta >= 0:
        raise ValueError(f"beta is {beta}; give a number from 0 on, or inf")
    if review.truth.labels is None:
        raise ValueError("nobody has labelled these documents; give a truth")
    chosen = selection_of(review, system, split, where, cut)
    chosen = replace(chosen, beta=float(beta), undefined=undefined)
    choices = StoryChoices() if story else None
    options = ReportOptions(
        texts=texts,
        title=title,
        limits=limits or Limits(),
        story=choices,
        appendix=appendix,
        target=None if target is None else rules_of_target(target),
    )
    return report_result(review, chosen, options)


def report_result(review: Review, selection: Selection, options: ReportOptions) -> ReportResult:
    """The report of a selection, of today and of this program. ChoiceError as for `report_of`."""
    dated = replace(options, date=date.today().isoformat(), code_version=CODE_VERSION)
    near = search_near(review.truth, options.limits)
    return ReportResult(report_of(review, selection, dated, near=near))
