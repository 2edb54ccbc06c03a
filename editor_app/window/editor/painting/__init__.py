"""What the editor draws: colours, marks, the gutter."""
