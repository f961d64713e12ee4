"""The command line, one module per command; `cli.py` puts them together."""
