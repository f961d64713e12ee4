"""What stands on every page: menu, choices, what has to be known, keys, what is found.

What one page has is in its own folder.
"""
