"""One system on one split under one cut, beside the truth.

The cut, the decisions, the tables and averages that follow, and how uncertain they are. Two
systems are compared in `comparison`; what is expected without labels is in `estimation`.
"""
