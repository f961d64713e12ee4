"""Who is here, what is chosen and mirrored in the address, and the widgets that choose it.

Figures and tables with a button that takes them along are among the widgets. Nothing here counts
anything: the first page of a fresh server opens through here.
"""
