"""Parts of the Slices page.

Slices that are chosen, set side by side, and weak ones that are searched.
"""
