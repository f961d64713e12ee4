"""Rules that are fixed before anything is looked at, and what a review says to each.

Passed, failed, or cannot tell: for a pipeline, and for the target of a review. The command is in
`commands`, what is measured in `analysis`.
"""
