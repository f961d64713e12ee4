"""The command line, one module per command; `main` puts them together."""
