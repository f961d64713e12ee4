"""What the reference of Azure's summaries says, beside the counts of its own example."""

from __future__ import annotations

from fractions import Fraction

from tests.metrics.catalogue.test_catalogue import evidence, f

# the classes of its example (EmailApp): true positives, false positives, false negatives
EMAIL_APP = {
    **{"ContactName": (22, 1, 2), "Category": (11, 2, 1), "SenderName": (8, 1, 1)},
    **{"EmailSubject": (9, 3, 1), "Message": (6, 2, 2), "Date": (2, 1, 0), "Time": (0, 0, 2)},
    **{"OrderReference": (17, 0, 0), "SearchTexts": (4, 0, 0), "Attachment": (3, 0, 0)},
    **{"RelationshipName": (2, 0, 1), "Line": (2, 0, 0), "FromRelationshipName": (1, 0, 0)},
    "PositionReference": (0, 0, 1),
}


def test_microsofts_reference_swaps_names_and_counts_nothing_over_nothing_as_nothing() -> None:
    tp, fp, fn = EMAIL_APP["ContactName"]
    precision, recall = Fraction(tp, tp + fp), Fraction(tp, tp + fn)
    # as printed there, under these names
    assert [round(float(v), 3) for v in (precision, recall, f(tp, fp, fn))] == [0.957, 0.917, 0.936]
    evidence("E-M9", f"{precision} = 0.957", "22/24 = 0.917", f"{f(tp, fp, fn)} = 0.936")
    precisions = [Fraction(tp, tp + fp) for tp, fp, _ in EMAIL_APP.values() if tp + fp]
    assert (len(EMAIL_APP), len(precisions)) == (14, 12)
    # printed: macroPrecision 0.7755879
    assert round(float(sum(precisions) / 14), 6) == 0.775588
    evidence("E-M10", f"{float(sum(precisions)):.3f}", f"= {float(sum(precisions) / 14):.3f}")
    evidence("E-M10", f"{float(sum(precisions) / 12):.3f}")
    # the rest of the row of Category in its matrix: $none 1
    assert EMAIL_APP["Category"][2] == 1
    evidence("E-M4", "11 and 1; its falseNegativeCount is 1, its falsePositiveCount 2")
