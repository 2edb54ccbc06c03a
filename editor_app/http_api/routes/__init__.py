"""The endpoints by what they are about, and all of them in one table."""
