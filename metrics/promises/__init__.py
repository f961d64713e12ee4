"""Thresholds that keep their word: of classes, of all of them, and of means over documents."""
