"""A better division of the documents into parts: what stays together, and where it goes."""
