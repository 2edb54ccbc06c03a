"""Chats: their panels, and what these show."""
