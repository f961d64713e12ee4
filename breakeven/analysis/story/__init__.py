"""What a review says to somebody who has never heard of any measure.

The verdict in plain words, and the screens of the guided reading. Nothing is drawn here, and no
page is known by its file.
"""
