"""Parts of the page Confusions.

Cells are counted in metrics and analysis, the picture is of figures.
"""
