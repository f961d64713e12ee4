"""What is saved: reviews and their versions, what was said of them, and who may do what."""
