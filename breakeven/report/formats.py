"""The forms that a report is written in, and which one the name of a file asks for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePath
from typing import TYPE_CHECKING

from breakeven.analysis.selection.errors import ChoiceError
from breakeven.report.pdf import pdf_of

if TYPE_CHECKING:
    from breakeven.report.model_card import Benchmark
    from breakeven.report.record import Report

# the folder of a model on the Hugging Face Hub in which the results of benchmarks stand
EVAL_RESULTS = ".eval_results"


@dataclass(frozen=True)
class ReportFormat:
    """A form of the report: how it is called, how its files end, and of which type they are.

    The longest ending that fits decides; the first is the one that a file gets.
    """

    label: str
    endings: tuple[str, ...]
    media: str


FORMATS: Mapping[str, ReportFormat] = {
    "html": ReportFormat("HTML", ("html", "htm"), "text/html"),
    "pdf": ReportFormat("PDF", ("pdf",), "application/pdf"),
    "docx": ReportFormat(
        "Word",
        ("docx",),
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    ),
    "markdown": ReportFormat("Markdown", ("md", "markdown"), "text/markdown"),
    "latex": ReportFormat("LaTeX tables", ("tex",), "application/x-tex"),
    "json": ReportFormat("JSON", ("json",), "application/json"),
    "model-card": ReportFormat(
        "Model card", ("model-card.yaml", "yaml", "yml"), "application/yaml"
    ),
    "mlflow": ReportFormat("MLflow metrics", ("mlflow.json",), "application/json"),
    "eval-results": ReportFormat("Result of a benchmark", (), "application/yaml"),
}


def format_of(file: str | PurePath) -> str:
    """The format that a file's name asks for, by its ending; YAML in `.eval_results` is a result.

    ChoiceError, a ValueError, where it asks for none.
    """
    path = PurePath(file)
    if path.parent.name == EVAL_RESULTS:
        return "eval-results"
    name = path.name.lower()
    by_ending = [(ending, key) for key, form in FORMATS.items() for ending in form.endings]
    fitting = [
        (end, key) for end, key in by_ending if name == end or name.endswith((f".{end}", f"-{end}"))
    ]
    if not fitting:
        endings = ", ".join(f".{form.endings[0]}" for form in FORMATS.values() if form.endings)
        raise ChoiceError(f"the name {str(file)!r} has no known ending", f"end it in {endings}")
    return max(fitting, key=lambda choice: len(choice[0]))[1]


def report_bytes(report: Report, name: str, benchmark: Benchmark | None = None) -> bytes:
    """The report in a format. `benchmark`: what a result of one is about.

    ChoiceError, a ValueError, where a benchmark is needed and none is given, or it asks for a
    number that is not there, or a PDF or Word is wanted where what writes it is not installed.
    """
    if name in ("pdf", "docx"):
        # loads pandas
        from breakeven.report.docx import docx_of
        from breakeven.report.html import html_of

        return (pdf_of if name == "pdf" else docx_of)(html_of(report))
    return _text(report, name, benchmark).encode()


def _text(report: Report, name: str, benchmark: Benchmark | None) -> str:
    # each of them is slow to import or asked for seldom
    from breakeven.report import latex, markdown, model_card, plain_data
    from breakeven.report.html import html_of

    if name == "eval-results":
        if benchmark is None:
            raise ChoiceError(
                "a result of a benchmark needs its dataset, its task and a measure",
                "give a benchmark",
            )
        return model_card.eval_results(report, benchmark)
    writers = {
        "html": html_of,
        "markdown": markdown.report_in_markdown,
        "latex": latex.report_in_latex,
        "json": plain_data.report_in_json,
        "model-card": model_card.model_index,
        "mlflow": plain_data.mlflow_json,
    }
    return writers[name](report)
