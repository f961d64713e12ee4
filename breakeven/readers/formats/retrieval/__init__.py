"""Files of retrieval and of subject indexing."""
