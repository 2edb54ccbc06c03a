"""The mark in the status bar: "Restricted" or "Trusted", a button that opens the popup about trust."""

from __future__ import annotations

from editor_app.window.frame.status_mark import StatusMark


class TrustMark(StatusMark):
    """Whether the folder of the current file's variables is trusted; hidden where that does not matter."""

    def show_trust(self, workspace: str, *, is_trusted: bool) -> None:
        """Show whether the folder `workspace` is trusted."""
        read = "are read" if is_trusted else "are not read"
        self.show_mark(
            "shield-check" if is_trusted else "shield",
            "Trusted" if is_trusted else "Restricted",
            f"git and the files of {workspace} outside of the library {read}",
        )
