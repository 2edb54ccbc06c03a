"""The options of a command line that make up a trial: values, case, situation and folder."""
