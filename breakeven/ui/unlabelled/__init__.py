"""Parts of the Unlabelled page."""
