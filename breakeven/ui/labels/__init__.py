"""Parts of the Labels page: labels that look wrong, pairs judged blind, and the annotators."""
