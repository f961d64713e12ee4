"""Tables of tools that watch a classifier."""
