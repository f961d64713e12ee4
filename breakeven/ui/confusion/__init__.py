"""Parts of the Confusion page."""
