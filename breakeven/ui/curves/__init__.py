"""Parts of the Curves page."""
