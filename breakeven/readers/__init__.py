"""Foreign files to a Review; everything wrong with foreign data is found and said here."""
