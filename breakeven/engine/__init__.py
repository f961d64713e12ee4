"""The same tallies, counted where the rows lie: for tables larger than memory, through Ibis."""
