"""Parts of the page History."""
