"""Tables with known columns to truth and predictions."""
