"""What a window held when it ended, brought back by the next one: tabs, views, and unsaved text."""
