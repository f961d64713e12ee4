"""Parts of the Guidance and Splits pages that list findings."""
