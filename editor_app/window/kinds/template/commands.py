"""Commands on conversations: building, deleting and taking them over, and the question before a build."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QLineEdit, QPushButton

from editor_app.conversations.results import Adoption, BadRequestError, Construction, ElsewhereLibrary
from editor_app.window.documents.documents import Documents
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.documents.trust.words import home_relative
from editor_app.window.frame.notices import User
from editor_app.window.kinds.template import conversation_rows
from editor_app.window.kinds.template.conversation.conversation_panel import ConversationPanel
from editor_app.window.kinds.template.conversation_display import ConversationDisplay
from editor_app.window.kinds.template.conversations import BuildAnswer
from editor_app.window.kinds.template.panels.conversations.conversations_panel import ConversationsPanel
from editor_app.window.kit.dialogs.question import (
    CANCEL,
    Button,
    FieldsAnswer,
    Question,
    QuestionFields,
    Values,
    confirmation,
    line,
)
from editor_app.window.kit.form.form import Form
from editor_app.window.kit.words.plain_text import counted

_TITLE = "Build"
_SENTENCE = "The conversation keeps what the saved template gives now, until it is built again."


@dataclass(frozen=True, slots=True)
class BuildQuestion:
    """A question with what to build a prompt; `problem` and `about` say in words what an answer means.

    `problem` is what is wrong with it, "" for nothing; `remark` is said whatever the answer. `known` returns
    with what a conversation was built last, None where it is not known.
    """

    suggestion: BuildAnswer
    problem: Callable[[BuildAnswer], str]
    about: Callable[[BuildAnswer], str]
    remark: str = ""
    known: Callable[[str], BuildAnswer | None] = lambda _conversation_id: None

    def question(self) -> Question[BuildAnswer | None]:
        """Return how it is asked, starting with what is suggested."""
        first = self.suggestion
        fields = (
            line("conversation_id", "Conversation", first.conversation_id, "its id"),
            line("cwd", "Working folder", first.cwd, "an absolute path"),
            line("model", "Model", first.model or "", "none"),
        )
        focus = "cwd" if first.conversation_id else ""
        typed = QuestionFields(fields, self._read, self._fill, _add_button, first=focus)
        return Question(_TITLE, _SENTENCE, (CANCEL, Button(_TITLE, None, is_primary=True)), typed)

    def _read(self, values: Values) -> FieldsAnswer[BuildAnswer | None]:
        answer = BuildAnswer(values["conversation_id"], values["cwd"], values["model"].strip() or None)
        is_whole = bool(answer.conversation_id and answer.cwd)
        problem = self.problem(answer) if is_whole else ""
        remarks = self.remark, "" if problem else self.about(answer)
        return FieldsAnswer(answer if is_whole else None, problem, "\n".join(filter(None, remarks)))

    def _fill(self, before: Values, now: Values) -> Values:
        """Fill in with what a known conversation was built last, but over nothing that was typed."""
        if before["conversation_id"] == now["conversation_id"]:
            return {}
        old = self.known(before["conversation_id"]) or self.suggestion
        new = self.known(now["conversation_id"]) or self.suggestion
        filled = {"cwd": (old.cwd, new.cwd), "model": (old.model or "", new.model or "")}
        return {key: new_text for key, (old_text, new_text) in filled.items() if now[key] == old_text}


def _add_button(form: Form) -> None:
    """Add the button that chooses the folder."""
    field = form.cell("cwd").widget
    assert isinstance(field, QLineEdit)

    def choose() -> None:
        chosen = QFileDialog.getExistingDirectory(form, "Working folder", field.text() or str(Path.home()))
        if chosen:
            field.setText(chosen)

    button = QPushButton("Choose…", form)
    button.setAutoDefault(False)
    button.setAccessibleName("Choose the working folder")
    button.clicked.connect(choose)
    form.cell("cwd").row.addWidget(button)


_MOST_NAMED = 5


class ConversationCommands:
    """Changes conversations as the user asks for it, and says what was done."""

    def __init__(
        self,
        *,
        shown: ConversationDisplay,
        listed: ConversationsPanel,
        page: ConversationPanel,
        documents: Documents,
        user: User,
    ) -> None:
        """Use these parts."""
        self._shown = shown
        self._page = page
        self._conversations = shown.conversations
        self._documents = documents
        self._dialogs, self._notifier = user.dialogs, user.notifier
        listed.build_button.clicked.connect(lambda _checked: self.build())
        page.rebuild_requested.connect(self.build)
        listed.delete_requested.connect(self.delete)
        page.delete_requested.connect(lambda conversation_id: self.delete((conversation_id,)))
        listed.library_requested.connect(self.settle_library)
        page.copied.connect(self._notifier.say_of_file)
        self._conversations.failed.connect(self._notifier.say)

    def build(self, conversation_id: str = "") -> None:
        """Ask with what to build a prompt, and build it: the template as it is saved, resolved now."""
        file = self._shown.file
        if file is None:
            return
        as_if = self._documents.resolver.context_of(file)
        as_tried = BuildAnswer(as_if.conversation_id or "", str(as_if.folder), as_if.model)
        suggestion = self._known(conversation_id or as_tried.conversation_id) or as_tried
        values = {name: value for name, value in file.values.items() if value is not None and ":" in name}
        about = partial(self._about, values)
        question = BuildQuestion(suggestion, _problem_of, about, _remark(file, values), self._known)
        answer = self._dialogs.ask(question)
        if answer is None:
            return

        def say_built(built: Construction) -> None:
            self._shown.choose_next = built.conversation_id
            sentences = [f"‘{built.conversation_id}’ is built, and keeps this until it is built again."]
            sentences += built.warnings
            sentences += map(conversation_rows.blank_in_words, built.blank[:_MOST_NAMED])
            if len(built.blank) > _MOST_NAMED:
                sentences.append(f"{counted(len(built.blank) - _MOST_NAMED, 'more tag')} stayed blank.")
            self._notifier.say_of_file(" ".join(sentences))

        sources = self._documents.resolver.sources_in(Path(answer.cwd))
        self._conversations.change(lambda access: access.build(answer, values, sources), say_built)

    def delete(self, conversation_ids: Sequence[str]) -> None:
        """Ask once, and delete conversations with all their builds."""
        title = f"Delete {_named(conversation_ids)}?"
        if len(conversation_ids) == 1:
            sentence = (
                "All its builds are deleted for good; this cannot be undone. A program that asks for its"
                " prompt gets none until it is built again."
            )
        else:
            sentence = (
                f"All builds of {_names(conversation_ids)} are deleted for good; this cannot be undone."
                " Programs that ask for their prompts get none until these are built again."
            )
        if self._dialogs.ask(confirmation(title, sentence, "Delete")):

            def say_deleted(_number: int) -> None:
                if self._page.conversation_id in conversation_ids:
                    self._page.show_nothing()
                verb = "is" if len(conversation_ids) == 1 else "are"
                self._notifier.say_of_file(f"{_named(conversation_ids)} {verb} deleted.")

            self._conversations.change(lambda access: access.service.delete(conversation_ids), say_deleted)

    def settle_library(self, path: Path) -> None:
        """Take over the conversations of a library that is gone, or delete them if this one has the ids."""
        listing = self._conversations.listing
        library = next((library for library in listing.elsewhere if library.library == path), None)
        if library is not None and path in listing.left_over:
            self._delete_left_over(path)
        elif library is not None and library.is_gone:
            self._take_over(library)

    def _take_over(self, other: ElsewhereLibrary) -> None:
        """Say how many go where, ask once, and give this library the conversations of one that is gone."""
        conversations = counted(other.count - len(other.kept_ids), "conversation")
        library = home_relative(self._documents.files.library.root)
        sentence = f"From now on they belong to the library ‘{library}’, which is open."
        if other.kept_ids:
            stay = counted(len(other.kept_ids), "conversation")
            sentence += f" {stay} with ids that it has too will stay where they are."
        title = f"Take over {conversations} of ‘{home_relative(other.library)}’?"
        if self._dialogs.ask(confirmation(title, sentence, "Take over")):

            def say_adopted(adoption: Adoption) -> None:
                verb = "was" if adoption.taken == 1 else "were"
                outcome = f"{counted(adoption.taken, 'conversation')} {verb} taken over."
                if adoption.kept_ids:
                    names = _names(adoption.kept_ids)
                    outcome += f" This library has {names} too, so theirs stay where they are."
                self._notifier.say_of_file(outcome)

            self._conversations.change(lambda access: access.service.adopt(other.library), say_adopted)

    def _delete_left_over(self, old_library: Path) -> None:
        """Ask once, and delete what a library that is gone has beside the same ids of this one."""
        sentence = (
            "Those of the library that is gone are deleted for good. Conversations of the same ids in this"
            " library stay."
        )
        title = f"Delete the conversations of ‘{home_relative(old_library)}’?"
        if self._dialogs.ask(confirmation(title, sentence, "Delete")):

            def say_deleted(number: int) -> None:
                conversations = f"{counted(number, 'conversation')} of ‘{home_relative(old_library)}’"
                self._notifier.say_of_file(f"{conversations} {'is' if number == 1 else 'are'} deleted.")

            self._conversations.change(lambda access: access.delete_left_over(old_library), say_deleted)

    def _known(self, conversation_id: str) -> BuildAnswer | None:
        """Return with what a conversation was built last, None where it is not known."""
        last = self._conversations.entry(conversation_id)
        return None if last is None else BuildAnswer(conversation_id, last.cwd, last.model)

    def _about(self, values: Mapping[str, str], answer: BuildAnswer) -> str:
        """Return what building again means, and what the prompt will lack."""
        from editor_app.conversations.building import folder_warning

        sentences = [folder_warning(answer.cwd)] if answer.cwd else []
        last = self._conversations.entry(answer.conversation_id)
        if last is not None:
            sentences.append(
                f"‘{answer.conversation_id}’ gets this in place of what it has; its last 10 builds are kept."
            )
            names = [name for name in last.given_names if name not in values]
            sentences += [f"Given as at its last build: {', '.join(names)}."] if names else []
        return " ".join(filter(None, sentences))


def _named(conversation_ids: Sequence[str]) -> str:
    """Return the name of one conversation, or how many these are."""
    if len(conversation_ids) == 1:
        return f"‘{conversation_ids[0]}’"
    return counted(len(conversation_ids), "conversation")


def _names(conversation_ids: Sequence[str]) -> str:
    """Return the first names of several conversations, and how many more there are."""
    names = ", ".join(f"‘{name}’" for name in conversation_ids[:_MOST_NAMED])
    more = len(conversation_ids) - _MOST_NAMED
    return f"{names} and {more} more" if more > 0 else names


def _remark(file: OpenFile, values: dict[str, str]) -> str:
    """Return which values are given, and that what is not saved is not built."""
    sentences = []
    if values:
        names = ", ".join(values)
        sentences.append(f"Given as in Values: {names}; all other values are resolved in the working folder.")
    if file.is_modified:
        sentences.append("The template has unsaved changes, which are not built.")
    return " ".join(sentences)


def _problem_of(answer: BuildAnswer) -> str:
    """Return why nothing can be built with an answer, "" where it can."""
    from editor_app.conversations.arguments import check_folder, check_id, check_model

    try:
        check_id(answer.conversation_id)
        check_folder(answer.cwd)
        check_model(answer.model)
    except BadRequestError as error:
        return error.sentence
    return ""
