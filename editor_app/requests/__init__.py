"""Requests to providers: assembled from a system text and messages, and checked before they are sent."""
