"""Parts of the documents page: its filter, the list of what it keeps, and the one that is open."""
