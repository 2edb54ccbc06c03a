"""Reading scenario and triggers files, with every problem at its place."""
