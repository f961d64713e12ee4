"""The seven pages on a table beyond memory.

The numbers that an engine counted, and rows it is asked for.
"""
