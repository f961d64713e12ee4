"""What a report says: one record, gathered from the owners of the pages' numbers."""
