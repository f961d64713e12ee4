"""How good decisions are where classes stand in a tree."""
