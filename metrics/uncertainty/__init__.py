"""How sure a number is.

Intervals, bounds, tests, resampling, sample sizes, and what may be said of each class. No measure
is defined here.
"""
