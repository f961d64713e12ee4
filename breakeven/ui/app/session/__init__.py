"""Who is here, what is chosen and mirrored in the address, and the widgets that choose."""
