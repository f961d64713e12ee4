"""Results, one module a subject: what is asked, the result, and its plain data and Markdown.

A module has the function that Python users and commands call (`evaluate`, `compare`, `check` …),
its Result class, and what makes a frame, plain data and Markdown of it. No arithmetic, which is in
`metrics/` and `breakeven/analysis/`, and nothing of pages, commands, reports and what is saved:
those take results.
"""
