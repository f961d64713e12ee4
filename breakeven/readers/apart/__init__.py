"""Files read in a process of their own, with limits, so that no file takes the server with it."""
