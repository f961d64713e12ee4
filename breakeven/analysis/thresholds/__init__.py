"""What thresholds give and keep: promises of them, and how far they would move."""
