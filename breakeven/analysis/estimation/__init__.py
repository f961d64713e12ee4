"""What to expect of decisions where nobody has labelled, from probabilities.

Of measures and costs, period by period, and whether the probabilities can be trusted.
"""
