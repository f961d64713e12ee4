"""Results as values, tables and text to take along."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from breakeven.report.document import Evaluated, Report


class _Callable(ModuleType):
    """`be.report(evaluation)`: importing this package hides a function of the same name."""

    def __call__(self, of: Evaluated) -> Report:
        from breakeven.report.document import report

        return report(of)


sys.modules[__name__].__class__ = _Callable
