"""Parts of the Agreement page: what annotators, systems and the truth say of the same documents.

Nothing is counted here.
"""
