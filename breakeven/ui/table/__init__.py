"""Pages on a table beyond memory: the numbers that an engine counted, and rows it is asked for."""
