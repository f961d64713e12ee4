"""Parts of Home: files to read, what was read of them, and the reviews that are saved."""
