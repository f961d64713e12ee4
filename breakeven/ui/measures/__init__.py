"""Parts of the Measures page."""
