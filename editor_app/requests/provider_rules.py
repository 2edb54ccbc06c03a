"""What each provider takes in a body: its keys and roles, cache marks, and results of tools."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from editor_app.requests.parts import Provider
from editor_app.text import Sentence, Severity


class ProviderRules(NamedTuple):
    """Where a provider's body has its texts, and what the API takes.

    `conversation` is the key of the list of messages, `content` that of the texts in each, and `system` has
    those of the system text, the one that is written first; it is empty where that is the first message.
    `needed` are the fields without which a body is refused, `mark` is the key of a mark for the cache.
    """

    conversation: str
    roles: tuple[str, ...]
    mark: str
    system: tuple[str, ...] = ()
    content: str = "content"
    needed: tuple[str, ...] = ("model",)

    @property
    def assistant(self) -> str:
        """The role of what the model wrote."""
        return "model" if "model" in self.roles else "assistant"

    @property
    def text_keys(self) -> frozenset[str]:
        """The fields of a body that hold its texts."""
        return frozenset((self.conversation, *self.system))


_OPENAI: Final = ProviderRules(
    "messages",
    roles=("system", "developer", "user", "assistant", "tool", "function"),
    mark="prompt_cache_breakpoint",
)
RULES: Final[Mapping[Provider, ProviderRules]] = {
    Provider.OPENAI: _OPENAI,
    Provider.OPENAI_RESPONSES: _OPENAI._replace(conversation="input", system=("instructions",)),
    Provider.ANTHROPIC: ProviderRules(
        "messages",
        roles=("user", "assistant", "system"),
        mark="cache_control",
        system=("system",),
        needed=("model", "max_tokens"),
    ),
    Provider.GOOGLE: ProviderRules(
        "contents",
        roles=("user", "model"),
        mark="cache_control",
        system=("systemInstruction", "system_instruction"),
        content="parts",
        needed=(),
    ),
}
MARKS: Final = frozenset(rules.mark for rules in RULES.values())
ALL_TEXT_KEYS: Final = frozenset[str]().union(*(rules.text_keys for rules in RULES.values()))
ASSISTANTS: Final = frozenset(rules.assistant for rules in RULES.values())


def judge_blank_text(provider: Provider, text: str) -> tuple[Severity, str]:
    """Return the severity of a text that is empty or only whitespace, and what the provider makes of it."""
    if provider.is_openai or (provider is Provider.GOOGLE and text):
        return Severity.WARNING, Sentence("requests.model-reads-nothing", maker=provider.maker)
    return Severity.ERROR, Sentence("requests.provider-refuses", maker=provider.maker)
