"""What is stored of a run besides its session, and the run made of it again."""
