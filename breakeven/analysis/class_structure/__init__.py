"""What would be with other classes than those of the file.

Some made one, one divided, all taken with what stands above them. The recount itself is in
`evaluation`.
"""
