"""Parts of the Confusion page.

Cells are counted in metrics and analysis, the picture is of figures.
"""
