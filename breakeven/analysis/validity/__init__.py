"""Whether numbers mean what they seem to.

Names that are one class, rows joined in the wrong order, answers that stand in the text.
"""
