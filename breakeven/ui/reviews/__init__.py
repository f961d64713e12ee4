"""Parts of the page Reviews."""
