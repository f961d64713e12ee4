"""What is opened, saved and said of the review that is looked at.

Its versions, marks, notes, sign-offs and words. The library itself is of breakeven/store.
"""
