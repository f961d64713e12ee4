"""What is still accepted before a finding is made of it: one record of settings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any
from urllib.parse import quote, unquote

from breakeven.data.equal_texts import LONG_TEXT

# of more documents checks take longer than anybody waits who did not ask for them
MOST_AT_ONCE = 100_000


@dataclass(frozen=True)
class Limits:
    """Settings: only 15 training documents come from a source.

    `min_train` documents (Microsoft, custom text classification, Guidance); `balance` a factor;
    `share_difference`, `leak_share`, `similarity`, `alike`, `together`, `confused`, `error_share`,
    `cut` and `good` shares in [0, 1], `good` 0 where nothing is called good; `half_width` and
    `threshold_gain` in F; `min_words` words. `train` and `test` name splits, empty to go by their
    names.
    """

    min_train: int = 15
    balance: float = 10.0
    share_difference: float = 0.10
    alike: float = 0.90
    together: float = 0.50
    min_words: int = LONG_TEXT
    similarity: float = 0.80
    leak_share: float = 0.01
    cut: float = 0.50
    good: float = 0.0
    error_share: float = 0.05
    confused: float = 0.05
    half_width: float = 0.05
    threshold_gain: float = 0.05
    train: str = ""
    test: str = ""


@dataclass(frozen=True)
class LimitSetting:
    """What a limit is, in words, and which values make sense."""

    words: str
    low: float
    high: float
    step: float


SETTINGS: Mapping[str, LimitSetting] = {
    "min_train": LimitSetting("Training documents a class should have", 1, 10_000, 1),
    "balance": LimitSetting("Largest class size, as a multiple of an equal share", 1, 1_000, 0.5),
    "share_difference": LimitSetting("Difference of a class’s share between splits", 0, 1, 0.01),
    "alike": LimitSetting("Similarity of the texts of two classes", 0, 1, 0.01),
    "together": LimitSetting("Overlap of the documents of two classes", 0, 1, 0.05),
    "min_words": LimitSetting("Shortest text whose copies count as leaks (words)", 1, 1_000, 1),
    "similarity": LimitSetting("Overlap of near-duplicate long texts", 0.3, 1, 0.05),
    "leak_share": LimitSetting("Share of leaked documents that counts as an error", 0, 1, 0.005),
    "cut": LimitSetting("High precision and recall start at", 0, 1, 0.05),
    "good": LimitSetting("Good precision and recall start at (0: off)", 0, 1, 0.05),
    "error_share": LimitSetting("Share of all errors that is much for one class", 0.01, 1, 0.01),
    "confused": LimitSetting("Share of two classes that is confused", 0, 1, 0.01),
    "half_width": LimitSetting("Wanted precision of F (±)", 0.005, 0.5, 0.005),
    "threshold_gain": LimitSetting("Gain in F that justifies another threshold", 0, 1, 0.01),
}
ROLES = {"train": "The training split", "test": "The test split"}
_DEFAULTS = Limits()


def checked(name: str, value: Any) -> Any:
    """The value of a limit in its own type; ValueError with what is allowed."""
    kind = type(getattr(_DEFAULTS, name))
    if name in ROLES:
        return str(value)
    setting, number = SETTINGS[name], kind(value)
    if not setting.low <= number <= setting.high:
        raise ValueError(f"from {setting.low:g} to {setting.high:g}")
    return number


def to_text(limits: Limits) -> str:
    """The limits that are not the usual ones, for an address; empty when all are."""
    return ",".join(
        f"{f.name}:{quote(str(getattr(limits, f.name)), safe='')}"
        for f in fields(Limits)
        if getattr(limits, f.name) != f.default
    )


def from_text(text: str) -> Limits:
    """Limits from an address; what makes no sense there is as usual."""
    values = {}
    for part in text.split(","):
        name, _, value = part.partition(":")
        if name in SETTINGS or name in ROLES:
            try:
                values[name] = checked(name, unquote(value))
            except ValueError:
                continue
    return Limits(**values)
