"""Parts of the Load page: where files come from, what they are taken for, what was read.

Reading itself is of breakeven/readers.
"""
