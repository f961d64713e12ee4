"""Parts of the Thresholds page: the rule of the review, and what it does on the splits."""
