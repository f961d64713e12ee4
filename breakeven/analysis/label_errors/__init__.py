"""Labels that are likely wrong, whose probabilities may say so, a blind audit of them.

And what wrong labels do to numbers.
"""
