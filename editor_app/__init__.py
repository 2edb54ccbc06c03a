"""Foreword, the editor for people who write system prompts.

What programs need most is here: `from editor_app import Trial, render_file`.
"""

# Nothing is imported before it is asked for: not even what Python has in its own library, which a
# folder that `__main__.py` forgets could stand in for.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from editor_app.analysis.rendered_file import RenderedFile as RenderedFile
    from editor_app.analysis.rendered_file import render_file as render_file
    from editor_app.analysis.trials import Trial as Trial
    from editor_app.chats.chat import read_chat as read_chat
    from editor_app.chats.chat import read_message as read_message
    from editor_app.chats.chat import write_message as write_message
    from editor_app.conversations.service import open_service as open_service
    from editor_app.library.folders import open_library as open_library
    from editor_app.prompts.entities import PromptError as PromptError
    from editor_app.prompts.entities import PromptErrorType as PromptErrorType
    from editor_app.prompts.loading import PromptRegistry as PromptRegistry
    from editor_app.prompts.loading import load_prompt as load_prompt
    from editor_app.prompts.loading import read_prompt as read_prompt
    from editor_app.requests.building import build_request as build_request
    from editor_app.requests.checking import check_request as check_request
    from editor_app.structured.nodes import Syntax as Syntax
    from editor_app.system_messages.assembly.assembly import assemble as assemble
    from editor_app.system_messages.assembly.cache_stability import stability as stability
    from editor_app.system_messages.builders import ConditionBuilder as ConditionBuilder
    from editor_app.system_messages.builders import ContentBuilder as ContentBuilder
    from editor_app.system_messages.builders import InstructionBlockBuilder as InstructionBlockBuilder
    from editor_app.system_messages.builders import ScopeBuilder as ScopeBuilder
    from editor_app.system_messages.builders import SystemMessageBuilder as SystemMessageBuilder
    from editor_app.system_messages.reading.reading import read_system_message as read_system_message
    from editor_app.system_messages.resolution.resolution import resolve_blocks as resolve_blocks
    from editor_app.system_messages.writing import write_system_message as write_system_message
    from editor_app.template.dialect import Dialect as Dialect
    from editor_app.template.rendering import render as render
    from editor_app.template.template import parse as parse
    from editor_app.variables.checks import check_catalog as check_catalog
    from editor_app.wire.trigger_checks import check_triggers as check_triggers

__version__ = "0.1.0"

_MODULE_OF = {
    "ConditionBuilder": "system_messages.builders",
    "ContentBuilder": "system_messages.builders",
    "Dialect": "template.dialect",
    "InstructionBlockBuilder": "system_messages.builders",
    "PromptError": "prompts.entities",
    "PromptErrorType": "prompts.entities",
    "PromptRegistry": "prompts.loading",
    "RenderedFile": "analysis.rendered_file",
    "ScopeBuilder": "system_messages.builders",
    "Syntax": "structured.nodes",
    "SystemMessageBuilder": "system_messages.builders",
    "Trial": "analysis.trials",
    "assemble": "system_messages.assembly.assembly",
    "build_request": "requests.building",
    "check_catalog": "variables.checks",
    "check_request": "requests.checking",
    "check_triggers": "wire.trigger_checks",
    "load_prompt": "prompts.loading",
    "open_library": "library.folders",
    "open_service": "conversations.service",
    "parse": "template.template",
    "read_chat": "chats.chat",
    "read_message": "chats.chat",
    "read_prompt": "prompts.loading",
    "read_system_message": "system_messages.reading.reading",
    "render": "template.rendering",
    "render_file": "analysis.rendered_file",
    "resolve_blocks": "system_messages.resolution.resolution",
    "stability": "system_messages.assembly.cache_stability",
    "write_message": "chats.chat",
    "write_system_message": "system_messages.writing",
}
"""The module of each name that is promised to Python programs, below `editor_app`."""

__all__ = ["__version__", *_MODULE_OF]  # noqa: PLE0604  the keys are strings


def __getattr__(name: str) -> object:
    """Import what is here when it is first asked for."""
    home = _MODULE_OF.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = globals()[name] = getattr(import_module(f"{__name__}.{home}"), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
