"""What to expect of documents that nobody has labelled."""
