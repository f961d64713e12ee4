"""What to do first: the one list of findings, what follows from what, and advice that was tried.

Numbers and plain sentences; nothing is shown here.
"""
