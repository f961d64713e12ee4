"""Thresholds fitted on one split, to be used on another; as a file: CSV, JSON, Python or SQL.

Tested in `test_thresholds`.
"""

from __future__ import annotations

import csv
import io
import json
import math
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict, Unpack

from breakeven.analysis.evaluation.class_thresholds import (
    FILE_COLUMNS,
    FILE_KINDS,
    SavedThresholds,
    to_save,
)
from breakeven.analysis.evaluation.cut import (
    BEST,
    TUNED,
    WISH_AVERAGES,
    Cut,
    CutRule,
    FittedCut,
    WishAverage,
    cut_to_text,
    rules_for,
)
from breakeven.analysis.evaluation.fit import fit_cut, untunable
from breakeven.analysis.evaluation.scored import score_split
from breakeven.data.records import Predictions, Review, Truth
from breakeven.data.splits import default_split, tuning_split
from breakeven.data.wording import LINE_END, count_of, exact_of, guarded
from breakeven.results import values
from breakeven.results.arguments import selection_of, system_of
from metrics.typing import DEFAULT_BETA

if TYPE_CHECKING:
    import pandas as pd


# --- Thresholds as a file: CSV, JSON, Python or SQL


def _facts(saved: SavedThresholds) -> dict[str, str]:
    cut = saved.cut
    tuned_on = ""
    if cut is not None and cut.fitted_to_truth:
        tuned_on = "all documents" if cut.split is None else cut.split
    return {
        "rule": "" if cut is None else cut_to_text(replace(cut, own=(), system=None)),
        "review": saved.review,
        "system": saved.system,
        "tuned_on": tuned_on,
        "beta": "" if cut is None else _text_of(cut.beta),
        "fingerprint": saved.fingerprint,
        "date": saved.saved,
    }


def thresholds_file(saved: SavedThresholds, kind: str) -> bytes:
    """The file's bytes; `kind` is one of KINDS."""
    return {"csv": _csv, "json": _json, "py": _python, "sql": _sql}[kind](saved).encode()


def _csv(saved: SavedThresholds) -> str:
    out = io.StringIO()
    rows = csv.writer(out, lineterminator=LINE_END)
    rows.writerow(FILE_COLUMNS)
    facts = [guarded(str(value)) for value in _facts(saved).values()]
    for name, threshold in saved.thresholds.items():
        rows.writerow([guarded(name), _text_of(threshold), saved.how.get(name, ""), *facts])
    return out.getvalue()


def _json(saved: SavedThresholds) -> str:
    facts = _facts(saved)
    if saved.cut is not None:
        facts["decisions"] = str(saved.cut)
    thresholds = {
        name: threshold if math.isfinite(threshold) else _text_of(threshold)
        for name, threshold in saved.thresholds.items()
    }
    return json.dumps({**facts, "thresholds": thresholds}, indent=2, ensure_ascii=False) + "\n"


PREDICT = """

def predict(scores):
    \"\"\"The classes of a document, from its scores by class. None and NaN are no score.\"\"\"
    return [
        name
        for name, threshold in THRESHOLDS.items()
        if scores.get(name) is not None and scores[name] >= threshold
    ]
"""


def _python(saved: SavedThresholds) -> str:
    """A module that predicts: a class where its score >= its threshold; infinity is never."""
    lines = ["# predict a class where its score >= its threshold", "ABOUT = {"]
    lines += [f"    {key!r}: {value!r}," for key, value in _facts(saved).items()]
    lines += ["}", "THRESHOLDS = {"]
    for name, threshold in saved.thresholds.items():
        value = repr(threshold) if math.isfinite(threshold) else f"float({_text_of(threshold)!r})"
        lines.append(f"    {name!r}: {value},")
    return "\n".join([*lines, "}", PREDICT])


# of a table `scores`: a row for each document and class. A number in quotes becomes the very same
# double, where a bare one may become a decimal; NaN stands above all numbers, and is no score
SQL = """-- predict a class where its score >= its threshold
-- the table scores has the columns id, class and score; classes that are never predicted are absent
{about}
WITH thresholds (class, threshold) AS (
    VALUES
{rows}
)
SELECT scores.id, scores.class
FROM scores
JOIN thresholds ON thresholds.class = scores.class
WHERE CAST(scores.score AS DOUBLE PRECISION) >= thresholds.threshold
  AND CAST(scores.score AS DOUBLE PRECISION) <> CAST('NaN' AS DOUBLE PRECISION);
"""


def _sql(saved: SavedThresholds) -> str:
    """A query for DuckDB or PostgreSQL that decides as the others do."""
    rows = [
        f"        ({_sql_text(name)}, CAST('{_sql_number(threshold)}' AS DOUBLE PRECISION))"
        for name, threshold in saved.thresholds.items()
        if threshold != math.inf
    ]
    # without a class that is ever predicted the query has to be one all the same
    rows = rows or ["        ('', CAST('Infinity' AS DOUBLE PRECISION))"]
    about = [f"-- {key}: {json.dumps(value)}" for key, value in _facts(saved).items()]
    return SQL.format(about="\n".join(about), rows=",\n".join(rows))


def _sql_text(name: str) -> str:
    return "'" + name.replace("'", "''") + "'"


def _sql_number(threshold: float) -> str:
    return "-Infinity" if math.isinf(threshold) else repr(threshold)


def _text_of(value: float) -> str:
    return f"{value:g}" if math.isinf(value) else repr(value)


# --- Thresholds fitted on one split, to be used on another


RULES: tuple[CutRule, ...] = (*TUNED, "expected_loss")


@dataclass(frozen=True, repr=False, eq=False)
class FittedThresholds:
    """A threshold per class, and how each came about. `saved`: what a file of them holds."""

    saved: SavedThresholds
    fitted: FittedCut
    classes: tuple[str, ...]

    @property
    def cut(self) -> Cut:
        """The rule that gave them."""
        return self.fitted.cut

    def frame(self) -> pd.DataFrame:
        """One row per class: `class`, `threshold` (inf: never assigned) and `how`."""
        import pandas as pd

        assert self.fitted.thresholds is not None
        return pd.DataFrame(
            {
                "class": list(self.classes),
                "threshold": self.fitted.thresholds,
                "how": list(self.fitted.how),
            }
        )

    def to_dict(self) -> dict[str, Any]:
        """The rule, the system, the thresholds, and which classes could not be tuned."""
        return {
            "review": self.saved.review,
            "system": self.saved.system,
            "decisions": str(self.cut),
            "fingerprint": self.saved.fingerprint,
            "not_tuned": {self.classes[c]: self.fitted.how[c] for c in untunable(self.fitted)},
            "thresholds": dict(self.saved.thresholds),
        }

    def save(self, path: str | Path) -> None:
        """Write a file that `breakeven evaluate --thresholds` takes; its ending says the kind.

        ValueError for an ending that is not csv, json, py or sql.
        """
        kind = Path(path).suffix.removeprefix(".")
        if kind not in FILE_KINDS:
            raise ValueError(
                f"{path} has no known ending; end it in one of {', '.join(FILE_KINDS)}"
            )
        Path(path).write_bytes(thresholds_file(self.saved, kind))

    def __repr__(self) -> str:
        classes = count_of(len(self.classes), "class", "classes")
        return f"<Thresholds of {self.saved.system}, {classes}: {self.cut}>"

    def _repr_html_(self) -> str:
        assert self.fitted.thresholds is not None
        rows = [
            [name, exact_of(threshold), how]
            for name, threshold, how in zip(
                self.classes, self.fitted.thresholds.tolist(), self.fitted.how, strict=True
            )
        ]
        head = ["class", "threshold", "how"]
        title = values.html_paragraph(f"{self.saved.system}: {self.cut}")
        return title + values.html_table(head, rows[: values.MOST_HTML_ROWS], len(rows))


class WishOptions(TypedDict, total=False):
    """What is wished for, of the rules recall, precision and candidates; as in `Cut`."""

    least: float
    average: WishAverage
    promise: bool
    tries: int


def fit_thresholds(
    review: Review,
    system: str | None = None,
    split: str | None = None,
    rule: CutRule = "f",
    beta: float = DEFAULT_BETA,
    guard: bool = True,
    **wish: Unpack[WishOptions],
) -> FittedThresholds:
    """A threshold per class, found on a split: dev, else what is neither train nor test.

    Where there is no such split, those that make a measure best are found on the documents that are
    looked at before anybody chooses, and cross-fitted: `evaluate` then decides each of these by
    thresholds found on the others, so its numbers are not optimistic; those here, and in a file,
    are found on all.

    `split`: another, or `all`, decided by what is found on it. `rule`: `f` the best F at `beta`,
    `break_even`, `loss` the fewest errors, `expected_loss` what probabilities say. `guard`: a class
    whose best F stays below 0.1 is cut just above its highest score. The result is a cut for
    `evaluate`.

    `wish`: of the rules `recall` and `precision`, at least `least` (0.9) with the best of the
    other; of `candidates`, all true classes of that share of the documents. `average`: of each
    `class` (the default), of all together (`micro`), or of recall the mean over documents
    (`per_document`). `promise`: so that it holds on other documents like these in 95 of 100 cases;
    `tries`: how many levels were tried until one fitted. `promise_result` says what is kept.

    ValueError where there is nothing to fit on, or the rule needs what is missing.

    >>> import breakeven as be
    >>> review = be.from_arrays([1, 0, 1, 0], y_score=[0.9, 0.8, 0.7, 0.1], split="dev")
    >>> be.fit_thresholds(review).frame()["threshold"].tolist()
    [0.4]
    """
    truth, predictions = review.truth, system_of(review, system)
    if predictions.scores is None:
        raise ValueError(f"{predictions.system} has no scores; thresholds need them")
    if rule not in RULES or rule not in rules_for(predictions, truth.labels is not None):
        raise ValueError(
            f"{rule!r} is no rule for this; choose one of {', '.join(RULES)}, of which "
            "expected_loss needs probabilities and the others labelled documents"
        )
    crossed = False
    if split is None and rule != "expected_loss":
        split, crossed = where_to_tune(truth, predictions, rule)
        if split is None and truth.splits and not crossed:
            splits = ", ".join([*truth.splits, "all"])
            raise ValueError(f"no split is left to fit on; choose one of {splits}")
    where = None if split is None else selection_of(review, system, split).split
    part = None if rule == "expected_loss" else score_split(truth, predictions, where)
    if part is not None and not len(part.rows):
        raise ValueError(
            f"{predictions.system} has no scores for the split {where!r}; choose another"
        )
    cut = Cut(rule, beta=float(beta), guard=guard, split=where, cross_fitted=crossed)
    cut = wished_cut(cut, wish)
    fitted = fit_cut(truth, predictions, cut, part)
    return FittedThresholds(to_save(review, predictions.system, fitted), fitted, truth.classes)


def where_to_tune(
    truth: Truth, predictions: Predictions, rule: CutRule
) -> tuple[str | None, bool]:  # fmt: skip
    """The split to tune a rule on before anybody chooses, and whether it is cross-fitted there.

    Without a split to tune on, a rule that makes a measure best is cross-fitted on what is looked
    at; None is all documents, or no split where it is not cross-fitted.
    """
    split = tuning_split(truth, predictions)
    if split is not None or rule not in BEST:
        return split, False
    return default_split(truth, predictions), True


def wished_cut(cut: Cut, wish: WishOptions) -> Cut:
    """The cut with what is wished for; candidates are always promised.

    ValueError for a wish that nobody can have.
    """
    least, tries = float(wish.get("least", cut.least)), int(wish.get("tries", cut.tries))
    average = wish.get("average", cut.average)
    if not 0 < least < 1:
        raise ValueError(f"the least is {least!r}; give a number between 0 and 1, such as 0.9")
    if average not in WISH_AVERAGES:
        choices = ", ".join(WISH_AVERAGES)
        raise ValueError(f"there is no average {average!r}; choose one of {choices}")
    if cut.rule == "precision" and average == "per_document":
        raise ValueError("precision has no mean over documents here; choose class or micro")
    if tries < 1:
        raise ValueError(f"tries is {tries!r}; give how many levels were tried, 1 or more")
    promise = bool(wish.get("promise", False)) or cut.rule == "candidates"
    return replace(cut, least=least, average=average, promise=promise, tries=tries)
