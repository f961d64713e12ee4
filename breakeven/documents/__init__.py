"""The documents of a filter: counts of their facets, searching their texts, words, likeness."""
