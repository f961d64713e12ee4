"""Parts of the Story page: its screens, and words of one's own on them."""
