"""The report: a review as one document that stands alone, in many formats.

It has no content of its own: `record.py` holds results, which `gather.py` gathers from
`breakeven.results`, and a method of their measures. Here is a module for each format, and the
tables and formulas that several have; drawings are in `svg/`. Nothing is counted here.
"""
