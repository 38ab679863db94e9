"""Watching a file: looking at it, hearing keys, judging what was saved, saying it, putting a stub back."""
