"""A module for each kind of file, with its facts and functions; imported with the first file of that kind."""
