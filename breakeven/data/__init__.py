"""What a review holds, as plain values.

Truth, predictions, hierarchy, marks, splits and texts, and the words in which any value is shown.
Nothing here is evaluated, and no file of anybody is read: that is `analysis` and `readers`.
"""
