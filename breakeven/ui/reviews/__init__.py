"""Parts of the Reviews page: what is saved, what comes from elsewhere, who may do what."""
