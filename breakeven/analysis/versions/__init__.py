"""Two versions of a review.

What both hold, an earlier one beside this one, what changed, and how much two runs differ anyway.
What is saved of versions is in `store`.
"""
