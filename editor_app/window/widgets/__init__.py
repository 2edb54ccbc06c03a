"""Small parts that several panels are built of; none knows what it shows."""
