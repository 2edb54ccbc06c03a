"""What the system messages of several tests begin with."""

HEAD = """\
id: m
version: 1.0.0
role: system
createdAt: 2026-01-28T09:00:00Z
updatedAt: 2026-01-28T09:00:00Z
blocks:
"""
