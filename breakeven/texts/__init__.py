"""The texts of a review, made ready once for all who search in them."""
