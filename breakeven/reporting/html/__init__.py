"""A report as one HTML file: no script, no request, readable on a telephone and on paper."""
