"""Settings in files: `settings.toml`, `keys.toml`, `foreword.toml`, and values kept for trials."""
