"""Parts of the Overview page: the answer, and what is behind it."""
