"""What a page is about, and the parts that several pages have.

Links, counts that are links, lists of documents, a choice of class, filters, findings, what a
report takes along. What stands on every page is in header.
"""
