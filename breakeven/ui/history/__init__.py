"""Parts of the History page: versions, what changed, sign-offs, share links, notes.

What is saved and said is of breakeven/store.
"""
