"""Files of other tools, known by their shape: one module a tool."""
