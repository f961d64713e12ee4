"""What has to be said wherever a number that cannot be trusted is shown."""

from __future__ import annotations

OPTIMISTIC = "optimistic: tuned on the documents shown"
TRUE_NUMBER = (
    "The decisions have exactly the true number of classes on every document, though some are "
    "wrong. They were hardly made without knowing the truth, and no system in operation can "
    "know it."
)
