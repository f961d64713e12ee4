"""What stands on every page: menu, head, choices, settings, keys and hints."""
