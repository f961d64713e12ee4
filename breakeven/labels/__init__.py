"""The people behind the labels, how far they agree, and which labels are likely wrong."""
