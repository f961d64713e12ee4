"""The report: a review as one document that stands alone."""
