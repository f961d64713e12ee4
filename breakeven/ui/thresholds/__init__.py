"""Parts of the Thresholds page."""
