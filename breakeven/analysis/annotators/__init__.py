"""People who labelled: how far they agree, who copies a system, and systems held against people.

What is taken as the truth of several people is `data.gold`; single labels that are likely wrong
are in `label_errors`.
"""
