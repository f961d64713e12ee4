"""Sentences with places for values: `{n:class has|classes have} no document in {split:name}`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from string import Formatter
from typing import Any

from breakeven.text import amount_of, count_of, listed, percent, quoted, threshold_of


class _Sentence(Formatter):
    """Beside Python's own: amounts, thresholds, `one|many` counts, `.1%`, `name`, `names 3`."""

    def format_field(self, value: Any, spec: str) -> Any:
        if "|" in spec:
            return count_of(value, *spec.split("|"))
        if spec == "amount":
            return amount_of(value)
        if spec == "threshold":
            return threshold_of(value)
        if spec == "name":
            return quoted(value)
        if (share := re.fullmatch(r"\.(\d)%", spec)) is not None:
            return percent(value, int(share[1]))
        if (several := re.fullmatch(r"names ?(\d*)", spec)) is not None:
            return listed(value, int(several[1] or 5))
        return super().format_field(value, spec)


_SENTENCE = _Sentence()


def worded(template: str, words: Mapping[str, Any]) -> str:
    """The template with its places filled; plain text. KeyError for a word that is missing."""
    return _SENTENCE.vformat(template, (), words)
