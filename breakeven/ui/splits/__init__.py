"""Parts of the Splits page but for its findings.

The mix of classes, time, sizes, and a better split.
"""
