"""What is offered while a file of any kind is written, and its names changed everywhere they stand."""
