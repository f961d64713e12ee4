"""The files of Azure custom text classification open as they are, alone and together."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path
from typing import Any

import pytest

import breakeven as be
from breakeven.data.records import Predictions, Review
from breakeven.readers.base.problems import ReadError
from breakeven.readers.formats.azure import evaluation as azure_evaluation
from breakeven.readers.formats.azure import labels as azure_labels
from breakeven.readers.formats.azure import predictions as azure_predictions
from breakeven.readers.formats.azure import summary as azure_summary
from breakeven.readers.opening import open_table
from breakeven.readers.worker.review_stream import read_review, write_review
from metrics import measures
from metrics.averaging import macro, micro
from metrics.tallies import ContingencyTable
from tests.breakeven.readers.reading import classes_of, notes_text
from tests.paths import TESTS

FILES = TESTS / "data" / "formats" / "azure"
# what was put in: location, true class, predicted class and its confidence
TICKETS = {
    "tickets/0011.txt": ("billing", "billing", 0.97),
    "tickets/0012.txt": ("billing", "billing", 0.88),
    "tickets/0013.txt": ("billing", "login", 0.51),
    "tickets/0014.txt": ("login", "login", 0.93),
    "tickets/0015.txt": ("login", "login", 0.79),
    "tickets/0016.txt": ("login", "billing", 0.46),
    "tickets/0017.txt": ("outage", "outage", 0.99),
    "tickets/0018.txt": ("outage", "outage", 0.84),
    "tickets/0019.txt": ("outage", "login", 0.55),
    "tickets/0020.txt": ("feedback", "billing", 0.42),
}
MOVIES = {
    "1.txt": ({"action", "comedy"}, {"comedy": 0.96}),
    "2.txt": ({"action"}, {"action": 0.99}),
    "3.txt": ({"romance"}, {"romance": 0.91}),
    "4.txt": ({"romance", "comedy"}, {"romance": 0.73}),
    "5.txt": ({"comedy"}, {"action": 0.58}),
}


def path(name: str) -> Path:
    return FILES / f"{name}.json"


def content(name: str) -> Any:
    return json.loads(path(name).read_text(encoding="utf-8"))


def snake(value: Any, names: tuple[str, ...] = ()) -> Any:
    """The same with the keys that a client in Python uses; names of classes stay."""
    if isinstance(value, list):
        return [snake(item, names) for item in value]
    if not isinstance(value, dict):
        return value
    spelt = {k: k if k in names else re.sub(r"([A-Z])", r"_\1", k).lower() for k in value}
    return {spelt[key]: snake(held, names) for key, held in value.items()}


def as_file(folder: Path, name: str, value: Any) -> Path:
    file = folder / f"{name}.json"
    file.write_text(value if isinstance(value, str) else json.dumps(value), encoding="utf-8")
    return file


def only(review: Review) -> Predictions:
    (predictions,) = review.predictions
    return predictions


def decided(review: Review) -> dict[str, set[Any]]:
    """The classes that the one system assigned, by document."""
    predictions = only(review)
    assert predictions.decisions is not None
    assert review.truth.documents is not None
    ids = review.truth.documents[predictions.rows]
    return dict(zip(ids, classes_of(predictions.decisions, review.truth.classes), strict=True))


def true(review: Review) -> dict[str, set[Any]]:
    assert review.truth.labels is not None
    assert review.truth.documents is not None
    labels = classes_of(review.truth.labels, review.truth.classes)
    return dict(zip(review.truth.documents, labels, strict=True))


def scores(review: Review) -> dict[tuple[str, str], float]:
    """The scores that are known, by document and class."""
    predictions = only(review)
    assert predictions.scores is not None
    assert review.truth.documents is not None
    held = predictions.scores.tocoo()
    ids = review.truth.documents[predictions.rows]
    names = review.truth.classes
    cells = zip(ids[held.col], held.row, held.data, strict=True)
    return {(document, names[c]): float(value) for document, c, value in cells}


@pytest.mark.parametrize("form", ["predictions", "client"])
def test_the_labels_file_and_the_predictions_of_a_single_label_project_open_together(
    form: str,
) -> None:
    review = be.read(path("single-labels"), path(f"single-{form}"))
    assert review.formats == ("azure-labels", "azure-predictions")
    assert review.truth.classes == ("billing", "feedback", "login", "outage")
    assert review.truth.splits == ("train", "test")
    assert list(review.truth.in_split("test")) == list(range(10, 20))
    assert list(review.truth.columns["language"][[10, 12]]) == ["en-us", "de"]
    assert decided(review) == {d: {called} for d, (_, called, _) in TICKETS.items()}
    labels = true(review)
    assert {d: labels[d] for d in TICKETS} == {d: {t} for d, (t, _, _) in TICKETS.items()}
    assert labels["tickets/0009.txt"] == {"feedback"}
    # a class that is not listed has no score: it is not taken for 0
    assert scores(review) == {(d, called): s for d, (_, called, s) in TICKETS.items()}
    assert not only(review).probabilities
    # predictions were asked for by the name of the file alone
    assert "'0011.txt' is 'tickets/0011.txt'" in notes_text(review)


def test_the_labels_file_and_the_predictions_of_a_multi_label_project_open_together() -> None:
    review = be.read(path("multi-labels"), path("multi-predictions"))
    assert review.truth.classes == ("action", "comedy", "romance")
    assert decided(review) == {d: set(called) for d, (_, called) in MOVIES.items()}
    labels = true(review)
    assert {d: labels[d] for d in MOVIES} == {d: t for d, (t, _) in MOVIES.items()}
    assert scores(review) == {
        (d, c): s for d, (_, given) in MOVIES.items() for c, s in given.items()
    }


@pytest.mark.parametrize("labels", [True, False])
@pytest.mark.parametrize("kind", ["single", "multi"])
def test_the_evaluation_opens_with_the_labels_file_or_alone(kind: str, labels: bool) -> None:
    first = [path(f"{kind}-labels")] if labels else []
    review = be.read(*first, path(f"{kind}-evaluation"))
    given = (
        {d: {called} for d, (_, called, _) in TICKETS.items()}
        if kind == "single"
        else {d: set(called) for d, (_, called) in MOVIES.items()}
    )
    assert decided(review) == given
    assert review.truth.splits == (("train", "test") if labels else ("test",))


def service_macro(tables: ContingencyTable) -> dict[str, float]:
    """As the example of its reference counts: 0/0 is 0, over classes that occur in either."""
    there = tables[(tables.assigned + tables.positives) > 0]
    return {name: average.value for name, average in macro(there, 1.0, "zero").items()}


@pytest.mark.parametrize("kind", ["single", "multi"])
def test_our_numbers_of_the_evaluation_are_those_of_the_summary(kind: str) -> None:
    (summary,) = (
        held for key, held in content(f"{kind}-summary").items() if key.endswith("Evaluation")
    )
    evaluation = be.evaluate(be.read(path(f"{kind}-evaluation")))
    tables, pooled = evaluation.tables, micro(evaluation.tables)
    assert set(evaluation.classes) == set(summary["classes"])
    for place, name in enumerate(evaluation.classes):
        held, table = summary["classes"][name], tables[place]
        counts = [table.tp, table.fp, table.fn, table.tn]
        keys = ["truePositive", "falsePositive", "falseNegative", "trueNegative"]
        assert counts == [held[f"{key}Count"] for key in keys]
        values = {
            "precision": measures.precision(table),
            "recall": measures.recall(table),
            "f1": measures.f_beta(table),
        }
        for key, value in values.items():
            # the service writes 0 for 0/0
            assert held[key] == pytest.approx(float(value) if value == value else 0, abs=1e-6)
    averages = service_macro(tables)
    for key, name in {"Precision": "precision", "Recall": "recall", "F1": "f"}.items():
        assert summary[f"micro{key}"] == pytest.approx(pooled[name], abs=1e-6)
        assert summary[f"macro{key}"] == pytest.approx(averages[name], abs=1e-6)


def test_the_summary_of_a_single_label_project_is_its_matrix() -> None:
    whole = be.evaluate(be.read(path("single-evaluation")))
    counted = be.evaluate(be.read(path("single-summary")))
    assert counted.classes == whole.classes
    assert (counted.confusion.counts != whole.confusion.counts).sum() == 0
    # rows are what was labelled: billing is missed once, and twice wrongly assigned
    billing = counted.tables[counted.classes.index("billing")]
    assert (float(billing.fn), float(billing.fp)) == (1, 2)


def test_the_summary_of_a_multi_label_project_says_which_file_is_needed() -> None:
    with pytest.raises(ReadError) as refused:
        be.read(path("multi-summary"))
    told = str(refused.value)
    assert "multi-label project has no matrix: it holds counts of 3 classes" in told
    assert "evaluation by document (evaluation/result" in told


NAMES = ("billing", "feedback", "login", "outage", "action", "comedy", "romance")


@pytest.mark.parametrize("file", sorted(f.stem for f in FILES.glob("*.json")))
def test_keys_may_be_spelt_as_a_client_in_python_does(file: str, tmp_path: Path) -> None:
    spelt = as_file(tmp_path, file, snake(content(file), NAMES))
    if file == "multi-summary":
        with pytest.raises(ReadError, match="no matrix"):
            be.read(spelt)
        return
    labels = [] if "labels" not in file else [path(file.replace("labels", "evaluation"))]
    one, two = be.read(path(file), *labels), be.read(spelt, *labels)
    assert two.formats == one.formats
    assert decided(two) == decided(one) if "summary" not in file else two.truth.n == one.truth.n
    assert two.truth.splits == one.truth.splits


def test_each_file_is_known_by_its_shape_and_says_why() -> None:
    for module, names in {
        azure_labels: ["single-labels", "multi-labels"],
        azure_predictions: ["single-predictions", "multi-predictions", "single-client"],
        azure_evaluation: ["single-evaluation", "multi-evaluation"],
        azure_summary: ["single-summary"],
    }.items():
        for name in names:
            table = open_table("file.json", path(name).read_bytes())
            assert (table.format, table.taken_for) == (module.KEY, module.NAME)
            assert re.fullmatch(r"(its|each|it) .*", table.why)


def test_a_matrix_whose_rows_are_what_was_predicted_is_read_so(tmp_path: Path) -> None:
    summary = content("single-summary")
    held = summary["customSingleLabelClassificationEvaluation"]
    turned: dict[str, Any] = {}
    for labelled, row in held["confusionMatrix"].items():
        for predicted, cell in row.items():
            turned.setdefault(predicted, {})[labelled] = cell
    held["confusionMatrix"] = turned
    evaluation = be.evaluate(be.read(as_file(tmp_path, "turned", summary)))
    billing = evaluation.tables[evaluation.classes.index("billing")]
    assert (float(billing.fn), float(billing.fp)) == (1, 2)


def test_a_cell_of_the_matrix_that_is_no_number_is_named_by_its_row(tmp_path: Path) -> None:
    summary = content("single-summary")
    matrix = summary["customSingleLabelClassificationEvaluation"]["confusionMatrix"]
    cells = [(row, called) for row in matrix for called in matrix[row]]
    # the first cell is row 1, and so on through the rows of the matrix
    for number in (1, 2, len(cells)):
        row, called = cells[number - 1]
        kept, matrix[row][called]["rawValue"] = matrix[row][called]["rawValue"], "many"
        with pytest.raises(ReadError, match=rf"row {number}\b.*'many'"):
            be.read(as_file(tmp_path, "spoiled", summary))
        matrix[row][called]["rawValue"] = kept


def test_what_the_files_were_taken_for_goes_with_a_review_that_is_saved() -> None:
    review = be.read(path("single-labels"), path("single-evaluation"))
    stream = io.BytesIO()
    write_review(review, stream)
    stream.seek(0)
    assert read_review(stream).formats == ("azure-labels", "azure-evaluation")
