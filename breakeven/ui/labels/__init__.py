"""Parts of the Labels page: labels in doubt, and pairs judged blind."""
