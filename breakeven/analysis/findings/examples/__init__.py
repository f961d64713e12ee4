"""Made data that raise one finding each, and as good as nothing else."""
