"""The question for the key of an endpoint."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtWidgets import QLineEdit, QPushButton

from editor_app.runs.endpoint.addresses import Endpoint, EndpointError
from editor_app.runs.endpoint.keys import Key, check_private, key_of
from editor_app.window.kit.dialogs.question import CANCEL, Button, Question, Read, Typed, Values, line
from editor_app.window.kit.form.form import Form
from editor_app.window.kit.form.tick import Tick

_ANYWHERE = "in the keyring of the system, or without one in a file that only you can read"


@dataclass(frozen=True, slots=True)
class GivenKey:
    """A key that the user gave for an endpoint, and whether to keep it beyond this window."""

    key: Key
    is_kept: bool = False


@dataclass(frozen=True, slots=True)
class KeyQuestion:
    """A question for the key of the endpoint at `origin`, by scheme, host and port; `why` is said first.

    `place` says where it would be kept, such as "in the keyring of the system"; `action` is the button’s.
    """

    origin: str
    why: str
    place: str = ""
    action: str = "Use key"

    def question(self) -> Question[GivenKey | None]:
        """Return how it is asked; without a key that can be sent there, the answer is None."""
        fields = line("key", "", "", "Key"), Tick("keep", "", words=f"Keep it {self.place or _ANYWHERE}")
        buttons = CANCEL, Button(self.action, None, is_primary=True)
        return Question(
            f"Key for {self._endpoint.host}", self.why, buttons, Typed(fields, self._read, dress=self._dress)
        )

    @property
    def _endpoint(self) -> Endpoint:
        return Endpoint(self.origin.removesuffix(":443" if self.origin.startswith("https:") else ":80"), "")

    def _read(self, values: Values) -> Read[GivenKey | None]:
        forgotten = "" if values["keep"] else " It is forgotten when this window closes."
        remark = f"It is sent to this endpoint alone.{forgotten}"
        try:
            check_private(self._endpoint)
            key = key_of(values["key"]) if values["key"].strip() else None
        except EndpointError as error:
            return Read(None, str(error), remark if self._endpoint.is_private else "")
        return Read(GivenKey(key, values["keep"]) if key is not None else None, "", remark)

    def _dress(self, form: Form) -> None:
        """Hide what is typed, beside a button that shows it."""
        field, modes = form.cell("key").widget, QLineEdit.EchoMode
        assert isinstance(field, QLineEdit)

        def show(*, shown: bool) -> None:
            field.setEchoMode(modes.Normal if shown else modes.Password)
            button.setText("Hide" if shown else "Show")
            button.setAccessibleName("Hide the key" if shown else "Show the key")

        button = QPushButton(form)
        button.setAutoDefault(False)
        button.clicked.connect(lambda: show(shown=field.echoMode() is modes.Password))
        show(shown=False)
        form.cell("key").row.addWidget(button)
        for cell in form.cells:
            cell.setEnabled(self._endpoint.is_private)
