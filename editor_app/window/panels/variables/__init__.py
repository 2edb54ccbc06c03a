"""The buttons above the editor that insert variables and conditions."""
