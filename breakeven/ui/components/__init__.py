"""Markup that every page may use; no state."""
