"""How the tables of an older program are brought up to date."""
