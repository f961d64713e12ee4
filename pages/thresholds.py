"""What should be assigned: the rule of the review, fitted on one split and shown on another."""

from __future__ import annotations

from ui import frame

page = frame.begin("Thresholds", "What should be assigned?")
