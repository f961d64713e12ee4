"""Parts of the documents against the rest, like compared with like."""
