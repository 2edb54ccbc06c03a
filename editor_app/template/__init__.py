"""The template language in both dialects: parser, checks, renderer and source map."""
