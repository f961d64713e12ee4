"""What a class's numbers say: a verdict with evidence, and a next step that names the class."""

from __future__ import annotations

import html
import re
from collections import Counter
from typing import Any

import numpy as np
import pytest
from scipy import sparse

from breakeven.analysis.evaluation.cut import Cut
from breakeven.analysis.evaluation.evaluation import Evaluation, evaluate
from breakeven.analysis.evaluation.scored import score_split
from breakeven.analysis.findings.check_limits import Limits
from breakeven.analysis.findings.class_assessment import (
    ClassAssessment,
    StandsOut,
    assess_class,
    errors_of,
)
from breakeven.analysis.findings.class_text import advice_on, read_class
from breakeven.data.records import Predictions, Truth
from breakeven.ui.app.page.counts import CountLinks
from breakeven.ui.classes.class_kinds import kinds_of
from breakeven.ui.classes.weak_classes import overview_html, reading_html
from metrics.typing import Array
from metrics.uncertainty.class_verdicts import VERDICTS, ClassVerdict, class_verdicts
from metrics.uncertainty.intervals import Interval
from tests.made import matrix_of, truth_of

NAMES = ("a <b>", "b", "c")


def made(
    true: list[str],
    assigned: list[str],
    scores: Array | None = None,
    split: list[int] | None = None,
) -> tuple[Truth, Evaluation]:
    """Documents as the letters of their classes."""
    parts: dict[str, Any] = (
        {} if split is None else {"splits": ("train", "test"), "split_of": np.array(split)}
    )
    truth = truth_of(matrix_of(true, 3), classes=NAMES, **parts)
    called = sparse.csc_array(matrix_of(assigned, 3))
    said = Predictions("s", np.arange(truth.n), scores, called)
    part = None if split is None else "test"
    return truth, evaluate(said, score_split(truth, said, part), part, Cut("given"))


def text(markup: str) -> str:
    return re.sub(r"<[^>]+>", "", re.sub(r"</(p|li)>", " ", markup))


def read(true: list[str], assigned: list[str], c: int = 0, cut: float = 0.5, **more: Any) -> str:
    truth, e = made(true, assigned, **more)
    limits = Limits(cut=cut)
    it = assess_class(truth, e, None, class_verdicts(e.tables, cut), c, limits, beta=1.0)
    return html.unescape(text(reading_html(read_class(it), it, CountLinks(truth, None))))


def test_a_class_found_and_right_is_handled_well() -> None:
    said = read(["a"] * 20 + ["b"] * 20, ["a"] * 20 + ["b"] * 20)
    assert "“a <b>”: high precision, high recall" in said
    assert "Finds 20 of 20: recall 1.00" in said
    assert "Next: Nothing for “a <b>”" in said


def test_a_missed_class_says_what_it_got_instead() -> None:
    # 12 of 40 found, 12 of 12 right: .5^12 = .0002 by chance; 24 of the 28 missed are called b
    said = read(["a"] * 40, ["a"] * 12 + ["b"] * 24 + [""] * 4)
    assert "high precision, low recall" in said
    assert "24 of 28 missed were predicted as “b”." in said
    assert "4 of 28 missed got no class." in said
    assert "Compare the documents of “a <b>” that were predicted as “b”" in said


def test_three_lines_of_evidence_are_in_sight_and_the_others_folded() -> None:
    # recall, precision and what the missed got; then that it is predicted too seldom, and how many
    # got no class
    said = read(["a"] * 40, ["a"] * 12 + ["b"] * 24 + [""] * 4)
    in_sight, _, folded = said.partition("More")
    assert [
        line for line in ("recall 0.30", "precision 1.00", "predicted as “b”") if line in in_sight
    ]
    for line in ("clearly predicted too seldom", "4 of 28 missed got no class."):
        assert line in folded
        assert line not in in_sight
    # what to do stands in sight
    assert folded.rpartition("Next: ")[2].startswith("Compare the documents")


def test_what_the_verdict_says_is_clear_is_not_said_again() -> None:
    # the verdict has it that recall is low; of 12 documents and 1 prediction precision has no side
    said = read(["a"] * 12, ["a"] + ["b"] * 11)
    assert "low recall" in said
    assert "clearly" not in said.partition("Next")[0].replace("clearly predicted", "")
    # borderline: 30 of 60 found; all 30 right, which only the evidence says
    said = read(["a"] * 60, ["a"] * 30 + ["b"] * 30)
    assert "borderline" in said
    assert "30 of 30 predictions right: precision 1.00 (0.89–1.00), clearly high." in said


def test_how_many_more_documents_would_tell_is_said_where_nothing_else_is_clear() -> None:
    # recall and precision are 32 / 60, off 0.5 by 1 / 30. Both at once at 95 %, each at 97.5 %:
    # 2.2414² × 0.25 × 30² is 1,130.4, and 60 are there
    said = read(["a"] * 60 + ["b"] * 28, ["a"] * 32 + ["b"] * 28 + ["a"] * 28)
    assert "About 1,071 more documents of it would show on which side of 0.5 it is" in said
    clear = ["a"] * 20 + ["b"] * 20
    assert "more document" not in read(clear, clear)


def test_a_wrongly_assigned_class_says_what_those_are() -> None:
    # all 10 found, but 30 further assigned: precision 10 / 40
    said = read(["a"] * 10 + ["c"] * 30 + ["b"] * 10, ["a"] * 40 + ["b"] * 10)
    assert "low precision, high recall" in said
    assert "30 of 30 false alarms are truly “c”." in said
    assert "Show the system what tells “a <b>” from “c”" in said


def test_an_interval_across_the_cut_is_no_verdict() -> None:
    said = read(["a", "a", "b"], ["a", "a", "b"])
    assert "too few documents to judge" in said
    # Wilson's interval of 2 of 2: from 1 / (1 + 1.96² / 2)
    assert "Finds 2 of 2: recall 1.00 (0.34–1.00). 2 of 2 predictions right: " in said
    # nothing is said on fewer than 10 documents
    assert "Label about 8 more documents of “a <b>” to test on: no error so far" in said


def test_what_is_clearly_low_is_said_though_the_rest_is_open() -> None:
    # 1 of 12 found: recall at most 0.35; 1 of 1 right: precision anything from 0.21 up
    said = read(["a"] * 12, ["a"] + ["b"] * 11)
    assert "“a <b>”: low recall, precision unclear" in said
    assert "Compare the documents of “a <b>” that were predicted as “b”" in said
    _, e = made(["a"] * 12, ["a"] + ["b"] * 11)
    assert (
        text(overview_html(e, class_verdicts(e.tables), 0.5)) == "Clearly below 50 %: a &lt;b&gt;."
    )


def test_a_class_never_assigned_has_recall_zero_and_no_precision() -> None:
    said = read(["a"] * 20, ["b"] * 20)
    assert ": never predicted " in said
    assert "Finds 0 of 20: recall 0.00 " in said
    assert "precision is undefined" in said
    assert "never predicted, but too few documents to judge" in read(
        ["a", "b", "b"], ["b", "b", "b"]
    )


def test_a_class_without_documents_has_no_recall() -> None:
    assert "no documents here, but predicted" in read(["b"], ["a"])
    said = read(["b"], ["b"])
    assert "no documents here, never predicted" in said
    assert "recall is undefined" in said


def test_a_threshold_that_holds_on_other_documents_comes_first() -> None:
    # the twenty of a score highest, from 41 up, but only four were assigned
    true = ["a"] * 20 + ["b"] * 40
    scores = np.stack([np.arange(60.0, 0, -1), np.zeros(60), np.zeros(60)])
    said = read(true, ["a"] * 4 + [""] * 56, scores=scores)
    # F now 2 · 4 / (2 · 4 + 16); fitted on either half, the other is decided without error
    assert "with one fitted on other documents of these documents its F there is" in said
    assert "instead of 0.33 (+0.6" in said
    assert re.search("Next: Move the threshold of “a <b>” to 4[01]", said)
    assert "what they have in common" not in said
    # the same scores, thresholds already where they should be
    assert "threshold" not in read(true, ["a"] * 20 + [""] * 40, scores=scores)


def test_a_class_with_few_training_documents_says_so() -> None:
    true = ["a"] * 3 + ["b"] * 7 + ["a"] * 20
    said = read(true, true[:10] + [""] * 20, split=[0] * 10 + [1] * 20)
    assert "Only 3 training documents, fewer than 15." in said
    assert "Label more training documents of “a <b>”: 3 are too few." in said


def test_a_class_that_outweighs_the_others_in_training_says_so() -> None:
    # 40 of 60 training documents are a; of 40 documents called a on test 30 are truly c
    train = ["a"] * 40 + ["b"] * 10 + ["c"] * 10
    true, called = ["a"] * 10 + ["c"] * 30 + ["b"] * 10, ["a"] * 40 + ["b"] * 10
    reading = read([*train, *true], [*train, *called], split=[0] * 60 + [1] * 50)
    assert (
        "Give the training documents of the other classes more weight, or label more of them: "
        "“a <b>” has 67 % of the training documents, and draws those of the others to itself."
    ) in reading
    # half of them is no more than all others together
    train = ["a"] * 30 + ["b"] * 15 + ["c"] * 15
    reading = read([*train, *true], [*train, *called], split=[0] * 60 + [1] * 50)
    assert "more weight" not in reading
    assert "Show the system what tells “a <b>” from “c”" in reading


@pytest.mark.parametrize("verdict", VERDICTS)
@pytest.mark.parametrize("certain", [True, False])
def test_every_next_step_names_the_class_literally(verdict: ClassVerdict, certain: bool) -> None:
    other = StandsOut(name="<u>", documents=3) if certain else None
    weakness = verdict if verdict in ("missed", "wrong", "both", "never") else None
    ends = Interval(np.asarray(0.1), np.asarray(0.9))
    it = ClassAssessment(
        class_index=0,
        name="<i>x</i>",
        verdict=verdict,
        weakness=weakness if certain else None,
        sure=certain,
        tp=1,
        fp=5,
        fn=5,
        missed=5,
        wrong=5,
        unassigned=0,
        cut=0.5,
        precision=1 / 6,
        recall=1 / 6,
        precision_interval=ends,
        recall_interval=ends,
        precision_low=certain,
        precision_clear=True,
        recall_clear=True,
        recall_low=certain,
        instead=other,
        truly=other,
        better=None,
        training=None,
        good=False,
        more=7.0,
        bias=None,
        error_share=0.0,
        many_errors=False,
        inverse=False,
        at_chance=False,
    )
    assert "“<i>x</i>”" in advice_on(it)


def test_the_overview_names_the_weak_and_every_class_is_of_one_kind() -> None:
    _, e = made(["a"] * 20 + ["b"] * 20, ["b"] * 40)
    verdicts = class_verdicts(e.tables)
    assert text(overview_html(e, verdicts, 0.5)) == "Clearly below 50 %: a &lt;b&gt;."
    # b: 20 of 40 right, 95 % interval 0.35 to 0.65 across the cut; c neither true nor called
    kinds = {kind: classes.tolist() for kind, classes in kinds_of(e, verdicts).items()}
    assert kinds == {"below": [0], "between": [], "above": [], "few": [1], "absent": [2]}


CLASSES = 6


@pytest.mark.parametrize("seed", range(8))
def test_the_errors_of_classes_are_those_of_their_documents(seed: int) -> None:
    random = np.random.default_rng(seed)
    true, called, off = (random.random((40, CLASSES)) < share for share in (0.3, 0.25, 0.1))
    off &= bool(seed % 2)
    truth = truth_of(true, unjudged=off if off.any() else None)
    predictions = Predictions("s", np.arange(40), None, sparse.csc_array(called))
    e = evaluate(predictions, score_split(truth, predictions, None), None, Cut("given"))
    chosen = np.array([4, 0, 3])
    for c, errors in zip(chosen.tolist(), errors_of(e, chosen), strict=True):
        cells = []
        for own, other in ((true, called), (called, true)):
            rows = [d for d in range(40) if own[d, c] and not other[d, c] and not off[d, c]]
            others = Counter(k for d in rows for k in range(CLASSES) if other[d, k] and k != c)
            most = max(others.values(), default=0)
            name = "abcdef"[min((k for k in others if others[k] == most), default=0)]
            out = most >= 3 and 3 * most >= len(rows)
            cells.append((rows, (name, most) if out else None))
        (missed, instead), (wrong, truly) = cells
        assert (errors.class_index, errors.missed, errors.wrong) == (c, len(missed), len(wrong))
        judged = called & ~off
        assert errors.unassigned == sum(not judged[d].any() for d in missed)
        for mine, its in ((errors.instead, instead), (errors.truly, truly)):
            assert (None if mine is None else (mine.name, mine.documents)) == its
