"""What a review says to somebody who has never heard of any measure, in six screens."""
