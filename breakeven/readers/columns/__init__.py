"""What the columns of a file are taken for."""
