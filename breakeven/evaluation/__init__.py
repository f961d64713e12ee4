"""One system on one split under one cut, beside the truth."""
