"""Parts of the page on human review: what people should check, and what it costs."""
