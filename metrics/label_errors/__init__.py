"""Labels that are likely wrong.

Suspects, what a judged sample says of them, and the band that wrong labels leave. How people agree
stands in `annotators`.
"""
