"""How far several people who labelled the same documents agree: tallies, measures, intervals."""
