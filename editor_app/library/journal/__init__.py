"""The journal of unsaved text: every edit of every open document, on the disk soon after it was made."""
