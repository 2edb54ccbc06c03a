"""Settings in files: `settings.toml`, `foreword.toml`, and values kept for trials."""
