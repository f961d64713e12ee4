"""Results drawn as Plotly figures, which are plain dictionaries; nothing is computed here.

What pages do with them is in `breakeven/ui/components/`; a report has drawings of its own.
"""
