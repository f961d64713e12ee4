"""Systems on the same documents.

Differences, how sure they are, what may be said of them, and what stands against comparing. One
system alone is in `evaluation`.
"""
