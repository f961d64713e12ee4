"""What a page is about, and the parts that several pages have."""
