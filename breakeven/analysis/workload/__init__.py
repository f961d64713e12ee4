"""What people still have to do when they look at what a system is least sure of, and its price."""
