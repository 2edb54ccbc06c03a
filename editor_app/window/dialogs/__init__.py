"""The dialogs, behind one small protocol, so that no other code opens a dialog."""
