"""Files of a project of Azure custom text classification."""
