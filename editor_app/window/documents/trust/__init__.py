"""Trust in the folder of the variables, and what is offered where there is none."""
