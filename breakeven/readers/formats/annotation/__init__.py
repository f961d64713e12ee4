"""Exports of tools in which people label."""
