"""Review text classifiers in Python, as in the app and on the command line.

>>> import breakeven as be
>>> svm = be.evaluate(be.sample("reuters"), system="svm")
>>> round(svm.micro()["f"], 3)
0.862

Everything here is loaded when it is asked for: importing the package costs nothing.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from breakeven.analysis.evaluation.cut import Cut
    from breakeven.analysis.findings.check_limits import Limits
    from breakeven.api.answers import AnswersRead, parse_answers
    from breakeven.api.arrays import from_arrays
    from breakeven.api.engine import evaluate_table
    from breakeven.api.files import pack, read, read_marks, sample
    from breakeven.api.gate import GateResult, gate
    from breakeven.api.library import SavedReviews, open_library
    from breakeven.api.own_measures import measure, with_measures
    from breakeven.api.report import ReportResult, report
    from breakeven.data.as_if import as_if
    from breakeven.data.own_measures import OwnMeasure
    from breakeven.data.records import Predictions, Review, Truth
    from breakeven.readers.base.problems import ReadError
    from breakeven.results.agreement import AgreementResult, agree
    from breakeven.results.ceiling import CeilingResult, ceiling
    from breakeven.results.changes import ChangesResult, changes
    from breakeven.results.class_shares import ClassSharesResult, class_shares
    from breakeven.results.comparison import ComparisonResult, compare
    from breakeven.results.curves import (
        NetBenefitCurve,
        PrCurve,
        RocCurve,
        net_benefit,
        pr_curve,
        roc_curve,
    )
    from breakeven.results.documents import DocumentList, find
    from breakeven.results.estimates import EstimateResult, expected
    from breakeven.results.evaluation import EvaluationResult, evaluate
    from breakeven.results.expected_counts import count
    from breakeven.results.findings import Findings, check
    from breakeven.results.label_errors import LabelErrors, label_errors
    from breakeven.results.learning_curve import LearningCurveResult, learning_curve
    from breakeven.results.promises import PromiseResult, promise_result
    from breakeven.results.splitting import SplitProposal, propose_split
    from breakeven.results.target_verdict import TargetVerdict
    from breakeven.results.test_size import PlannedTestSize, plan_test_size
    from breakeven.results.thresholds import FittedThresholds, fit_thresholds
    from breakeven.store.errors import LibraryError

__all__ = [
    "AgreementResult",
    "AnswersRead",
    "CeilingResult",
    "ChangesResult",
    "ClassSharesResult",
    "ComparisonResult",
    "CountedResult",
    "Cut",
    "DocumentList",
    "EstimateResult",
    "EvaluationResult",
    "Findings",
    "FittedThresholds",
    "GateResult",
    "LabelErrors",
    "LearningCurveResult",
    "LibraryError",
    "Limits",
    "NetBenefitCurve",
    "OwnMeasure",
    "PlannedTestSize",
    "PrCurve",
    "Predictions",
    "PromiseResult",
    "ReadError",
    "ReportResult",
    "Review",
    "RocCurve",
    "SavedReviews",
    "SplitProposal",
    "TargetVerdict",
    "Truth",
    "agree",
    "as_if",
    "ceiling",
    "changes",
    "check",
    "class_shares",
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
    "measure",
    "net_benefit",
    "open_library",
    "pack",
    "parse_answers",
    "plan_test_size",
    "pr_curve",
    "promise_result",
    "propose_split",
    "read",
    "read_marks",
    "report",
    "roc_curve",
    "sample",
    "with_measures",
]

_MODULE_OF: Mapping[str, str] = {
    "AgreementResult": "breakeven.results.agreement",
    "CeilingResult": "breakeven.results.ceiling",
    "ChangesResult": "breakeven.results.changes",
    "ClassSharesResult": "breakeven.results.class_shares",
    "ComparisonResult": "breakeven.results.comparison",
    "CountedResult": "breakeven.results.counted",
    "Cut": "breakeven.analysis.evaluation.cut",
    "DocumentList": "breakeven.results.documents",
    "EstimateResult": "breakeven.results.estimates",
    "EvaluationResult": "breakeven.results.evaluation",
    "Findings": "breakeven.results.findings",
    "FittedThresholds": "breakeven.results.thresholds",
    "GateResult": "breakeven.api.gate",
    "LabelErrors": "breakeven.results.label_errors",
    "LearningCurveResult": "breakeven.results.learning_curve",
    "LibraryError": "breakeven.store.errors",
    "Limits": "breakeven.analysis.findings.check_limits",
    "NetBenefitCurve": "breakeven.results.curves",
    "OwnMeasure": "breakeven.data.own_measures",
    "PrCurve": "breakeven.results.curves",
    "RocCurve": "breakeven.results.curves",
    "Predictions": "breakeven.data.records",
    "ReadError": "breakeven.readers.base.problems",
    "ReportResult": "breakeven.api.report",
    "Review": "breakeven.data.records",
    "SavedReviews": "breakeven.api.library",
    "SplitProposal": "breakeven.results.splitting",
    "TargetVerdict": "breakeven.results.target_verdict",
    "Truth": "breakeven.data.records",
    "agree": "breakeven.results.agreement",
    "ceiling": "breakeven.results.ceiling",
    "as_if": "breakeven.data.as_if",
    "changes": "breakeven.results.changes",
    "class_shares": "breakeven.results.class_shares",
    "check": "breakeven.results.findings",
    "compare": "breakeven.results.comparison",
    "count": "breakeven.results.expected_counts",
    "evaluate": "breakeven.results.evaluation",
    "evaluate_table": "breakeven.api.engine",
    "expected": "breakeven.results.estimates",
    "find": "breakeven.results.documents",
    "fit_thresholds": "breakeven.results.thresholds",
    "from_arrays": "breakeven.api.arrays",
    "gate": "breakeven.api.gate",
    "label_errors": "breakeven.results.label_errors",
    "learning_curve": "breakeven.results.learning_curve",
    "measure": "breakeven.api.own_measures",
    "open_library": "breakeven.api.library",
    "AnswersRead": "breakeven.api.answers",
    "parse_answers": "breakeven.api.answers",
    "pack": "breakeven.api.files",
    "net_benefit": "breakeven.results.curves",
    "pr_curve": "breakeven.results.curves",
    "roc_curve": "breakeven.results.curves",
    "propose_split": "breakeven.results.splitting",
    "read": "breakeven.api.files",
    "read_marks": "breakeven.api.files",
    "report": "breakeven.api.report",
    "sample": "breakeven.api.files",
    "with_measures": "breakeven.api.own_measures",
    "PlannedTestSize": "breakeven.results.test_size",
    "PromiseResult": "breakeven.results.promises",
    "promise_result": "breakeven.results.promises",
    "plan_test_size": "breakeven.results.test_size",
}


def _refuse_another_metrics() -> None:
    """ImportError where `import metrics` would find somebody else's module of that name."""
    ours = Path(__file__).resolve().parents[1] / "metrics" / "__init__.py"
    try:
        spec = find_spec("metrics")
    except ValueError:  # it was put into sys.modules by hand
        spec = None
    origin = "" if spec is None or spec.origin is None else spec.origin
    if not origin or Path(origin).resolve() != ours:
        what = f"{origin} hides it" if origin else "it is not there"
        raise ImportError(
            f"breakeven needs its own package `metrics` ({ours.parent}), and {what}; rename that "
            "file, or start Python in another folder",
            name="metrics",
            path=origin or None,
        )


class _Package(ModuleType):
    """The package: a folder in it with the name of a function, as `gate`, does not hide it."""

    def __setattr__(self, name: str, value: Any) -> None:
        # Python puts each folder here when it imports it, and imports go well without
        if name not in _MODULE_OF or not isinstance(value, ModuleType):
            super().__setattr__(name, value)


_refuse_another_metrics()
sys.modules[__name__].__class__ = _Package


def __getattr__(name: str) -> Any:
    if name == "__version__":
        return import_module("breakeven.data.installation").CODE_VERSION
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_MODULE_OF[name]), name)


def __dir__() -> list[str]:
    return __all__
