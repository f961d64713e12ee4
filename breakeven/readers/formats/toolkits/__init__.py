"""Files of libraries and programs that train classifiers."""
