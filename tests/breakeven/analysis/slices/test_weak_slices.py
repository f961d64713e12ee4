"""Weak slices of evaluated documents: outcomes by hand, and conditions with their documents."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from scipy import sparse

import breakeven as be
from breakeven.analysis.documents.behind import of_conditions
from breakeven.analysis.evaluation.cut import Cut
from breakeven.analysis.evaluation.evaluation import evaluate
from breakeven.analysis.evaluation.scored import score_split
from breakeven.analysis.selection.expression import to_text
from breakeven.analysis.slices.joined_ranges import with_joined_ranges
from breakeven.analysis.slices.slice_conditions import column_conditions
from breakeven.analysis.slices.weak_slices import (
    DocumentOutcome,
    OutcomeError,
    SliceSearchError,
    outcome_of,
    outcomes_of_documents,
    search_slices,
)
from breakeven.data.records import Predictions
from tests.breakeven.commands.running import run
from tests.made import evaluation_of, matrix_of, truth_of

TRUE = ["a", "ab", "", "b", "a"]
SAID = ["a", "a", "b", "b", "b"]


def test_what_happened_to_each_document() -> None:
    # the pair of the third document and b is not judged, and nothing of the last document
    unjudged = np.array([[0, 0], [0, 0], [0, 1], [0, 0], [1, 1]], dtype=bool)
    truth = truth_of(matrix_of(TRUE, 2), unjudged)
    mine, other = (evaluation_of(truth, matrix_of(s, 2)) for s in (SAID, ["a", "ab", "a", "", "a"]))
    expected = {
        # ab said as a is wrong; b of the third counts nowhere
        DocumentOutcome("wrong"): ([0, 1, 2, 3], [False, True, False, False]),
        DocumentOutcome("missed", "b"): ([1, 3], [True, False]),
        DocumentOutcome("false-alarm", "a"): ([2, 3], [False, False]),
        DocumentOutcome("better", "t"): ([0, 1, 2, 3], [0, -1, 1, 1]),
        DocumentOutcome("worse", "t"): ([0, 1, 2, 3], [0, 1, -1, -1]),
    }
    for outcome, (positions, values) in expected.items():
        outcomes = outcomes_of_documents(mine, outcome, other)
        assert (outcomes.positions.tolist(), outcomes.values.tolist()) == (positions, values), (
            outcome
        )


@pytest.mark.parametrize("dense", [True, False])
def test_the_loss_is_the_squared_error_of_judged_classes(dense: bool) -> None:
    truth = truth_of(matrix_of(["a", "b"], 2), np.array([[0, 0], [1, 0]], dtype=bool))
    scores = np.array([[0.75, 0.5], [0.5, 0.25]])
    predictions = Predictions(
        "s",
        np.arange(2),
        scores=scores if dense else sparse.csr_array(scores),
        decisions=sparse.csc_array(matrix_of(["a", "b"], 2)),
        probabilities=True,
    )
    outcomes = outcomes_of_documents(
        evaluate(predictions, score_split(truth, predictions, None), None, Cut("given")),
        DocumentOutcome("loss"),
    )
    # (1 - .75)² + .5², and of b alone (1 - .25)²
    assert outcomes.values.tolist() == [0.0625 + 0.25, 0.5625]


def test_an_outcome_is_named_or_what_there_is_instead() -> None:
    classes, systems = ("a", "b:c"), ("t",)
    for text in ("wrong", "loss", "missed:b:c", "false-alarm:a", "better:t", "worse:t"):
        assert outcome_of(text, classes, systems, True).text == text
    for text, words in {
        "wrong:a": "there are wrong, errors, loss, missed:CLASS",
        "missed": "there is no class '' for 'missed'; there are “a” and “b:c”",
        "better:s": "there is no other system 's' for 'better'; there are “t”",
    }.items():
        with pytest.raises(OutcomeError, match=words):
            outcome_of(text, classes, systems, True)
    with pytest.raises(OutcomeError, match="not said to be probabilities"):
        outcome_of("loss", classes, systems, False)


def planted(path: Path) -> Path:
    """Documents of two sources, three countries and some pages; wrong more often on one of each."""
    rng = np.random.default_rng(0)
    n = 900
    source, country = rng.choice(["web", "=print"], n), rng.choice(["fr", "de", "it"], n)
    true = rng.choice(["a", "b"], n)
    off = rng.random(n) < np.where((source == "web") & (country == "fr"), 0.5, 0.1)
    called = np.where(off, np.where(true == "a", "b", "a"), true)
    rows = zip(range(n), true, called, source, country, rng.integers(1, 400, n), strict=True)
    lines = [",".join(map(str, row)) for row in rows]
    path.write_text("\n".join(["id,true,predicted,source,country,pages", *lines]) + "\n")
    return path


def test_a_planted_slice_is_found_with_its_documents_behind_every_door(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = planted(tmp_path / "p.csv")
    review = be.read(file)
    result = be.evaluate(review)
    weak = result.weak_slices()
    assert len(weak) == 1
    assert weak[0].words == "source: web, country: fr"
    columns = review.truth.columns
    inside = (columns["source"] == "web") & (columns["country"] == "fr")
    assert weak[0].rows.tolist() == np.flatnonzero(inside).tolist()
    text = to_text(of_conditions(weak[0].conditions))
    assert be.find(review, where=text).positions.tolist() == weak[0].rows.tolist()
    row = weak.frame().iloc[0]
    wrong = result.evaluation.document_tables.fp > 0
    assert (row["documents"], row["inside"]) == (inside.sum(), wrong[inside].mean())
    assert row["low_95"] < row["difference"] < row["high_95"]
    assert row["p"] == pytest.approx(1 / 1001)
    # the command prints the same, as data and as a document
    status, out, _ = run(capsys, "slices", str(file), "--search", "--format", "json")
    assert status == 0
    subject = {"review": "p", "system": "p", "split": None}
    assert json.loads(out) == subject | json.loads(json.dumps(weak.to_dict()))
    _, out, _ = run(capsys, "slices", str(file), "--search", "--outcome", "missed:a")
    assert "## Weak slices: “a” missed" in out
    assert "| source: web, country: fr |" in out
    status, _, err = run(capsys, "slices", str(file), "--search", "--outcome", "missed:c")
    assert (status, "there is no class 'c'" in err) == (2, True)
    # and it is a finding, with the way to its documents
    (finding,) = [f for f in be.check(review) if f.code == "slices.weak"]
    assert (finding.severity, finding.documents.tolist()) == ("warning", weak[0].rows.tolist())
    assert finding.met == weak[0].conditions
    assert "Where source: web, country: fr, " in finding.what


def test_documents_that_were_not_drawn_one_by_one_are_not_searched() -> None:
    labels = np.ones((80, 1), dtype=bool)
    truth = truth_of(labels, weights=np.full(80, 2.0), columns={"of": np.arange(80) % 2})
    with pytest.raises(SliceSearchError, match="weights, or were drawn in clusters"):
        search_slices(
            evaluation_of(truth, labels), column_conditions(truth, None), DocumentOutcome()
        )
    few = truth_of(labels, columns={"of": np.arange(80) % 2})
    nothing = evaluation_of(few, np.arange(80)[:, None] % 7 > 0)
    result = search_slices(nothing, column_conditions(few, None), DocumentOutcome())
    # two values of 40 documents each
    assert result.searched.slices_searched == (2, 0, 0)
    assert result.slices == ()


def test_neighbouring_parts_of_the_days_are_joined_up_to_four() -> None:
    # two documents on each fourth day of eighty: ten parts, each of eight days but for the last
    days = np.arange("2024-01-01", "2024-03-21", 4, dtype="datetime64[D]")
    days = np.repeat(days, 2)
    truth = be.from_arrays(["a"] * 40, columns={"day": [str(day) for day in days]}).truth
    before = column_conditions(truth, None)
    after = with_joined_ranges(before, truth, np.arange(40))
    expected = {}
    for parts in (1, 2, 3, 4):
        for start in range(10 - parts + 1):
            low = days[0] + 8 * start
            high = min(low + 8 * parts - 1, days[-1])
            expected[f"{low} to {high}"] = np.flatnonzero((days >= low) & (days <= high)).tolist()
    (group,) = [g for g in after.groups if len(g.conditions) >= len(expected)]
    (own,) = [g for g in before.groups if g.name == group.name]
    joined = group.conditions[len(own.conditions) :]
    held = group.held[:, len(own.conditions) :].toarray()
    rows = [np.flatnonzero(held[:, c]).tolist() for c in range(len(joined))]
    assert dict(zip([c.value for c in joined], rows, strict=True)) == expected


def leaking(path: Path) -> Path:
    """240 of 600 test documents have a text of train and are right; of the others two in five."""
    rng = np.random.default_rng(5)
    words = rng.integers(0, 2000, (1200, 25))
    words[600:840] = words[:240]
    true = rng.choice(["a", "b"], 1200)
    true[600:840] = true[:240]
    off = (np.arange(1200) >= 840) & (rng.random(1200) < 0.4)
    called = np.where(off, np.where(true == "a", "b", "a"), true)
    split = np.repeat(["train", "test"], 600)
    texts = [" ".join(f"w{w}" for w in row) for row in words]
    lines = [
        ",".join(map(str, row)) for row in zip(range(1200), split, true, called, texts, strict=True)
    ]
    path.write_text("\n".join(["id,split,true,predicted,text", *lines]) + "\n")
    return path


def test_documents_that_leak_are_left_out_by_every_search(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = leaking(tmp_path / "p.csv")
    review = be.read(file)
    weak = be.evaluate(review).weak_slices()
    # beside what the system has learnt by heart, all the rest would be weak
    assert (weak.findings.documents, weak.findings.leaked) == (360, 240)
    assert not [named for named in weak.findings.slices if "near-duplicate" in named.words]
    assert len(weak) == 0
    assert "slices.weak" not in {finding.code for finding in be.check(review)}
    _, out, _ = run(capsys, "slices", str(file), "--search")
    assert (
        "240 documents are in an earlier split too and left out, as by every search for weak "
        "slices." in out
    )
    _, out, _ = run(capsys, "slices", str(file), "--search", "--format", "json")
    assert json.loads(out)["leaked_left_out"] == 240
