"""Rules for a pipeline, fixed before anything is looked at, and what a review says to each.

Passed, failed, or cannot tell. The command is in `commands`, what is measured in `analysis`.
"""
