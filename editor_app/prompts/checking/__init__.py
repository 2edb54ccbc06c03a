"""Checking prompt files and documents: frontmatter, declarations and uses of variables."""
