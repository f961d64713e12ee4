"""Arithmetic on arrays: tallies of decisions and scores, and the measures that are functions of them."""
