"""Parts of the page that tells a review as a story."""
