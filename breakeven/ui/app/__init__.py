"""Session state, address, widgets and caches of the app."""
