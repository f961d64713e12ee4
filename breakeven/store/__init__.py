"""Reviews that are saved, by whom, and all that was said of them since.

Files, rows and events, and the rights to each. What a review holds is in `data`; how its files are
read again is in `readers`.
"""
