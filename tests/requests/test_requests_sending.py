"""A request as a shell line, and two requests compared as the cache reads them."""

from __future__ import annotations

import os
import subprocess

import pytest

from editor_app.requests.body_text import curl_line, request_text
from editor_app.requests.building import assemble_request, build_request
from editor_app.requests.comparing import compare_bodies, compare_request
from editor_app.requests.parts import Provider, SystemText
from editor_app.requests.structure import structure_of
from editor_app.text import Span

CURL = """\
#!/bin/sh
printf '%s\\n' "$@" > "$OUT/arguments"
cat > "$OUT/body"
"""
HOSTILE = 'It\'s $HOME `id` \\ "BODY"\nBODY\nBODY_1\r\n\u2028é😀 $(id) !!'


@pytest.mark.parametrize("provider", list(Provider))
def test_the_shell_gives_curl_the_very_bytes_of_the_body_and_the_key_of_the_environment(provider, tmp_path):
    curl = tmp_path / "curl"
    curl.write_text(CURL)
    curl.chmod(0o755)
    body = build_request(provider, [("user", HOSTILE)], system=HOSTILE, model="m 1'")
    line = curl_line(provider, body, "m 1'")
    keys = dict.fromkeys(("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GEMINI_API_KEY"), "secret-key")
    environment = {"PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}", "OUT": str(tmp_path), **keys}
    subprocess.run(["sh", "-c", line], env=environment, check=True, capture_output=True)
    assert (tmp_path / "body").read_bytes() == request_text(body).encode()
    arguments = (tmp_path / "arguments").read_text()
    assert "secret-key" in arguments
    assert "secret-key" not in line
    assert ("anthropic-version: 2023-06-01" in arguments) == (provider == "anthropic")
    assert ("/models/m%201%27:generateContent" in arguments) == (provider == "google")


CHAT = [("user", "What is a fuse?"), ("assistant", "A wire."), ("user", "Why?")]


def _body(provider, chat=CHAT, text="Be kind.", **more):
    return build_request(provider, chat, system=text, **more)


@pytest.mark.parametrize("provider", list(Provider))
def test_the_first_difference_is_found_where_the_cache_reads_it(provider):
    old = _body(provider)
    assert compare_bodies(provider, old, _body(provider, max_tokens=9, cache="off")) is None
    system = compare_bodies(provider, old, _body(provider, text="Be brief."))
    assert (system.offset, system.old, system.new) == (3, "Be kind.", "Be brief.")
    message = compare_bodies(provider, old, _body(provider, [*CHAT[:2], ("user", "Why not?")]))
    assert (message.offset, message.old, message.new) == (3, "Why?", "Why not?")
    assert message.tokens_before > system.tokens_before
    added = compare_bodies(provider, old, _body(provider, [*CHAT, ("user", "Hm?")]))
    assert (added.old, added.new) == (None, "user")
    gone = compare_bodies(provider, old, _body(provider, CHAT[:2]))
    assert (gone.old, gone.new) == ("user", None)
    tools = compare_bodies(provider, old, {"tools": [{"name": "t"}], **old})
    assert (tools.place, tools.tokens_before) == (("tools", 0, "name"), 0)
    assert compare_bodies(provider, None, 3) is None


def test_the_value_that_changed_is_named():
    def made(time):
        text = f"It is {time}. Be kind."
        span = Span(6, 6 + len(time))
        system = SystemText(text, 6, "[system:time]", inserted=((span, "[system:time]"),))
        return assemble_request("anthropic", CHAT, system=system)

    found = compare_request(made("12:01"), made("12:00").body)
    assert found is not None
    assert (found.place, found.offset, found.changed_value) == (("system", 1, "text"), 4, "[system:time]")
    assert compare_request(made("12:00"), made("12:00").body) is None
    other = compare_request(made("12:00"), build_request("anthropic", CHAT[1:], system="It is "))
    assert other is not None


@pytest.mark.parametrize("provider", list(Provider))
def test_what_stays_cached_is_no_more_than_what_stands_before(provider):
    models = {"anthropic": "claude-opus-5", "google": "gemini-2.5-pro"}
    model = models.get(provider, "gpt-5")

    def made(text, last, **more):
        chat = [*CHAT[:2], ("user", last)]
        return assemble_request(provider, chat, system=text, **{"model": model, **more})

    short = compare_request(made("Be kind.", "Why?"), made("Be kind.", "How?").body)
    total = structure_of(made("Be kind.", "Why?")).tokens.count
    assert short.tokens_before <= total
    assert f"about {short.tokens_before} tokens are before it, and " in short.not_cached
    long = compare_request(made("Be kind. " * 2_000, "Why?"), made("Be kind. " * 2_000, "How?").body)
    assert (long.not_cached, long.tokens_before > 4_000) == ("", True)
    if provider != "google":
        other = made("Be kind. " * 2_000, "How?", model="m").body
        assert compare_request(made("Be kind. " * 2_000, "Why?"), other).not_cached == "the models differ"


def test_without_a_mark_anthropic_caches_nothing():
    text = "Be kind. " * 2_000
    old, new = (
        assemble_request("anthropic", [("user", last)], system=text, model="claude-opus-5", cache="off")
        for last in ("Why?", "How?")
    )
    found = compare_request(new, old.body)
    assert (found.tokens_before, found.not_cached[:13]) == (0, "no cache mark")


def test_what_is_shown_has_no_character_that_steers_a_terminal():
    text = request_text(build_request("openai", [("user", "a\x1b[31m\u202e\x9b\ud800")]))
    assert not set(text) & set("\x1b\u202e\x9b\ud800")
