"""Documents by what they are like, and whether a system is as good on each kind.

Conditions, the search for weak slices, and a slice against the rest. The filter of a page is in
`selection`.
"""
