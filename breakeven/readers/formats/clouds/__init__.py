"""Predictions of services of Amazon and Google."""
