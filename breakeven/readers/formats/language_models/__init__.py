"""Answers of language models, and the tools that ask them."""
