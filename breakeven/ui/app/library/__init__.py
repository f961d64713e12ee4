"""Reviews opened and saved, and what people said of them."""
