"""Review text classifiers in Python, as in the app and on the command line.

>>> import breakeven as be
>>> svm = be.evaluate(be.sample("reuters"), system="svm")
>>> round(svm.micro()["f"], 3)
0.862

Everything here is loaded when it is asked for: importing the package costs nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from breakeven.api.agreement import AgreementResult, agree
    from breakeven.api.answers import AnswersRead, parse_answers
    from breakeven.api.arrays import from_arrays
    from breakeven.api.ceiling import CeilingResult, ceiling
    from breakeven.api.changes import ChangesResult, changes
    from breakeven.api.comparison import ComparisonResult, compare
    from breakeven.api.curves import PrCurve, pr_curve
    from breakeven.api.engine import CountedResult, evaluate_table
    from breakeven.api.estimates import EstimateResult, count, expected
    from breakeven.api.evaluation import EvaluationResult, evaluate
    from breakeven.api.files import pack, read, sample
    from breakeven.api.findings import Findings, check
    from breakeven.api.found import FoundDocuments, find
    from breakeven.api.gate import GateResult, gate
    from breakeven.api.label_errors import LabelErrors, label_errors
    from breakeven.api.learning_curve import LearningCurveResult, learning_curve
    from breakeven.api.library import SavedReviews, open_library
    from breakeven.api.marks import read_marks
    from breakeven.api.report import ReportResult, report
    from breakeven.api.splitting import SplitProposal, propose_split
    from breakeven.api.test_size import PlannedTestSize, plan_test_size
    from breakeven.api.thresholds import FittedThresholds, fit_thresholds
    from breakeven.evaluation.cut import Cut
    from breakeven.findings.limits import Limits
    from breakeven.library.errors import LibraryError
    from breakeven.marks.as_if import as_if
    from breakeven.readers.problems import ReadError
    from breakeven.records import Predictions, Review, Truth

__all__ = [
    "AgreementResult",
    "AnswersRead",
    "CeilingResult",
    "ChangesResult",
    "ComparisonResult",
    "CountedResult",
    "Cut",
    "EstimateResult",
    "EvaluationResult",
    "Findings",
    "FittedThresholds",
    "FoundDocuments",
    "GateResult",
    "LabelErrors",
    "LearningCurveResult",
    "LibraryError",
    "Limits",
    "PlannedTestSize",
    "PrCurve",
    "Predictions",
    "ReadError",
    "ReportResult",
    "Review",
    "SavedReviews",
    "SplitProposal",
    "Truth",
    "agree",
    "as_if",
    "ceiling",
    "changes",
    "check",
    "compare",
    "count",
    "evaluate",
    "evaluate_table",
    "expected",
    "find",
    "fit_thresholds",
    "from_arrays",
    "gate",
    "label_errors",
    "learning_curve",
    "open_library",
    "pack",
    "parse_answers",
    "plan_test_size",
    "pr_curve",
    "propose_split",
    "read",
    "read_marks",
    "report",
    "sample",
]

_MODULE_OF: Mapping[str, str] = {
    "AgreementResult": "breakeven.api.agreement",
    "CeilingResult": "breakeven.api.ceiling",
    "ChangesResult": "breakeven.api.changes",
    "ComparisonResult": "breakeven.api.comparison",
    "CountedResult": "breakeven.api.engine",
    "Cut": "breakeven.evaluation.cut",
    "EstimateResult": "breakeven.api.estimates",
    "EvaluationResult": "breakeven.api.evaluation",
    "Findings": "breakeven.api.findings",
    "FittedThresholds": "breakeven.api.thresholds",
    "FoundDocuments": "breakeven.api.found",
    "GateResult": "breakeven.api.gate",
    "LabelErrors": "breakeven.api.label_errors",
    "LearningCurveResult": "breakeven.api.learning_curve",
    "LibraryError": "breakeven.library.errors",
    "Limits": "breakeven.findings.limits",
    "PrCurve": "breakeven.api.curves",
    "Predictions": "breakeven.records",
    "ReadError": "breakeven.readers.problems",
    "ReportResult": "breakeven.api.report",
    "Review": "breakeven.records",
    "SavedReviews": "breakeven.api.library",
    "SplitProposal": "breakeven.api.splitting",
    "Truth": "breakeven.records",
    "agree": "breakeven.api.agreement",
    "ceiling": "breakeven.api.ceiling",
    "as_if": "breakeven.marks.as_if",
    "changes": "breakeven.api.changes",
    "check": "breakeven.api.findings",
    "compare": "breakeven.api.comparison",
    "count": "breakeven.api.estimates",
    "evaluate": "breakeven.api.evaluation",
    "evaluate_table": "breakeven.api.engine",
    "expected": "breakeven.api.estimates",
    "find": "breakeven.api.found",
    "fit_thresholds": "breakeven.api.thresholds",
    "from_arrays": "breakeven.api.arrays",
    "gate": "breakeven.api.gate",
    "label_errors": "breakeven.api.label_errors",
    "learning_curve": "breakeven.api.learning_curve",
    "open_library": "breakeven.api.library",
    "AnswersRead": "breakeven.api.answers",
    "parse_answers": "breakeven.api.answers",
    "pack": "breakeven.api.files",
    "pr_curve": "breakeven.api.curves",
    "propose_split": "breakeven.api.splitting",
    "read": "breakeven.api.files",
    "read_marks": "breakeven.api.marks",
    "report": "breakeven.api.report",
    "sample": "breakeven.api.files",
    "PlannedTestSize": "breakeven.api.test_size",
    "plan_test_size": "breakeven.api.test_size",
}


def _refuse_another_metrics() -> None:
    """ImportError where `import metrics` would find somebody else's module of that name."""
    ours = Path(__file__).resolve().parents[1] / "metrics" / "__init__.py"
    try:
        found = find_spec("metrics")
    except ValueError:  # it was put into sys.modules by hand
        found = None
    origin = "" if found is None or found.origin is None else found.origin
    if not origin or Path(origin).resolve() != ours:
        what = f"{origin} hides it" if origin else "it is not there"
        raise ImportError(
            f"breakeven needs its own package `metrics` ({ours.parent}), and {what}; rename that "
            "file, or start Python in another folder",
            name="metrics",
            path=origin or None,
        )


_refuse_another_metrics()


def __getattr__(name: str) -> Any:
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_MODULE_OF[name]), name)


def __dir__() -> list[str]:
    return __all__
