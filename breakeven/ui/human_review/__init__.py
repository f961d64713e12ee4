"""Parts of the Workload page: what people still have to do, and what it costs."""
