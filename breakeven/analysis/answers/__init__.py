"""Answers of language models to classes: by declared rules, and what the others count as.

Files of answers are read in `readers`.
"""
