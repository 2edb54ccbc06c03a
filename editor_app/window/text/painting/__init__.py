"""Painting the editor: layout, syntax colours, problem marks, the gutter."""
