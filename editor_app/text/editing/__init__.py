"""What keys change in a text: lines, indentation, pairs and matches, at one or several selections."""
