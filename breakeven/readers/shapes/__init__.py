"""Tables with known columns to truth and predictions.

There is a module for each shape and subject of a table, and what the files of a review hold
joined. Which column is what was decided before, in `columns/` and by the user.
"""
