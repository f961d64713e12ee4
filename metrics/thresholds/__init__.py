"""Scores to decisions: strategies, losses, the best threshold."""
