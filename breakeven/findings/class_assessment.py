"""What the numbers of a class say, in words: a verdict, its evidence, and a next step."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from breakeven.evaluation.evaluation import Evaluation
from breakeven.evaluation.ranked_errors import class_counts_among
from breakeven.findings.advice import ENOUGH_TRAINING, Facts, next_step
from breakeven.records import Truth
from breakeven.splits import roles_of
from breakeven.text import count_of, f_name, figure_of, percent, quoted, span, threshold_of
from metrics import measures
from metrics.class_verdicts import VERDICTS, ClassVerdicts, Verdict, decided
from metrics.incidence import members
from metrics.intervals import Interval
from metrics.ranking.break_even import BreakEven
from metrics.typing import Array

WORDS: Mapping[Verdict, str] = {
    "well": "handled well",
    "missed": "often missed, right when assigned",
    "wrong": "found, but often wrongly assigned",
    "both": "often missed and often wrong",
    "few": "too few documents to say",
    "never": "never assigned",
    "absent": "no documents here, yet assigned",
    "nothing": "no documents here, never assigned",
}
# where one of the two is surely low, and too few documents speak of the other
LOW_RECALL = "often missed, too few documents to say more"
LOW_PRECISION = "often wrongly assigned, too few documents to say more"
IN_ORDER = (
    *(WORDS[v] for v in ("well", "missed", "wrong", "both")),
    LOW_RECALL,
    LOW_PRECISION,
    *(WORDS[v] for v in ("few", "never", "absent", "nothing")),
)

# a threshold that gains less F than this is not worth a hint
WORTH_A_HINT = 0.05
# shares below this say nothing of a class that its documents do not
SMALL_SHARE = 0.001


@dataclass(frozen=True)
class Reading:
    """Plain text: the verdict names the class, the evidence is one sentence each."""

    verdict: str
    evidence: list[str]
    next_step: str


def read_class(
    e: Evaluation, truth: Truth, c: int, at: ClassVerdicts, beta: float, cut: float
) -> Reading:
    """The reading of one class at a cut."""
    facts = _facts(e, truth, c, beta, bool(at.sure[c]))
    verdict = VERDICTS[int(at.verdict[c])]
    said = f"{quoted(e.classes[c], 60)}: {words_of(at[np.array([c])])[0]}"
    if verdict == "never" and not facts.sure:
        said += ", but it has too few documents to be sure"
    evidence = [*_recall_and_precision(facts, at, c, cut), *_instead(e, c, facts)]
    if facts.better is not None:
        evidence.append(_hint(e, c, facts.better, beta))
    if facts.trained is not None:
        evidence.append(_training(e, truth, c, facts.trained))
    if verdict == "few":
        # what is surely low can be acted on, whatever the other measure may be
        verdict = "missed" if at.recall_low[c] else "wrong" if at.precision_low[c] else "few"
    return Reading(said, evidence, next_step(verdict, facts))


def _facts(e: Evaluation, truth: Truth, c: int, beta: float, sure: bool) -> Facts:
    table = e.tables[c]
    return Facts(
        e.classes[c],
        int(table.tp),
        int(table.fp),
        int(table.fn),
        _most_common(
            e, c, class_counts_among(e.truth, e.documents_in_cell(c, "fp")), int(table.fp)
        ),
        _most_common(
            e, c, class_counts_among(e.assigned, e.documents_in_cell(c, "fn")), int(table.fn)
        ),
        _better_threshold(e, c, beta),
        _trained(e, truth, c),
        sure,
    )


def _most_common(e: Evaluation, c: int, counts: Array, documents: int) -> tuple[str, int] | None:
    """The other class that stands out among these documents: on two and a fifth, or on all."""
    counts[c] = 0
    other = int(counts.argmax())
    count = int(counts[other])
    stands_out = count >= max(2, documents / 5) or count == documents > 0
    return (e.classes[other], count) if stands_out else None


def _better_threshold(e: Evaluation, c: int, beta: float) -> BreakEven | None:
    """The class's break-even point where F is clearly higher there than as decided."""
    # where every document gets the class of its largest score there is no threshold to move
    if e.scored.scores is None or e.cut.rule == "largest" or e.one_of:
        return None
    point = e.scored.break_even_points[c]
    now = float(measures.f_beta(e.tables[c], beta))
    then = float(measures.f_of(point.precision, point.recall, beta))
    return point if then - now > WORTH_A_HINT else None


def _trained(e: Evaluation, truth: Truth, c: int) -> int | None:
    """Training documents of a class; None without a training split, or when looking at it."""
    split = roles_of(truth).train
    if split is None or truth.labels is None or truth.splits[split] == e.split:
        return None
    rows = members(truth.labels, c)
    return int(np.sum(truth.split_of[rows] == split))


def _recall_and_precision(facts: Facts, at: ClassVerdicts, c: int, cut: float) -> list[str]:
    said = []
    if facts.positives:
        level = _level(float(at.recall[c]), at.recall_interval, c, cut)
        said.append(
            f"It finds {facts.tp:,} of its {count_of(facts.positives, 'document')}: recall {level}."
        )
    else:
        said.append("No document here is truly in the class: recall is 0/0, undefined.")
    if facts.assigned:
        level = _level(float(at.precision[c]), at.precision_interval, c, cut)
        said.append(
            f"Of {count_of(facts.assigned, 'assignment')} {facts.tp:,} {_are(facts.tp)} right: "
            f"precision {level}."
        )
    else:
        said.append("It is never assigned: precision is 0/0, undefined.")
    return said


def _level(value: float, ends: Interval, c: int, cut: float) -> str:
    low, high = float(ends.low[c]), float(ends.high[c])
    side = "high" if value >= cut else "low"
    shown = f"{figure_of(value)} (95 %: {span(low, high)}), {side}"
    if decided(Interval(low, high), cut):
        return shown
    return f"{shown}, but the interval reaches across the cut of {cut:g}"


def _instead(e: Evaluation, c: int, facts: Facts) -> list[str]:
    """Which classes the wrongly assigned and the missed documents have."""
    said = []
    if facts.truly is not None:
        other, count = facts.truly
        said.append(
            f"Of {count_of(facts.fp, 'wrong assignment')}, {count:,} {_are(count)} truly "
            f"{quoted(other, 40)}."
        )
    got = []
    if facts.instead is not None:
        other, count = facts.instead
        got.append(f"{count:,} {_are(count)} assigned {quoted(other, 40)}")
    missed = e.documents_in_cell(c, "fn")
    if empty := int(np.sum(e.document_tables.assigned[missed] == 0)):
        got.append(f"{empty:,} {'gets' if empty == 1 else 'get'} no class at all")
    if got:
        said.append(f"Of {count_of(facts.fn, 'missed document')}, {', '.join(got)}.")
    return said


def _hint(e: Evaluation, c: int, point: BreakEven, beta: float) -> str:
    now = float(measures.f_beta(e.tables[c], beta))
    then = float(measures.f_of(point.precision, point.recall, beta))
    return (
        f"Its scores allow more: from a score of {threshold_of(point.threshold)} up, "
        f"{count_of(point.assigned, 'document')} would be assigned instead of "
        f"{int(e.tables.assigned[c]):,}, with precision {figure_of(point.precision)}, recall "
        f"{figure_of(point.recall)} and {f_name(beta)} {figure_of(then)} instead of "
        f"{figure_of(now)}. That threshold was found on these very documents: it is optimistic."
    )


def _training(e: Evaluation, truth: Truth, c: int, trained: int) -> str:
    split = roles_of(truth).train
    documents = int(np.sum(truth.split_of == split))
    few = f", fewer than {ENOUGH_TRAINING}" if trained < ENOUGH_TRAINING else ""
    said = f"{quoted(truth.splits[split or 0])} holds {count_of(trained, 'document')} of it{few}"
    there = float(measures.ratio(trained, documents))
    here = float(measures.prevalence(e.tables[c]))
    if min(there, here) >= SMALL_SHARE:
        said += f": {percent(there, 1)} there, {percent(here, 1)} here"
    return said + "."


def _are(count: int) -> str:
    return "is" if count == 1 else "are"


def words_of(at: ClassVerdicts) -> list[str]:
    """The verdict on each class, one of IN_ORDER."""
    said = np.array([WORDS[v] for v in VERDICTS], dtype=object)[at.verdict]
    few = at.verdict == VERDICTS.index("few")
    said[few & at.recall_low] = LOW_RECALL
    said[few & at.precision_low] = LOW_PRECISION
    return said.tolist()
