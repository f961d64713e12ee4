"""Files of other tools, known by their shape: one module a format.

`registry` has all of them; nothing outside this folder knows one.
"""
