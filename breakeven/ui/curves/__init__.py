"""Parts of the Curves page.

Rankings, a threshold moved along them, and what is said of them over all classes.
"""
