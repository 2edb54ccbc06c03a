"""Analysis of texts: the tree, the problems, and the text that a model gets."""
