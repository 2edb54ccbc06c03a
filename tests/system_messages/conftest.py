"""Helpers of these tests can be imported from every folder below."""
