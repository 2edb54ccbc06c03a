"""The values form: the values that the preview is made with."""
