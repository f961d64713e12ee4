"""Drawings of a report: SVG without script, which reads alone, in grey, and on a dark page.

What stands on pages is drawn by `breakeven/figures/`.
"""
