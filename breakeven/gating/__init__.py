"""Rules for a pipeline that are fixed beforehand, and what a review says to them."""
