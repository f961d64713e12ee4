"""Files of libraries and programs that train, evaluate or watch classifiers."""
