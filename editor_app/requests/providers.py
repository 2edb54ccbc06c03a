"""The providers whose requests are known."""

from __future__ import annotations

from enum import StrEnum

from editor_app.text import nearest


class Provider(StrEnum):
    """A provider's API, by the name that callers use."""

    OPENAI = "openai"
    OPENAI_RESPONSES = "openai-responses"
    ANTHROPIC = "anthropic"
    GOOGLE = "google"

    @property
    def maker(self) -> str:
        """The name of the company, for sentences and for facts about its models."""
        return _MAKERS[self]

    @property
    def is_openai(self) -> bool:
        """Whether it is one of the APIs of OpenAI."""
        return self in {Provider.OPENAI, Provider.OPENAI_RESPONSES}


_MAKERS = {
    Provider.OPENAI: "OpenAI",
    Provider.OPENAI_RESPONSES: "OpenAI",
    Provider.ANTHROPIC: "Anthropic",
    Provider.GOOGLE: "Google",
}


def provider_named(name: str) -> Provider:
    """Return the provider of a name; an unknown one raises ValueError with a sentence."""
    if name in tuple(Provider):
        return Provider(name)
    near = nearest(str(name), tuple(Provider))
    meant = f"Did you mean ‘{near[0]}’?" if near else f"There are {', '.join(Provider)}."
    raise ValueError(f"There is no provider ‘{str(name)[:100]}’. {meant}")
