"""Files that hold files or tables: unpacked within hard limits, never onto the disk."""
