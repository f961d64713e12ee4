"""The documents behind a number.

The filter that keeps them, what they have in common, in which order they are read, and what of
their texts is marked. Which documents a filter keeps is in `selection`.
"""
