"""Parts of the Splits page."""
