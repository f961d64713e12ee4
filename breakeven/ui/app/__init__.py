"""What all pages stand on: who is here, what is counted, kept and shown on each.

Each folder imports only those named before it: session (who is here, what is chosen), cache (what
is counted once), store (what is opened, saved and said of reviews), page (what a page is about,
and the parts that several have), header (what stands on every page). Nothing that one page alone
has.
"""
