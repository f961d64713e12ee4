"""Bytes to tables of columns."""
