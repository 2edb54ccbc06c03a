"""YAML and JSON as one lossless tree with positions; `editing` changes texts through it and nothing else."""
