"""What stands against comparing two systems' numbers, with the evidence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from scipy import sparse

from breakeven.analysis.comparison.evaluated_losses import losses_of
from breakeven.analysis.comparison.shared_documents import (
    ComparisonSettings,
    SharedDocuments,
)
from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.data.splits import FITTED_THERE, role_of
from breakeven.data.wording import cell_of, count_of
from metrics import measures
from metrics.typing import Array

# a break-even point whose precision and recall are further apart says little
WIDE_GAP = 0.1


CaveatKind = Literal[
    "documents",
    "unanswered",
    "cuts",
    "assumed",
    "one_threshold",
    "optimistic",
    "tuned",
    "silent",
    "undefined",
    "break_even",
    "interpolated",
    "sampling",
    "unbounded",
    "infinite",
]
# of systems whose classes have no bounds
NO_CELLS = (
    "With open-ended classes each system has a universe of its own: the pairs that are right, and "
    "those that it produced. Their measures are compared, but not their cells"
)


@dataclass(frozen=True)
class Caveat:
    """One reason for care, of a `kind`, about these `systems`, with a number for each if counted.

    `text` says it in plain words; it holds the systems' names as they are.
    """

    kind: CaveatKind
    systems: tuple[str, ...]
    numbers: tuple[int, ...]
    text: str


def caveats(common: SharedDocuments, settings: ComparisonSettings) -> list[Caveat]:
    """Every reason for care that the data themselves show."""
    es = common.evaluations
    reasons = _of_documents(common)
    if es[0].scored.unbounded:
        what = (
            "the sign test over predictions, the share of equal predictions, differences of cells"
        )
        reasons.append(Caveat("unbounded", (), (), f"{NO_CELLS}: left out are {what}."))
    reasons += _of_sampling(es[0])
    if settings.of_probabilities:
        reasons += _of_losses(es, settings)
    else:
        reasons += _of_cuts(es) if settings.of_decisions else _of_rankings(es, settings)
    split = es[0].split
    if split is not None and role_of(split) in ("train", "dev"):
        reasons.append(
            Caveat(
                "tuned",
                common.systems,
                (),
                f"These are the documents of {split}. {FITTED_THERE}",
            )
        )
    silent = [_silent_classes(evaluation) for evaluation in es]
    # a class nobody spoke of tells no two systems apart
    spoken = ~np.logical_and.reduce(silent) & (es[0].tables.positives > 0)
    counts = tuple(int((s & spoken).sum()) for s in silent)
    if any(counts):
        reasons.append(
            Caveat(
                "silent",
                *_where(es, counts),
                "Some classes with documents are never predicted by one system, but are by "
                f"another: {_each(*_where(es, counts))}. If a system was not made for them, "
                "averages over all classes are unfair to it.",
            )
        )
    if settings.of_decisions and settings.undefined in ("drop", "partition"):
        averaged = [_defined(evaluation, settings) for evaluation in es]
        if any((a != averaged[0]).any() for a in averaged):
            over = tuple(int(a.sum()) for a in averaged)
            reasons.append(
                Caveat(
                    "undefined",
                    common.systems,
                    over,
                    "The macro-averages are not over the same classes, as undefined values are "
                    f"left out: {_each(common.systems, over)}. Count 0/0 as 0 or 1 to compare "
                    "over all.",
                )
            )
    return reasons


def _of_documents(common: SharedDocuments) -> list[Caveat]:
    """That not all documents are compared, and why."""
    reasons = []
    if any(common.left_out):
        reasons.append(
            Caveat(
                "documents",
                common.systems,
                common.left_out,
                f"The systems have different documents. Only the {common.documents:,} that all of "
                f"them predict are compared; left out: "
                f"{_each(common.systems, common.left_out)}.",
            )
        )
    if common.unanswered:
        reasons.append(
            Caveat(
                "unanswered",
                common.systems,
                common.unanswered,
                f"Only the {count_of(common.documents, 'document')} for which every system gave a "
                "usable answer are compared; left out: "
                f"{_each(common.systems, common.unanswered)}. Documents that a model does not "
                "answer are seldom like the others, so this F does not hold for all documents.",
            )
        )
    return reasons


def _each(systems: Sequence[str], numbers: Sequence[int]) -> str:
    return ", ".join(f"{n:,} of {s}" for s, n in zip(systems, numbers, strict=True))


def _where(
    es: Sequence[Evaluation], counts: Sequence[int]
) -> tuple[tuple[str, ...], tuple[int, ...]]:
    named = [(evaluation.system, n) for evaluation, n in zip(es, counts, strict=True) if n]
    return tuple(s for s, _ in named), tuple(n for _, n in named)


def _of_sampling(evaluation: Evaluation) -> list[Caveat]:
    if not evaluation.scored.sampled:
        return []
    so = ["Documents count by their weights."] if evaluation.weights is not None else []
    if evaluation.scored.clusters is not None:
        so.append(
            "Documents of one cluster are not independent: the "
            f"{evaluation.drawn:,} clusters are drawn and swapped whole. Intervals of differences "
            "of macro averages may then be a little too narrow."
        )
    text = (
        f"{' '.join(so)} Tests that count predictions or documents one by one (McNemar, the "
        "sign test over predictions, two proportions) cannot allow for that and are not shown."
    )
    return [Caveat("sampling", (), (evaluation.drawn,), text)]


def _of_cuts(es: Sequence[Evaluation]) -> list[Caveat]:
    reasons = []
    if len({evaluation.cut.rule for evaluation in es}) > 1:
        how = "; ".join(f"{evaluation.system}: {evaluation.cut}" for evaluation in es)
        reasons.append(
            Caveat(
                "cuts",
                tuple(evaluation.system for evaluation in es),
                (),
                f"Predictions are made in different ways ({how}). Part of a difference may be "
                "the threshold and not the system: break-even points compare the rankings alone.",
            )
        )
    assumed = tuple(evaluation.system for evaluation in es if evaluation.cut.assumed)
    if assumed:
        reasons.append(
            Caveat(
                "assumed",
                assumed,
                (),
                f"Nobody chose the threshold of {', '.join(assumed)}: it was assumed, and a "
                "better one may change the order.",
            )
        )
    if all(evaluation.cut.rule == "threshold" and not evaluation.cut.assumed for evaluation in es):
        reasons.append(
            Caveat(
                "one_threshold",
                tuple(evaluation.system for evaluation in es),
                (),
                f"All systems have the same threshold, {es[0].cut}. Scores of different systems "
                "need not mean the same, so it may suit one and not another.",
            )
        )
    tuned_here = tuple(evaluation.system for evaluation in es if evaluation.optimistic)
    if tuned_here:
        alike = "for all of them alike" if len(tuned_here) == len(es) else "and the others are not"
        reasons.append(
            Caveat(
                "optimistic",
                tuned_here,
                (),
                f"The thresholds of {', '.join(tuned_here)} were fitted to the very documents "
                f"shown, so the numbers are optimistic, {alike}.",
            )
        )
    return reasons


def _of_rankings(es: Sequence[Evaluation], settings: ComparisonSettings) -> list[Caveat]:
    if settings.measure != "break_even":
        return []
    reasons = [
        Caveat(
            "break_even",
            tuple(evaluation.system for evaluation in es),
            (),
            "Break-even points choose their thresholds on the very documents they are measured "
            "on. They are optimistic, alike for all systems. Do not compare them with an F "
            "whose thresholds came from elsewhere.",
        )
    ]
    wide = tuple(int(np.sum(evaluation.scored.curves.gaps > WIDE_GAP)) for evaluation in es)
    if any(wide):
        reasons.append(
            Caveat(
                "interpolated",
                *_where(es, wide),
                "Where many scores are equal, precision and recall never meet and the value is "
                f"the middle of a gap above {WIDE_GAP}, often flattering. Such classes: "
                f"{_each(*_where(es, wide))}.",
            )
        )
    return reasons


def _of_losses(es: Sequence[Evaluation], settings: ComparisonSettings) -> list[Caveat]:
    """Whose loss is infinite, for how many, and what the others come to."""
    means = [losses_of(evaluation, settings.loss).averages.micro for evaluation in es]
    counted = "documents" if es[0].single_label else "pairs of document and class"
    reasons = [
        f"{mean.infinite:,} of {mean.number:,} {counted} of {e.system}, and the mean of the "
        f"others is {cell_of(float(mean.finite.value))}"
        for e, mean in zip(es, means, strict=True)
        if mean.infinite
    ]
    if not reasons:
        return []
    text = (
        "A log loss is infinite where what turned out had the probability 0; nothing can be taken "
        f"from it then. That is so for {'; '.join(reasons)}."
    )
    return [Caveat("infinite", *_where(es, [mean.infinite for mean in means]), text)]


def _silent_classes(evaluation: Evaluation) -> Array:
    """Classes without any score, or, where there are no scores, without any decision."""
    scores = evaluation.scored.scores
    if scores is None:
        return np.asarray(evaluation.tables.assigned == 0)
    if sparse.issparse(scores):
        return np.diff(sparse.csr_array(scores).indptr) == 0
    return np.zeros(len(evaluation.classes), dtype=bool)


def _defined(evaluation: Evaluation, settings: ComparisonSettings) -> Array:
    defined = ~np.isnan(settings.measure_function(evaluation.tables))
    if settings.undefined == "partition":
        defined &= ~np.isnan(measures.precision(evaluation.tables))
        defined &= ~np.isnan(measures.recall(evaluation.tables)) & ~np.isnan(
            measures.fallout(evaluation.tables)
        )
    return defined
