"""What would be if classes were taken together, or one were divided."""
