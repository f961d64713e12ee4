"""Shares of classes, texts and near-duplicates of a collection."""
