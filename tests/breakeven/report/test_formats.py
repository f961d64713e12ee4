from __future__ import annotations

import json

import pytest
import yaml

from breakeven.analysis.selection.errors import ChoiceError
from breakeven.api.report import ReportResult
from breakeven.report.formats import FORMATS, format_of, report_bytes
from breakeven.report.model_card import Benchmark
from tests.breakeven.report.reported import plain_review, report

# names of files, and what they ask for
NAMES = {
    "report.html": "html",
    "report.pdf": "pdf",
    "report.md": "markdown",
    "a folder/Report.MD": "markdown",
    "tables.tex": "latex",
    "report.json": "json",
    "mlflow.json": "mlflow",
    "reuters_svm.mlflow.json": "mlflow",
    "model-card.yaml": "model-card",
    "card.yml": "model-card",
    ".eval_results/topics.yaml": "eval-results",
    "model/.eval_results/topics.yaml": "eval-results",
}


@pytest.mark.parametrize("file", NAMES)
def test_a_files_name_says_its_format(file: str) -> None:
    assert format_of(file) == NAMES[file]


@pytest.mark.parametrize("file", ["report", "report.odt", "report.json5", "x.yaml.gz"])
def test_a_name_that_says_none_is_refused(file: str) -> None:
    with pytest.raises(
        ChoiceError, match=r"has no known ending; end it in \.html, \.pdf, \.docx, \.md, \.tex"
    ):
        format_of(file)


def test_the_ending_that_a_file_of_a_format_gets_asks_for_that_format() -> None:
    for key, of in FORMATS.items():
        for ending in of.endings:
            assert format_of(f"report.{ending}") == key


def test_every_format_is_written_as_what_it_is() -> None:
    made = report(plain_review())
    benchmark = Benchmark("org/data", "topics", "micro_f")
    texts = {
        key: report_bytes(made, key, benchmark).decode()
        for key in FORMATS
        if key not in ("pdf", "docx")
    }
    assert texts["html"].startswith("<!doctype html>")
    assert "<h1><bdi" in texts["html"]
    assert texts["markdown"].startswith("# ten\n")
    assert ReportResult(made).to_html() == texts["html"]
    assert texts["latex"].startswith("% report: ten\n")
    assert json.loads(texts["json"])["subject"]["system"] == "svm"
    assert "micro/f" in json.loads(texts["mlflow"])
    assert list(yaml.safe_load(texts["model-card"])) == ["model-index"]
    assert yaml.safe_load(texts["eval-results"])[0]["dataset"]["id"] == "org/data"
    with pytest.raises(ChoiceError, match="needs its dataset, its task and a measure"):
        report_bytes(made, "eval-results")
