"""What should be done next, each finding with its evidence."""
