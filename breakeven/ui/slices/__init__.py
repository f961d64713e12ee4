"""The parts of the Slices page."""
