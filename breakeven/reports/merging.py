"""Classes made one, and the pairs best made one: in words, as tables, plain data and a document."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
import pandas as pd

from breakeven.evaluation.evaluation import Evaluation
from breakeven.merging.best import PairGains
from breakeven.merging.merged import MergedClasses
from breakeven.reports.tables import in_markdown, markdown_table
from breakeven.reports.values import ends_of, plain
from breakeven.text import cell_of, count_of, f_name, figure_of, listed, quoted, signed

AVERAGE_NAMES = {"micro": "Micro", "macro": "Macro", "per_document": "Per document"}
# so many pairs are listed
LISTED = 10
# gains are small
DIGITS = 4
BY_SIZE = (
    "By size: the gain of two classes of these sizes that have nothing to do with each other. Of "
    "the other classes that one of them meets in its documents, the other is then as large a part "
    "as its size is of all others. The gains of several steps are added up."
)
BITS = (
    "Bits: what the assigned classes of a document tell of the true ones (mutual information of "
    "the two sets), and how much less they tell after."
)
CHOSEN = (
    "The best of many were found on these documents, so they likely gain less on others: look at "
    "another split too."
)
NO_PAIR = "No pair of classes gains more than two classes of their sizes would anyway."


def average_rows(found: MergedClasses) -> list[tuple[str, float, float, float]]:
    """F before, after, and by size (NaN for none): of the averages, then of each new class."""
    of_averages = [
        (name, of.before, of.after, of.by_size)
        for key, name in AVERAGE_NAMES.items()
        for of in (found.averages[key],)
    ]
    return of_averages + [
        (group.name, group.f_before, group.f_after, group.f_by_size) for group in found.groups
    ]


def step_frame(found: MergedClasses) -> pd.DataFrame:
    """One row per step, in the order in which they were taken."""
    return pd.DataFrame(
        {
            "first": [step.first for step in found.steps],
            "second": [step.second for step in found.steps],
            "f": [step.f for step in found.steps],
            "gain": [step.gain for step in found.steps],
            "gain_by_size": [step.by_size for step in found.steps],
            "beyond_size": [step.gain - step.by_size for step in found.steps],
            "bits_lost": [step.bits for step in found.steps],
        }
    )


def pair_frame(pairs: PairGains, most: int | None = None) -> pd.DataFrame:
    """One row per pair that gains beyond its size, the best first; of the first, bits too."""
    shown = len(pairs) if most is None else min(most, len(pairs))
    names = np.array(pairs.evaluation.classes, dtype=object)
    frame = pd.DataFrame(
        {
            "first": names[pairs.first],
            "second": names[pairs.second],
            "gain": pairs.gain,
            "gain_by_size": pairs.by_size,
            "beyond_size": pairs.beyond,
        }
    )[:shown]
    return frame if most is None else frame.assign(bits_lost=pairs.bits_lost(most))


def sentences(found: MergedClasses) -> Iterator[str]:
    """What is gained, and what it costs; plain text, names in quotation marks."""
    for group in found.groups:
        members = [found.before.classes[c] for c in group.members]
        yield f"{listed(members)} become one class, {quoted(group.name)}."
    micro = found.averages["micro"]
    gain, by_size = micro.after - micro.before, micro.by_size - micro.before
    yield (
        f"Micro {f_name(found.beta)} moves by {signed(gain, DIGITS)} (95 % interval "
        f"{signed(found.gain.low, DIGITS)} to {signed(found.gain.high, DIGITS)}); classes of these "
        f"sizes would move it by {signed(by_size, DIGITS)} anyway."
    )
    yield bits_said(found)
    yield documents_said(found)


def bits_said(found: MergedClasses) -> str:
    """How much information is lost."""
    if math.isnan(found.bits_before):
        return "No document was judged on every class, so nobody can say what information is lost."
    return (
        f"{figure_of(found.bits_lost)} bits a document are lost of "
        f"{figure_of(found.bits_before)} that the decisions tell of the truth."
    )


def documents_said(found: MergedClasses) -> str:
    """How many documents lose a distinction, and how many an error."""
    told, confused = found.of_documents
    return (
        f"{count_of(told, 'document')} with exactly the right ones of these classes "
        f"{'loses' if told == 1 else 'lose'} that distinction; {count_of(confused, 'document')} "
        f"with one in place of another {'is' if confused == 1 else 'are'} no error any more."
    )


def of_subject(evaluation: Evaluation, beta: float) -> dict[str, Any]:
    """What was looked at, ready for JSON."""
    return {
        "system": evaluation.system,
        "split": evaluation.split,
        "decisions": str(evaluation.cut),
        "documents": evaluation.documents,
        "classes": len(evaluation.classes),
        "beta": beta if math.isfinite(beta) else "inf",
    }


def of_merged(found: MergedClasses) -> dict[str, Any]:
    """All of it as plain data; undefined is None."""
    told, confused = found.of_documents
    micro = found.averages["micro"]
    return {
        "groups": [
            {
                "name": group.name,
                "classes": [found.before.classes[c] for c in group.members],
                "f_before": plain(group.f_before),
                "f_after": plain(group.f_after),
                "f_by_size": plain(group.f_by_size),
            }
            for group in found.groups
        ],
        "f": {
            key: {
                "before": plain(of.before),
                "after": plain(of.after),
                "by_size": plain(of.by_size),
            }
            for key, of in found.averages.items()
        },
        "gain": {"micro": plain(micro.after - micro.before), "interval_95": ends_of(found.gain)},
        "bits": {
            "before": plain(found.bits_before),
            "after": plain(found.bits_after),
            "lost": plain(found.bits_lost),
        },
        "lose_a_distinction": told,
        "one_in_place_of_another": confused,
        "steps": records(step_frame(found)),
    }


def of_pairs(pairs: PairGains) -> dict[str, Any]:
    """The best pairs as plain data."""
    return {
        "compared": pairs.compared,
        "gain_beyond_size": len(pairs),
        "pairs": records(pair_frame(pairs, LISTED)),
    }


def records(frame: pd.DataFrame) -> list[dict[str, Any]]:
    """The rows of a table as plain data; undefined is None."""
    return [
        {str(key): v if isinstance(v, str) else plain(v) for key, v in row.items()}
        for row in frame.to_dict("records")
    ]


def merged_in_markdown(found: MergedClasses) -> str:
    """What is gained and lost, as a document without its title."""
    f = f_name(found.beta)
    rows = [
        [in_markdown(name), *(cell_of(v) for v in (before, after, by_size)),
         _small(after - before), _small(after - by_size)]
        for name, before, after, by_size in average_rows(found)
    ]  # fmt: skip
    head = [f, "before", "after", "by size", "gain", "beyond size"]
    lines = ["", *(f"- {in_markdown(said)}" for said in sentences(found)), ""]
    lines += [markdown_table(head, rows), "", f"{BY_SIZE} {BITS}"]
    if len(found.steps) > 1:
        lines += ["", "Step by step:", "", _table(step_frame(found))]
    return "\n".join(lines[1:])


def pairs_in_markdown(pairs: PairGains) -> str:
    """The best pairs as a document without its title."""
    if not len(pairs):
        return NO_PAIR
    said = (
        f"Of {count_of(pairs.compared, 'pair')} of classes {len(pairs):,} gain more in micro "
        f"{f_name(pairs.beta)} than two classes of their sizes would, as one class; the most of it "
        "first."
    )
    return "\n".join(
        [said, "", _table(pair_frame(pairs, LISTED)), "", f"{BY_SIZE} {BITS} {CHOSEN}"]
    )


def _small(value: float) -> str:
    # what rounds to 0 has no sign
    return cell_of(round(float(value), DIGITS) + 0.0, DIGITS)


def _table(frame: pd.DataFrame) -> str:
    rows = [
        [in_markdown(v) if isinstance(v, str) else _small(v) for v in row]
        for row in frame.itertuples(index=False)
    ]
    return markdown_table([name.replace("_", " ") for name in frame.columns], rows)
