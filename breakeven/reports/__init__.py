"""Results as values, tables and text to take along."""
