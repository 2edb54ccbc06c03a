"""Foreword, the editor for people who write system prompts."""

__version__ = "0.1.0"
