"""A new split of the documents.

What is asked of it, what it comes to, and whether it is better than the present one. Reading the
splits there are is `data.splits`.
"""
