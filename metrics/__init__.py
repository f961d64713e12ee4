"""Arithmetic on arrays: tallies, and the measures that are functions of them."""
