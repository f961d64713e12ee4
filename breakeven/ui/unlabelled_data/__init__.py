"""Parts of the Unlabelled page: estimates that stand on probabilities alone."""
