"""What reviewers say of documents: marks, tags and notes, kept as events."""
