"""What is counted and computed of a review, a folder a question.

Numbers only, no figure, no page, no file.
"""
