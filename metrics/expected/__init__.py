"""What probabilities say before anybody labels."""
