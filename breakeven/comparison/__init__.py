"""Systems beside each other on the same documents."""
