"""What pages say in sentences, and how each is counted without the product."""
