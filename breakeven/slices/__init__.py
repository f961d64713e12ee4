"""Documents by what they are like, and whether a system is as good on each kind."""
