"""Curves and what is read off them."""
