"""The dialog that asks for the key of an endpoint."""

from __future__ import annotations

from PySide6.QtWidgets import QCheckBox, QDialogButtonBox, QHBoxLayout, QLineEdit, QPushButton, QWidget

from editor_app.runs.endpoint.addresses import Endpoint
from editor_app.runs.endpoint.errors import EndpointError
from editor_app.runs.endpoint.keys import Key, check_private, key_of
from editor_app.window.dialogs.answers import GivenKey
from editor_app.window.dialogs.frame import CalmDialog
from editor_app.window.kit.form.fields import LineField
from editor_app.window.kit.theme.current import current_theme
from editor_app.window.kit.words.labels import PlainLabel

_ANYWHERE = "in the keyring of the system, or without one in a file that only you can read"


class KeyDialog(CalmDialog):
    """A field that hides what is typed, whether to keep it, and what is wrong with it."""

    def __init__(
        self,
        origin: str,
        why: str,
        parent: QWidget | None,
        *,
        place: str = "",
        action: str = "Use key",
    ) -> None:
        """Ask for the key of the endpoint at `origin`; `why` is said first."""
        usual = ":443" if origin.startswith("https:") else ":80"
        self._closed_with: GivenKey | None = None
        self._endpoint = Endpoint(origin.removesuffix(usual), "")
        super().__init__(f"Key for {self._endpoint.host}", why, parent)
        self.field = LineField("", self)
        self.field.setAccessibleName("Key")
        self.field.setPlaceholderText("Key")
        self.field.setEchoMode(QLineEdit.EchoMode.Password)
        self.show_button = QPushButton("Show", self)
        self.show_button.setAutoDefault(False)
        self.show_button.setAccessibleName("Show the key")
        self.keep = QCheckBox(f"Keep it {place or _ANYWHERE}", self)
        self.remark = _words("soft", self)
        self.problem = _words("error", self)
        row = QHBoxLayout()
        row.setSpacing(current_theme().px(8))
        row.addWidget(self.field, 1)
        row.addWidget(self.show_button)
        self.content.addLayout(row)
        self.content.addWidget(self.problem)
        self.content.addWidget(self.keep)
        self.content.addWidget(self.remark)
        self.content.addStretch(1)
        self.add_cancel()
        self.action = self.add_button(action, QDialogButtonBox.ButtonRole.AcceptRole, primary=True)
        self.buttons.accepted.connect(self.accept)
        self.field.textChanged.connect(self._check)
        self.keep.toggled.connect(self._check)
        self.show_button.clicked.connect(self._toggle_shown)
        self.field.setFocus()
        self._check()

    @property
    def given(self) -> GivenKey | None:
        """The key as typed, or as it was when the dialog was closed; None while it is none."""
        if self._closed_with is not None:
            return self._closed_with
        key, _ = self._read()
        return GivenKey(key, self.keep.isChecked()) if key is not None else None

    def done(self, result: int) -> None:
        """Close; the field, which stays until the window is closed, keeps nothing of the key."""
        self._closed_with = self.given
        self.field.clear()
        super().done(result)

    def _read(self) -> tuple[Key | None, str]:
        """Return the key, or what is wrong with it or with where it would go."""
        try:
            check_private(self._endpoint)
            return (key_of(self.field.text()), "") if self.field.text().strip() else (None, "")
        except EndpointError as error:
            return None, str(error)

    def _check(self) -> None:
        key, problem = self._read()
        is_private = self._endpoint.is_private
        self.problem.setText(problem)
        self.problem.setVisible(bool(problem))
        self.field.setAccessibleDescription(problem)
        for part in (self.field, self.show_button, self.keep):
            part.setEnabled(is_private)
        kept = "It is sent to this endpoint alone."
        forgotten = f"{kept} It is forgotten when this window closes."
        self.remark.setText(kept if self.keep.isChecked() else forgotten)
        self.remark.setVisible(is_private)
        self.action.setEnabled(key is not None)

    def _toggle_shown(self) -> None:
        is_shown = self.field.echoMode() == QLineEdit.EchoMode.Normal
        modes = QLineEdit.EchoMode
        self.field.setEchoMode(modes.Password if is_shown else modes.Normal)
        self.show_button.setText("Show" if is_shown else "Hide")
        self.show_button.setAccessibleName("Show the key" if is_shown else "Hide the key")


def _words(look: str, parent: QWidget) -> PlainLabel:
    label = PlainLabel("", look, parent)
    label.setWordWrap(True)
    label.setMinimumHeight(current_theme().line_height("small"))
    return label
