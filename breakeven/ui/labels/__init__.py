"""Parts of the Labels page."""
