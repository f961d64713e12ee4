"""One module a command: `add` (its options) and `run` (its exit status).

`main` finds a command by its name. Commands parse arguments and print; what they do is a function
of `breakeven/results/` or `breakeven/api/`.
"""
