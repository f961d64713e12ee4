"""Measures of classes that stand in a hierarchy."""
