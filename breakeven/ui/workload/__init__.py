"""Parts of the page on what people still have to do."""
