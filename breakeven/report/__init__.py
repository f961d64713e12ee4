"""The report: a review as one document that stands alone, in many formats.

What it says is gathered in `content/` and its drawings are in `svg/`; here is a module for each
format, and the tables and formulas that several have. Nothing is counted here.
"""
