"""What passes between reading and those who ask for it.

Options, the proposal, previews, progress, limits, and everything that is wrong. This imports
nothing else of the readers, and nothing here opens a file.
"""
