"""Cases: saved values for previews and tests, and expectations about the rendered text."""
