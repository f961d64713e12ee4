"""Bytes to tables of columns, and cells to what they mean.

CSV, JSON, Parquet and Arrow as they are, whoever wrote them. What a column is about is in
`columns/`, and what one tool writes in `formats/`.
"""
