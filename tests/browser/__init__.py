"""Tests that drive the app in Chromium: what they share goes when the last of them has run."""
