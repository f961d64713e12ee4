"""Files read in a process of their own, so that no file takes the server with it.

What is done with the files is outside; nothing else of the readers knows of the process.
"""
