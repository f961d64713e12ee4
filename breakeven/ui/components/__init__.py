"""Markup that every page may use; no state, and nothing of the app."""
