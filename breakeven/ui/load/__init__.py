"""Parts of the Load page."""
