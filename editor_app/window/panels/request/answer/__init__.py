"""The answer of a model to the request: its text as it comes, its calls, and how it ended."""

from editor_app.window.panels.request.answer.page import AnswerPage
from editor_app.window.panels.request.answer.view import AnswerState, AnswerView, ShownCall

__all__ = ["AnswerPage", "AnswerState", "AnswerView", "ShownCall"]
