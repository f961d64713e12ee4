"""What the columns of a file are taken for.

By their headers, by what they hold, and by other files. Nothing of a review is read here.
"""
