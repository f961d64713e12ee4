"""Parts of the Documents page: its filter, the list, the document that is open, and marks."""
