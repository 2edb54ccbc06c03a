"""Commands on conversations: building, deleting and taking them over, and the question before a build."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QLineEdit, QPushButton

from editor_app.conversations.results import Adoption, BadRequestError, Construction, ElsewhereLibrary
from editor_app.text import Sentence, together
from editor_app.window.documents.documents import Documents
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.documents.trust.words import home_relative
from editor_app.window.frame.notices import User
from editor_app.window.kinds.template import conversation_rows
from editor_app.window.kinds.template.conversation.conversation_panel import ConversationPanel
from editor_app.window.kinds.template.conversation_display import ConversationDisplay
from editor_app.window.kinds.template.conversations import Answer, BuildAnswer, ServiceAccess, is_left_over
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
from editor_app.window.kit.work.connections import connect

_TITLE = Sentence("window-template.build")
_SENTENCE = Sentence("window-template.about-build")


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
            line(
                "conversation_id",
                Sentence("window-template.conversation"),
                first.conversation_id,
                Sentence("window-template.its-id"),
            ),
            line(
                "cwd",
                Sentence("window-template.working-folder"),
                first.cwd,
                Sentence("window-template.an-absolute-path"),
            ),
            line(
                "model",
                Sentence("window-template.model"),
                first.model or "",
                Sentence("window-template.not-set"),
            ),
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
        chosen = QFileDialog.getExistingDirectory(
            form, Sentence("window-template.working-folder"), field.text() or str(Path.home())
        )
        if chosen:
            field.setText(chosen)

    button = QPushButton(Sentence("window-template.choose"), form)
    button.setAutoDefault(False)
    button.setAccessibleName(Sentence("window-template.choose-the-working-folder"))
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
        connect(
            (listed.build_button.clicked, lambda _checked: self.build()),
            (page.rebuild_requested, self.build),
            (listed.delete_requested, self.delete),
            (page.delete_requested, self.delete),
            (listed.library_requested, self.settle_library),
            (page.copied, self._notifier.say_of_file),
            (self._conversations.failed, self._notifier.say),
        )

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
            notes = [*built.warnings, *map(conversation_rows.blank_in_words, built.blank[:_MOST_NAMED])]
            if len(built.blank) > _MOST_NAMED:
                more = len(built.blank) - _MOST_NAMED
                notes.append(Sentence("window-template.more-stayed-blank", count=more))
            self._notifier.say_of_file(
                Sentence("window-template.is-built", id=built.conversation_id, notes=notes)
            )

        sources = self._documents.resolver.sources_in(Path(answer.cwd))
        self._conversations.change(lambda access: access.build(answer, values, sources), say_built)

    def delete(self, conversation_ids: Sequence[str]) -> None:
        """Ask once, and delete conversations with all their builds."""
        count, first = len(conversation_ids), conversation_ids[0]

        def deleted(_number: int) -> str:
            if self._page.conversation_id in conversation_ids:
                self._page.show_nothing()
            return Sentence("window-template.is-deleted", count=count, id=first)

        self._change_if_agreed(
            Sentence("window-template.delete-question", count=count, id=first),
            Sentence("window-template.about-delete", count=count, ids=_names(conversation_ids)),
            Sentence("window-template.delete"),
            lambda access: access.service.delete(conversation_ids),
            deleted,
        )

    def settle_library(self, library: ElsewhereLibrary) -> None:
        """Take over the conversations of a library that is gone, or delete them if this one has the ids."""
        path, name, kept = library.library, home_relative(library.library), len(library.kept_ids)
        if is_left_over(library):
            self._change_if_agreed(
                Sentence("window-template.delete-of-library", library=name),
                Sentence("window-template.about-delete-of-library"),
                Sentence("window-template.delete"),
                lambda access: access.delete_left_over(path),
                lambda number: Sentence("window-template.deleted-of-library", count=number, library=name),
            )
            return
        here = home_relative(self._documents.files.library.root)
        self._change_if_agreed(
            Sentence("window-template.take-over-question", count=library.count - kept, library=name),
            Sentence("window-template.about-take-over", library=here, kept=kept),
            Sentence("window-template.take-over"),
            lambda access: access.service.adopt(path),
            _adopted_in_words,
        )

    def _change_if_agreed(
        self,
        title: str,
        sentence: str,
        verb: str,
        work: Callable[[ServiceAccess], Answer],
        said: Callable[[Answer], str],
    ) -> None:
        """Ask whether to change conversations, change them, and say what came of it."""
        if self._dialogs.ask(confirmation(title, sentence, verb)):
            self._conversations.change(work, lambda answer: self._notifier.say_of_file(said(answer)))

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
            sentences.append(Sentence("window-template.replaces", id=answer.conversation_id))
            names = [name for name in last.given_names if name not in values]
            sentences += [Sentence("window-template.given-as-before", names=names)] if names else []
        return together(sentences)


def _adopted_in_words(adoption: Adoption) -> str:
    kept = adoption.kept_ids
    notes = [Sentence("window-template.kept-there", names=_names(kept))] if kept else []
    return Sentence("window-template.taken-over", count=adoption.taken, notes=notes)


def _names(conversation_ids: Sequence[str]) -> str:
    """Return the first names of several conversations, and how many more there are."""
    more = max(len(conversation_ids) - _MOST_NAMED, 0)
    return Sentence("window-template.names", names=conversation_ids[:_MOST_NAMED], more=more)


def _remark(file: OpenFile, values: dict[str, str]) -> str:
    """Return which values are given, and that what is not saved is not built."""
    sentences = []
    if values:
        sentences.append(Sentence("window-template.given-as-in-values", names=list(values)))
    if file.is_modified:
        sentences.append(Sentence("window-template.unsaved-not-built"))
    return together(sentences)


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
